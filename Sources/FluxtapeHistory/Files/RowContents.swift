import FluxtapeDocuments
import FluxtapeJSON
package import FluxtapeLog
package import FluxtapeLogReading

/// Members of a row's line that the index does not keep, apart from its state: JSON without white space.
package struct RowContents {
  /// The values, and where each of them is. Many rows are read, and one array is shared with fewer steps than six slices of it.
  private var bytes: [UInt8] = []
  private var places = Places()
  package fileprivate(set) var cause: RecordedCause?
  package private(set) var effect: RecordedEffect?
  /// Whether contents may stand on the line of a dispatch that this action is a copy of, and are not here: see ``History/action(at:)``.
  package fileprivate(set) var mayBeCopy = false
  /// Whether the row's line is not JSON.
  fileprivate(set) var isDamaged = false

  /// Strings, as are the site, the thread, the trace and the span.
  package var enumCase: ArraySlice<UInt8>? { value(at: places.enumCase) }
  package var site: ArraySlice<UInt8>? { value(at: places.site) }
  package var thread: ArraySlice<UInt8>? { value(at: places.thread) }
  package var trace: ArraySlice<UInt8>? { value(at: places.trace) }
  package var span: ArraySlice<UInt8>? { value(at: places.span) }
  package var payload: ArraySlice<UInt8>? { value(at: places.payload) }
  package var patch: ArraySlice<UInt8>? { value(at: places.patch) }

  private struct Places {
    var enumCase = 0..<0
    var site = 0..<0
    var thread = 0..<0
    var trace = 0..<0
    var span = 0..<0
    var payload = 0..<0
    var patch = 0..<0
  }

  private func value(at place: Range<Int>) -> ArraySlice<UInt8>? { place.isEmpty ? nil : bytes[place] }
}

/// Reads the contents of rows, one row after another. Of lines in the form that recorders write, it copies them, and parses nothing.
package struct RowContentsReader {
  private let index: RunIndex
  private var lines: LineWindow
  private var reader = LineReader()
  /// The contents of the last action that reached no reducer: those behind it may be copies of it.
  private var dispatch: (row: Int, contents: RowContents)?

  package init(_ history: History) {
    index = history.index
    lines = LineWindow(index: index)
  }
}

extension RowContentsReader {
  /// The contents of a row, with those of a dispatch that it is a copy of; nothing for a row without a line, and for a line that is not
  /// JSON.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  package mutating func contents(of row: Int) throws(HistoryError) -> RowContents {
    let (own, facts) = try ownContents(of: row)
    var contents = own
    if own.payload == nil, index.rows[row].kind == .action, let cause = index.possibleDispatch(of: row) {
      if let dispatch, dispatch.row == cause, case .step? = facts?.cause, index.step(of: cause) < index.step(of: row) {
        contents.complete(with: dispatch.contents)
      } else {
        contents.mayBeCopy = true
      }
    }
    if facts?.outcome.isUnreduced == true { dispatch = (row, own) }
    return contents
  }

  /// The contents of the row's line, and the facts of one that the reader accepts.
  private mutating func ownContents(of row: Int) throws(HistoryError) -> (contents: RowContents, facts: LineFacts?) {
    let listed = index.rows[row]
    guard listed.kind != .jump, !index.isWithoutLine(row) else { return (RowContents(), nil) }
    return try lines.withLine(listed.place) { (line, range) throws(HistoryError) in
      let facts = reader.read(line, in: range) ? reader.facts : nil
      guard let facts, reader.isInWrittenForm else {
        var contents = (try? JSONNode(parsing: line.bytes(range))).map { RowContents($0) } ?? .damaged
        contents.cause = facts?.cause
        return (contents, facts)
      }
      return (RowContents(facts, of: line), facts)
    }
  }
}

extension RowContents {
  fileprivate static var damaged: RowContents {
    var contents = RowContents()
    contents.isDamaged = true
    return contents
  }

  /// The contents of a line that is parsed.
  fileprivate init(_ line: JSONNode) {
    func text(_ key: String) -> JSONNode? { line.member(named: key).flatMap { $0.kind == .string ? $0 : nil } }
    places.enumCase = add(text("case")?.bytes)
    places.site = add(text("site")?.bytes)
    places.thread = add(text("thread")?.bytes)
    places.trace = add(text("trace")?.bytes)
    places.span = add(text("span")?.bytes)
    places.payload = add(line.member(named: "payload")?.bytes)
    places.patch = add(line.member(named: "patch")?.bytes)
    effect = line.member(named: "effect").flatMap(RecordedEffect.init)
  }

  /// The contents of a line in the form in which values are written.
  fileprivate init(_ facts: LineFacts, of line: Span<UInt8>) {
    places.enumCase = add(facts.enumCase, of: line)
    places.site = add(facts.site, of: line)
    places.thread = add(facts.thread, of: line)
    places.trace = add(facts.trace, of: line)
    places.span = add(facts.span, of: line)
    places.payload = add(facts.payload, of: line)
    places.patch = add(facts.patch, of: line)
    cause = facts.cause
    effect = facts.effect
  }

  /// Adds what only the dispatch has that this action is a copy of.
  fileprivate mutating func complete(with dispatch: RowContents) {
    places.payload = add(dispatch.payload)
    if places.enumCase.isEmpty { places.enumCase = add(dispatch.enumCase) }
  }

  /// Adds a value, and returns its place.
  private mutating func add(_ value: (some Collection<UInt8>)?) -> Range<Int> {
    let start = bytes.count
    if let value { bytes.append(contentsOf: value) }
    return start..<bytes.count
  }

  private mutating func add(_ value: Range<Int>, of line: Span<UInt8>) -> Range<Int> {
    let start = bytes.count
    if !value.isEmpty { line.append(value, to: &bytes) }
    return start..<bytes.count
  }
}
