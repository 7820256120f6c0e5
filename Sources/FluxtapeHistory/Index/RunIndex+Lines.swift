import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

// Facts that the index does not keep, and reads again on demand.

extension RunIndex {
  /// The number of bytes of a line to read for its patch; a patch that ends after them counts as empty.
  static let maximumPatch = 1 << 24

  /// The remains of the row's torn line.
  func tornLine(of row: Int) -> TornLine? {
    let line = rows[row].place
    return reader.withLock { reader in (try? reader.bytes(of: line)).map { TornLine($0) } }
  }

  /// The number of bytes in which most lines have their asynchronous work, their payload and their patch.
  private static let usualHead = 1 << 12

  /// The asynchronous work that the row's action is part of.
  func effect(of row: Int) -> RecordedEffect? {
    let line = rows[row].place
    return reader.withLock { reader -> RecordedEffect? in
      for limit in [Self.usualHead, Self.maximumPatch] {
        guard let bytes = try? reader.bytes(of: line, upTo: limit) else { return nil }
        let isWhole = bytes.count < limit && !rows[row].flags.contains(.isTorn)
        if case .record(.action(let action))? = isWhole ? try? LogLine(decoding: bytes) : TornLine(bytes).line, let effect = action.effect {
          return effect
        }
        if bytes.count < limit { return nil }
      }
      return nil
    }
  }

  /// The payload of the row's action, if it ends in the first bytes of the line.
  func shortPayload(of row: Int) -> JSONNode? {
    let line = rows[row].place
    let isTorn = rows[row].flags.contains(.isTorn)
    return reader.withLock { lines -> JSONNode? in
      guard !isTorn else {
        guard case .record(.action(let action))? = (try? lines.bytes(of: line, upTo: Self.usualHead)).flatMap({ TornLine($0).line }) else {
          return nil
        }
        return action.payload.map { JSONNode($0) }
      }
      let payload = try? lines.withLine(line, upTo: Self.usualHead) { bytes, range in
        var reader = LineReader()
        let isRead = reader.read(bytes, in: range)
        let payload = reader.facts.payload
        // A number may go on where the line is cut.
        return isRead || payload.upperBound < range.upperBound ? bytes.bytes(payload) : []
      }
      return payload.flatMap { try? JSONNode(parsing: $0) }
    }
  }

  /// The row's patch, if it ends in the first bytes of its line.
  func shortPatch(of row: Int) -> NodePatch? {
    let (line, patch) = patch(of: row)
    guard patch.range.upperBound <= Self.usualHead else { return nil }
    let bytes = reader.withLock { lines in
      try? patch.isEmpty ? lines.bytes(of: line, upTo: Self.usualHead) : lines.withValue(patch, of: line) { $0.bytes($1) }
    }
    let node = bytes.flatMap { try? JSONNode(parsing: $0) }
    return (patch.isEmpty ? node?.member(named: "patch") : node).flatMap { try? NodePatch(decoding: $0) }
  }

  /// Where the patch of the row's outcome lies, and in which line.
  func patch(of row: Int) -> (line: Int, patch: Row.Part) {
    outcome(of: row).map { (outcomes[$0].place, outcomes[$0].patch) } ?? (rows[row].place, rows[row].patch)
  }

  /// Why the row's line is not a record.
  func error(of row: Int) -> LogError? {
    let line = rows[row].place
    return reader.withLock { reader -> LogError? in
      guard let bytes = try? reader.bytes(of: line, upTo: Self.maximumPatch) else { return nil }
      do throws(LogError) { _ = try LogLine(decoding: bytes) } catch { return error }
      return nil
    }
  }
}
