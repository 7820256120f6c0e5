import FluxtapeDocuments
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What a listed row shows on request, besides what every row has: so that no answer has to be joined with the log again.
package struct RowDetails: Hashable, Sendable {
  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// The time of day with its date, in UTC: the header's time and the row's.
    case time
    /// The place in the source.
    case site
    /// The action's contents.
    case payload
    /// The trace in which the action was dispatched, and the span in it.
    case trace, span
  }

  /// A path in a state, as it was asked for.
  package struct Value: Hashable, Sendable {
    let text: String
    let path: PathPattern

    package init(_ text: String, _ path: PathPattern) { (self.text, self.path) = (text, path) }
  }

  private let parts: [Part]
  private let values: [Value]

  package init(_ parts: [Part] = [], values: [Value] = []) { (self.parts, self.values) = (parts, values) }

  package var isEmpty: Bool { parts.isEmpty && values.isEmpty }

  var columns: [Table.Column] { parts.map { Table.Column($0 == .time ? "date" : $0.rawValue) } + values.map { Table.Column($0.text) } }

  /// The members to add: `time`, `site`, `payload`, `trace` and `span` if the row has them, and `values`: an object of those that are known
  /// after the row, an array for a path with `[*]`; `null` for an absent value. `notKnown` lists the paths of the others.
  func members(of row: Int, in history: History) -> [(String, JSONValue)] {
    let facts = facts(of: row, in: history)
    var members = parts.compactMap { part in facts[part].map { (part.rawValue, $0) } }
    guard !values.isEmpty else { return members }
    var known: JSONObject = [:]
    var notKnown: [JSONValue] = []
    for value in values {
      let found = Self.value(value.path, after: row, in: history)
      if let found { known[value.text] = found } else { notKnown.append(.string(value.text)) }
    }
    members.append(("values", .object(known)))
    if !notKnown.isEmpty { members.append(("notKnown", .array(notKnown))) }
    return members
  }

  func cells(of row: Int, in history: History) -> [String] {
    let facts = facts(of: row, in: history)
    return parts.map { facts[$0].map(Self.text) ?? "" }
      + values.map { Self.value($0.path, after: row, in: history).map(Self.text) ?? "not known" }
  }

  private static func text(_ value: JSONValue) -> String { value.string ?? value.text }

  /// `nil` if it is not known.
  private static func value(_ path: PathPattern, after row: Int, in history: History) -> JSONValue? {
    guard let store = path.store ?? history.rows[row].store.map({ history.stores[$0] }), history.stores.contains(store) else { return nil }
    switch try? history.state(of: store, after: row) {
    case .known(let state, .exact):
      return path.hasMany ? .array(path.values(in: state).map(\.value)) : path.value(in: state)?.value ?? .null
    case .absent: return .null
    case .known, .unknown, nil: return nil
    }
  }

  /// What the log says of one row, as far as it was asked for.
  private func facts(of row: Int, in history: History) -> [Part: JSONValue] {
    guard !parts.isEmpty else { return [:] }
    var facts: [Part: JSONValue] = [:]
    facts[.time] = history.rows[row].time.flatMap { history.start?.advanced(byMicroseconds: $0) }?.description.jsonValue
    switch try? history.record(at: row) {
    case .action(let action)?:
      facts[.payload] = action.payload
      (facts[.site], facts[.trace], facts[.span]) = (action.site?.jsonValue, action.trace?.jsonValue, action.span?.jsonValue)
    case .mark(let mark)?: facts[.site] = mark.site?.jsonValue
    case .state, .completion, .gap, .end, .unknown, nil: break
    }
    return facts
  }
}
