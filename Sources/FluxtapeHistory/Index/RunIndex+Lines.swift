import FluxtapeDocuments
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

// What the index does not keep, and reads again on request.

extension RunIndex {
  /// Bytes of a line that are read to find its patch; a patch that ends behind them counts as empty.
  private static let maximumPatch = 1 << 24

  /// How many operations of each kind the row's patch has.
  func changes(of row: Int) -> ChangeCounts {
    let line = outcome(of: row).map { outcomes[$0].place } ?? rows[row].place
    guard let bytes = reader.withLock({ try? $0.bytes(of: line, upTo: Self.maximumPatch) }) else { return ChangeCounts() }
    // Where recorders write the patch, a snapshot behind it is not looked at.
    let node = QuickScanner.patch(ofLine: bytes) ?? (try? JSONNode(parsing: bytes))?.member(named: "patch")
    return node.flatMap { try? NodePatch(decoding: $0) }.map(ChangeCounts.init) ?? ChangeCounts()
  }

  /// What is left of the row's line, which is cut off.
  func tornLine(of row: Int) -> TornLine? {
    let line = rows[row].place
    return reader.withLock { reader in (try? reader.bytes(of: line)).map { TornLine($0) } }
  }

  /// Bytes within which recorders write the asynchronous work of a line: the contents follow it.
  private static let usualHead = 1 << 12

  /// The asynchronous work that the row's action belongs to.
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

extension ChangeCounts {
  init(_ patch: NodePatch) {
    self.init()
    for operation in patch.operations {
      switch operation {
      case .add, .copy: added += 1
      case .remove: removed += 1
      case .replace, .splice: replaced += 1
      case .move: moved += 1
      case .test: break
      }
    }
    let maximum = Int(UInt16.max)
    (added, removed, replaced, moved) = (min(added, maximum), min(removed, maximum), min(replaced, maximum), min(moved, maximum))
  }
}
