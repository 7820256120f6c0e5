public import FluxtapeJSON
package import FluxtapeLog

/// What a client of a live session did to the running app, in a mark: `{"do":"jump","step":40,"by":"fluxtape inspector"}`.
public struct RecordedCommand: Hashable, Sendable {
  /// `jump`, `lock`, `dispatch`, or a command of a later version.
  public let name: String
  /// The name that the client has given itself.
  public let client: String?
  /// All members, as they are in the log.
  public internal(set) var members: JSONObject

  /// The commands that dispatch an action. It has their mark as its cause.
  package static let dispatching: Set<String> = ["dispatch", "repeat"]
  /// The commands that change the app. Others look, hold actions, or let the app wait.
  package static let changing: Set<String> = dispatching.union(["drop", "jump", "now", "replay", "skip", "unlock"])

  /// Returns nil if the members do not name a command.
  ///
  /// - Parameter members: The members of the object.
  public init?(_ members: JSONObject) {
    guard let name = members["do"]?.string else { return nil }
    (self.name, client, self.members) = (name, members["by"]?.string, members)
  }

  /// `jump by fluxtape inspector`
  package var words: String { name + (client.map { " by " + $0 } ?? "") }

  /// Changes the steps that the command is about, in a log whose steps have other numbers. Leaves out those that are not in it.
  package mutating func renumber(_ number: (StepNumber) -> StepNumber?) {
    func new(_ step: JSONValue) -> JSONValue? { step.int.flatMap { number(StepNumber($0)) }.map { .number(JSONNumber($0.rawValue)) } }
    members["step"] = members["step"].flatMap(new)
    members["steps"] = members["steps"]?.array.map { .array($0.compactMap(new)) }
  }
}
