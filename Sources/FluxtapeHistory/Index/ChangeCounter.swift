import FluxtapeDocuments
import FluxtapeLocking

/// Counts what the patches of rows change. It reads rows in the order of their lines quickly.
struct ChangeCounter: Sendable {
  private var lines: LineReader
  private var quick = QuickScanner()
  private let keys = QuickScanner.OperationKeys()

  /// Makes one for the rows of an index.
  init(_ index: RunIndex) { lines = LineReader(index: index) }
}

extension ChangeCounter {
  /// The number of operations of each kind in the row's patch; none if it has no patch, or cannot be read.
  mutating func changes(of row: Int, in index: RunIndex) -> ChangeCounts {
    guard index.rows[row].flags.intersection([.hasPatch, .hasEmptyPatch]) == .hasPatch else { return ChangeCounts() }
    let line = index.outcome(of: row).map { index.outcomes[$0].place } ?? index.rows[row].place
    let found = try? lines.withLine(line, upTo: RunIndex.maximumPatch) { bytes, range in
      quick.changes(ofLine: range, in: bytes, keys) ?? Self.changes(inLine: bytes.bytes(range))
    }
    return found ?? ChangeCounts()
  }

  private static func changes(inLine bytes: [UInt8]) -> ChangeCounts {
    let patch = (try? JSONNode(parsing: bytes))?.member(named: "patch")
    return patch.flatMap { try? NodePatch(decoding: $0) }.map(ChangeCounts.init) ?? ChangeCounts()
  }
}

extension QuickScanner {
  /// How operations begin, as recorders write them.
  struct OperationKeys {
    let first = Pattern(#"{"op":""#)
    let add = Pattern(#"add""#)
    let copy = Pattern(#"copy""#)
    let remove = Pattern(#"remove""#)
    let replace = Pattern(#"replace""#)
    let splice = Pattern(#"splice""#)
    let move = Pattern(#"move""#)
    let test = Pattern(#"test""#)
  }

  /// Counts the operations of a patch where recorders write it; `nil` for any other form. The line may be cut after the patch.
  fileprivate mutating func changes(ofLine line: Range<Int>, in bytes: PaddedBytes, _ keys: OperationKeys) -> ChangeCounts? {
    _ = scan(bytes, from: line.lowerBound, to: line.upperBound)
    guard !patch.isEmpty else { return nil }
    var counts = ChangeCounts()
    (place, end) = (patch.lowerBound + 1, patch.upperBound)
    while place < end {
      guard keys.first.matches(bytes.word(at: place)) else { return nil }
      let kind = bytes.word(at: place + keys.first.count)
      if keys.replace.matches(kind) || keys.splice.matches(kind) {
        counts.replaced += 1
      } else if keys.add.matches(kind) || keys.copy.matches(kind) {
        counts.added += 1
      } else if keys.remove.matches(kind) {
        counts.removed += 1
      } else if keys.move.matches(kind) {
        counts.moved += 1
      } else if !keys.test.matches(kind) {
        return nil
      }
      place += 1
      guard skipBrackets(in: bytes), place < end else { return nil }
      guard bytes[place] == UInt8(ascii: ",") else { break }
      place += 1
    }
    return place == end - 1 ? counts : nil
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
  }
}

extension RunIndex {
  /// The number of operations of each kind in the row's patch.
  func changes(of row: Int) -> ChangeCounts {
    counter.withLock { counter in
      if counter == nil { counter = ChangeCounter(self) }
      return counter?.changes(of: row, in: self) ?? ChangeCounts()
    }
  }
}

extension History {
  /// ``HistoryRow/changes`` of several rows: faster in the order of lines, since one read serves neighboring lines.
  package func changes(ofRows rows: some Collection<Int>) -> [ChangeCounts] {
    let index = index
    var counter = ChangeCounter(index)
    return rows.map { counter.changes(of: $0, in: index) }
  }
}
