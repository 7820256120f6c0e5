import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Something that a run has and another may not have: an action of a type, one right after another, a value that was written.
public struct RunFact: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An action that had not come to its end when the log broke off.
    case inFlight
    /// An action that failed, with the type of its error.
    case error
    /// An action.
    case action
    /// An action right after another one.
    case order
    /// An action wrote this value here.
    case value
    /// An action changed what is here.
    case change
  }

  public let kind: Kind
  public let store: String
  public let type: String
  /// The type of the error, the action before, the path, the path with the value. Elements of arrays are `*`.
  public let detail: String
}

// MARK: - Finding

extension RunFact {
  /// All facts of a run, each with the row where it is first seen.
  ///
  /// - Complexity: O(bytes of the run's records).
  static func all(in history: History) throws(HistoryError) -> [RunFact: Int] {
    var facts: [RunFact: Int] = [:]
    var previous: (store: String, type: String)?
    for row in history.rows.indices where history.rows[row].kind == .action {
      guard facts.count < mostOfOneRun, let action = try history.action(at: row) else { continue }
      func note(_ kind: Kind, _ detail: String = "") {
        let fact = RunFact(kind: kind, store: action.store, type: action.type, detail: detail)
        if facts[fact] == nil { facts[fact] = row }
      }
      note(.action)
      if history.rows[row].isInFlight { note(.inFlight) }
      if let error = action.outcome.error { note(.error, error.type) }
      // Lives of stores begin and end with those who use them.
      if !action.type.hasPrefix("@@") {
        if let previous { note(.order, "\(previous.store) \(previous.type)") }
        previous = (action.store, action.type)
      }
      for operation in action.outcome.patch?.operations ?? [] { Self.note(operation, note) }
    }
    return facts
  }

  /// Facts that are looked at of one run: more are those of a program that makes up names as it goes.
  private static let mostOfOneRun = 500_000

  private static func note(_ operation: JSONPatch.Operation, _ note: (Kind, String) -> Void) {
    let path = pattern(of: operation.path)
    note(.change, path)
    switch operation {
    case .add(_, let value), .replace(_, let value): self.note(value, at: path, depth: 0, note)
    case .remove, .move, .copy, .test, .splice: break
    }
  }

  /// Scalars of a value that was written.
  private static func note(_ value: JSONValue, at path: String, depth: Int, _ note: (Kind, String) -> Void) {
    switch value {
    case _ where value.isLeftOut: break
    case .object(let object):
      guard depth < 3 else { return }
      for member in object.prefix(32) { self.note(member.value, at: "\(path)/\(token(member.key))", depth: depth + 1, note) }
    case .string(let text) where text.utf8.count > 64 || IdentifiedText.mayHoldIdentifier(text): break
    case .array: break
    case .null, .bool, .number, .string: note(.value, "\(path) = \(value.text)")
    }
  }

  private static func pattern(of pointer: JSONPointer) -> String {
    pointer.tokens.map { "/" + token($0) }.joined()
  }

  private static func token(_ token: String) -> String {
    if JSONPointer.arrayIndex(token) != nil || token == "-" { return "*" }
    guard IdentifiedText.mayHoldIdentifier(token), !IdentifiedText(token).identifiers.isEmpty else {
      return String(JSONPointer(tokens: [token]).description.dropFirst())
    }
    return "*"
  }
}
