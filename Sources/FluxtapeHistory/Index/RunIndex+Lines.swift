import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

// What is not kept of lines, and read again when it is asked for.

extension RunIndex {
  /// Bytes of a line within which the end of its patch is looked for; what is counted of a patch behind them is nothing.
  private static let maximumPatch = 1 << 24

  /// How many operations of each kind the row's patch has.
  func changes(of row: Int) -> ChangeCounts {
    let line = outcome(of: row).map { outcomes[$0].place } ?? rows[row].place
    return reader.withLock { reader in
      var limit = 1 << 16
      while true {
        guard let bytes = try? reader.bytes(of: line, upTo: limit) else { return ChangeCounts() }
        var scanner = LineScanner()
        if let patch = scanner.patch(ofLine: bytes.span) { return ChangeCounts(patch) }
        guard bytes.count == limit else {
          return (try? LogLine(decoding: bytes).outcome?.patch).map { ChangeCounts(PatchFacts($0)) } ?? ChangeCounts()
        }
        guard limit < Self.maximumPatch else { return ChangeCounts() }
        limit = min(limit * 8, Self.maximumPatch)
      }
    }
  }

  /// What is left of the row's line, which broke off.
  func tornLine(of row: Int) -> TornLine? {
    let line = rows[row].place
    return reader.withLock { reader in (try? reader.bytes(of: line)).map { TornLine($0) } }
  }

  /// Bytes of a line before which recorders write the work that it belongs to: contents stand behind.
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

  /// Why the row's line is no record.
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
  init(_ facts: PatchFacts) {
    self.init(
      added: min(facts.added, Self.maximum), removed: min(facts.removed, Self.maximum), replaced: min(facts.replaced, Self.maximum),
      moved: min(facts.moved, Self.maximum))
  }

  private static let maximum = Int(UInt16.max)
}
