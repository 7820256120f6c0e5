package import FluxtapeJSON

/// What a live session can do, and where it stands.
package struct LiveStatus: Hashable, Sendable {
  /// A store that is attached to the session.
  package struct Store: Hashable, Sendable {
    package let name: String
    /// The first step whose state the session keeps; `nil` if it keeps none.
    package var firstKept: Int?
    /// The last one.
    package var lastKept: Int?
    /// Whether states can be read from JSON.
    package var readsStates = false
    /// Whether actions can be sent to it.
    package var takesActions = false
    /// Whether actions can be read from JSON.
    package var readsActions = false
    /// Whether its states can be recomputed.
    package var recomputes = false
    /// Whether its actions can be held.
    package var holds = false
    /// The steps that are left out of its state, in order.
    package var skipped: [Int] = []

    package init(_ name: String, skipped: [Int] = []) { (self.name, self.skipped) = (name, skipped) }
  }

  /// The run that the log is of.
  package var run: String
  package var stores: [Store] = []
  /// The step that the stores were set to, until they are set back.
  package var jumpedTo: Int?
  package var isLocked = false
  /// The number of actions that are held.
  package var held = 0
  /// The query that the app stops at.
  package var query: String?
  /// The step at which the app waits.
  package var pausedAt: Int?
  /// The name that the driving client has given itself.
  package var driver: String?

  package init(run: String) { self.run = run }
}

extension LiveStatus {
  package var json: JSONValue {
    var members: JSONObject = ["run": .string(run), "stores": .array(stores.map(\.json))]
    members["jumpedTo"] = jumpedTo.map { .number(JSONNumber($0)) }
    if isLocked { members["locked"] = true }
    if held > 0 { members["held"] = .number(JSONNumber(held)) }
    members["query"] = query.map(JSONValue.string)
    members["pausedAt"] = pausedAt.map { .number(JSONNumber($0)) }
    members["driver"] = driver.map(JSONValue.string)
    return .object(members)
  }

  package init?(_ json: JSONValue) {
    guard let run = json["run"]?.string else { return nil }
    self.run = run
    stores = json["stores"]?.array?.compactMap(Store.init) ?? []
    jumpedTo = json["jumpedTo"]?.int
    isLocked = json["locked"]?.bool ?? false
    held = json["held"]?.int ?? 0
    query = json["query"]?.string
    pausedAt = json["pausedAt"]?.int
    driver = json["driver"]?.string
  }
}

extension LiveStatus.Store {
  fileprivate static let abilities: [(name: String, any (WritableKeyPath<Self, Bool> & Sendable))] = [
    ("readsStates", \.readsStates), ("takesActions", \.takesActions), ("readsActions", \.readsActions), ("recomputes", \.recomputes),
    ("holds", \.holds),
  ]

  fileprivate var json: JSONValue {
    var members: JSONObject = ["name": .string(name)]
    members["firstKept"] = firstKept.map { .number(JSONNumber($0)) }
    members["lastKept"] = lastKept.map { .number(JSONNumber($0)) }
    for (name, path) in Self.abilities where self[keyPath: path] { members[name] = true }
    if !skipped.isEmpty { members["skipped"] = .array(skipped.map { .number(JSONNumber($0)) }) }
    return .object(members)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    self.init(name)
    (firstKept, lastKept) = (json["firstKept"]?.int, json["lastKept"]?.int)
    for (name, path) in Self.abilities { self[keyPath: path] = json[name]?.bool ?? false }
    skipped = json["skipped"]?.array?.compactMap(\.int) ?? []
  }
}
