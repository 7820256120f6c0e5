import FluxtapeDocuments
import FluxtapeLocking

/// Counts what the patches of rows change. It reads rows in the order of their lines quickly.
struct ChangeCounter: Sendable {
  private var lines: LineWindow
  private var pass = JSONPass()

  /// Makes one for the rows of an index.
  init(_ index: RunIndex) { lines = LineWindow(index: index) }
}

extension ChangeCounter {
  /// The number of operations of each kind in the row's patch; none if it has no patch, or cannot be read.
  mutating func changes(of row: Int, in index: RunIndex) -> ChangeCounts {
    guard index.rows[row].flags.intersection([.hasPatch, .hasEmptyPatch]) == .hasPatch else { return ChangeCounts() }
    let (line, patch) = index.patch(of: row)
    let counts = patch.isEmpty ? nil : try? lines.withValue(patch, of: line) { bytes, range in pass.changes(inPatch: range, of: bytes) }
    if let counts { return counts }
    // In a form that no recorder writes.
    let bytes = try? lines.bytes(of: line, upTo: RunIndex.maximumPatch)
    let node = bytes.flatMap { try? JSONNode(parsing: $0) }?.member(named: "patch")
    return node.flatMap { try? NodePatch(decoding: $0) }.map(ChangeCounts.init) ?? ChangeCounts()
  }
}

extension JSONPass {
  /// Counts the operations of a patch in bytes; `nil` for a patch in another form than recorders write.
  fileprivate mutating func changes(inPatch patch: Range<Int>, of bytes: Span<UInt8>) -> ChangeCounts? {
    var counts = ChangeCounts()
    begin(patch)
    guard open(UInt8(ascii: "["), in: bytes) else { return nil }
    repeat {
      guard let operation = operation(in: bytes, depth: 2) else { return nil }
      counts.add(operation)
    } while comma(before: UInt8(ascii: "]"), in: bytes)
    return take(UInt8(ascii: "]"), in: bytes) && place == end ? counts : nil
  }
}

extension ChangeCounts {
  init(_ patch: NodePatch) {
    self.init()
    for operation in patch.operations { add(operation.kind) }
  }

  fileprivate mutating func add(_ kind: OperationKind) {
    switch kind {
    case .add, .copy: added += 1
    case .remove: removed += 1
    case .replace, .splice: replaced += 1
    case .move: moved += 1
    case .test: break
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
