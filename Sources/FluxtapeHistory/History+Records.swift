import FluxtapeLog
public import FluxtapeLogReading

/// A line as it stands in its file.
public struct RawLine: Hashable, Sendable {
  /// Without the line feed and the carriage return before it.
  public var bytes: [UInt8]
  /// Bytes of the file before the line.
  public var byteOffset: Int
  /// Counted from 1, blank lines too.
  public var lineNumber: Int
  /// The file, as it was given.
  public var path: String
}

extension History {
  /// The row's line; of a jump, the line behind the missing steps.
  ///
  /// - Throws: ``HistoryError`` if there is no such row, or if the file can no longer be read.
  /// - Complexity: O(length of the line).
  public func line(at row: Int) throws(HistoryError) -> RawLine {
    let index = index
    guard index.rows.indices.contains(row) else { throw noSuchRow(row) }
    let place = index.rows[row].place
    let part = index.parts.part(at: place)
    var reader = LineWindow(index: index)
    return RawLine(
      bytes: try reader.bytes(of: place), byteOffset: place - index.parts[part].base, lineNumber: index.lineNumber(of: row),
      path: index.files[part].path)
  }

  /// The path of the row's file, as it was given.
  package func path(of row: Int) -> String { index.files[index.parts.part(at: index.rows[row].place)].path }

  /// The record of the row's line, without its completion; `nil` for jumps, bad lines and rows without a record.
  public func record(at row: Int) throws(HistoryError) -> LogRecord? {
    let index = index
    guard index.rows.indices.contains(row) else { throw noSuchRow(row) }
    let listed = index.rows[row]
    guard listed.kind != .jump, listed.kind != .badLine else { return nil }
    return try record(on: listed.place, isTorn: listed.flags.contains(.isTorn), in: index)
  }

  /// The action at the row, with the outcome of its completion, and with the contents of its cause if it is a copy of one dispatch; `nil`
  /// for rows of other kinds.
  public func action(at row: Int) throws(HistoryError) -> ActionRecord? {
    let index = index
    guard index.rows.indices.contains(row) else { throw noSuchRow(row) }
    guard index.rows[row].kind == .action, case .action(var action) = try record(at: row) else { return nil }
    if index.rows[row].flags.contains(.isTorn) { action.outcome = Outcome() }
    if let outcome = index.outcome(of: row),
      case .completion(let completion) = try record(on: index.outcomes[outcome].place, isTorn: false, in: index)
    {
      action.outcome.complete(with: completion.outcome)
    }
    if action.payload == nil, let dispatch = try dispatch(of: action, at: row) {
      action.payload = dispatch.payload
      action.enumCase = action.enumCase ?? dispatch.enumCase
      action.version = action.version ?? dispatch.version
    }
    return action
  }

  /// The dispatch that `action` is a copy of: one action to many stores is written with its contents for the dispatcher, and without them
  /// for each store. The dispatcher's own line says that it was not reduced. A scope or thunk says so in its completion, so that an action
  /// of the same name in it is not a copy.
  private func dispatch(of action: ActionRecord, at row: Int) throws(HistoryError) -> ActionRecord? {
    guard case .step = action.cause, let cause = cause(of: row) else { return nil }
    let index = index
    guard index.rows[cause].kind == .action, index.rows[cause].flags.contains(.isUnreduced) else { return nil }
    guard index.textNumber(of: cause) == index.textNumber(of: row) else { return nil }
    guard case .action(let dispatch) = try record(at: cause), dispatch.outcome.isUnreduced else { return nil }
    return dispatch
  }

  private func record(on line: Int, isTorn: Bool, in index: RunIndex) throws(HistoryError) -> LogRecord? {
    var reader = LineWindow(index: index)
    let bytes = try reader.bytes(of: line)
    let read = isTorn ? LogLine(torn: bytes) : try? LogLine(decoding: bytes)
    switch read {
    case .record(let record): return record
    case .header: return nil
    case nil: throw reader.damaged(line)
    }
  }

  func noSuchRow(_ row: Int) -> HistoryError { HistoryError(.noSuchRow(row), path: files.first?.path ?? "") }
}

extension Outcome {
  /// Adds the members of a completion, which replace those of the action's line.
  fileprivate mutating func complete(with other: Outcome) {
    duration = other.duration ?? duration
    error = other.error ?? error
    isUnreduced = other.isUnreduced || isUnreduced
    omitted = other.omitted ?? omitted
    patch = other.patch ?? patch
    state = other.state ?? state
  }
}
