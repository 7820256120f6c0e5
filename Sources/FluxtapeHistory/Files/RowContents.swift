package import FluxtapeDocuments
package import FluxtapeLog

/// Members of a row's line that the index does not keep, apart from its patch and its state.
package struct RowContents {
  /// Strings, as are the site, the thread, the trace and the span.
  package var enumCase: JSONNode?
  package var site: JSONNode?
  package var thread: JSONNode?
  package var trace: JSONNode?
  package var span: JSONNode?
  package var payload: JSONNode?
  package var effect: RecordedEffect?
  /// Whether contents may stand on the line of a dispatch that this action is a copy of, and are not here: see ``History/action(at:)``.
  package var mayBeCopy = false
}

/// Reads the contents of rows, one row after another. Those of many rows are parsed together, and patches and states are skipped.
///
/// It reads ahead as far as rows were asked for without a gap.
package struct RowContentsReader {
  /// The pieces of a line that are parsed: some of its members, or all of a line that the scanner does not read.
  private enum Piece: Int, CaseIterable {
    case enumCase, site, thread, trace, span, payload, effect, line

    static let count = allCases.count
  }

  private let index: RunIndex
  private var lines: LineReader
  private var quick = QuickScanner()
  /// The rows that were read last, and the pieces of each.
  private var rows = 0..<0
  private var nodes: [JSONNode?] = []
  /// What the scanner found on the line of each of these rows; `nil` for a line that it does not read.
  private var flags: [PackedRow.Flags?] = []
  /// The contents of the last action that reached no reducer: those behind it may be copies of it.
  private var dispatch: (row: Int, contents: RowContents)?
  /// The number of rows to read at once.
  private var aheadCount = 1

  /// The most rows that are read at once, and bytes of pieces after which no more are.
  private static let longest = 256
  private static let largest = 1 << 14

  package init(_ history: History) {
    index = history.index
    lines = LineReader(index: index)
  }
}

extension RowContentsReader {
  /// The contents of a row, with those of a dispatch that it is a copy of; nothing for a row without a line, and for a line that is not
  /// JSON.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  package mutating func contents(of row: Int) throws(HistoryError) -> RowContents {
    if !rows.contains(row) { try read(from: row) }
    let flags = flags[row - rows.lowerBound]
    let own = ownContents(of: row)
    var contents = own
    if own.payload == nil, index.rows[row].kind == .action, let cause = index.possibleDispatch(of: row) {
      // A line that the scanner reads names one cause.
      if let dispatch, dispatch.row == cause, flags != nil, index.step(of: cause) < index.step(of: row), !index.mayRepeatKeys {
        contents.payload = dispatch.contents.payload
        contents.enumCase = own.enumCase ?? dispatch.contents.enumCase
      } else {
        contents.mayBeCopy = true
      }
    }
    if flags?.contains(.isUnreduced) == true { dispatch = (row, own) }
    return contents
  }

  private func ownContents(of row: Int) -> RowContents {
    if let line = node(.line, of: row) { return RowContents(line) }
    return RowContents(
      enumCase: node(.enumCase, of: row), site: node(.site, of: row), thread: node(.thread, of: row), trace: node(.trace, of: row),
      span: node(.span, of: row), payload: node(.payload, of: row), effect: node(.effect, of: row).flatMap(RecordedEffect.init))
  }

  private func node(_ piece: Piece, of row: Int) -> JSONNode? { nodes[(row - rows.lowerBound) * Piece.count + piece.rawValue] }

  private mutating func read(from first: Int) throws(HistoryError) {
    aheadCount = first == rows.upperBound ? min(2 * aheadCount, Self.longest) : 1
    let end = min(first + aheadCount, index.rows.count)
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity((end - first) * Piece.count)
    flags.removeAll(keepingCapacity: true)
    var row = first
    repeat {
      try copyPieces(of: row, to: &bytes, noting: &ranges)
      row += 1
    } while row < end && bytes.count < Self.largest
    nodes = JSONNode.parsing(bytes, in: ranges)
    rows = first..<row
  }

  private mutating func copyPieces(
    of row: Int, to bytes: inout [UInt8], noting ranges: inout [Range<Int>]
  ) throws(HistoryError) {
    let packed = index.rows[row]
    guard packed.kind != .jump, !index.isWithoutLine(row) else {
      ranges.append(contentsOf: repeatElement(0..<0, count: Piece.count))
      flags.append(nil)
      return
    }
    // The scanner is right only about lines that are JSON.
    let isWhole = packed.kind == .action && !packed.flags.contains(.isTorn)
    try lines.withLine(packed.place) { (line, range) throws(HistoryError) in
      guard isWhole, quick.scan(line, from: range.lowerBound, to: range.upperBound) else {
        ranges.append(contentsOf: repeatElement(0..<0, count: Piece.count - 1))
        line.append(range, to: &bytes, noting: &ranges)
        flags.append(nil)
        return
      }
      // In the order of the pieces.
      line.append(quick.contents.enumCase, to: &bytes, noting: &ranges)
      line.append(quick.contents.site, to: &bytes, noting: &ranges)
      line.append(quick.contents.thread, to: &bytes, noting: &ranges)
      line.append(quick.contents.trace, to: &bytes, noting: &ranges)
      line.append(quick.contents.span, to: &bytes, noting: &ranges)
      line.append(quick.contents.payload, to: &bytes, noting: &ranges)
      line.append(quick.facts.effect ?? 0..<0, to: &bytes, noting: &ranges)
      ranges.append(0..<0)
      flags.append(quick.facts.flags)
    }
  }
}

extension PaddedBytes {
  /// Appends these bytes to others, and where they are then.
  fileprivate func append(_ range: Range<Int>, to bytes: inout [UInt8], noting ranges: inout [Range<Int>]) {
    let start = bytes.count
    if !range.isEmpty { append(range, to: &bytes) }
    ranges.append(start..<bytes.count)
  }
}

extension RowContents {
  /// The contents of a line that is parsed.
  fileprivate init(_ line: JSONNode) {
    func text(_ key: String) -> JSONNode? { line.member(named: key).flatMap { $0.kind == .string ? $0 : nil } }
    self.init(
      enumCase: text("case"), site: text("site"), thread: text("thread"), trace: text("trace"), span: text("span"),
      payload: line.member(named: "payload"), effect: line.member(named: "effect").flatMap(RecordedEffect.init))
  }
}
