import FluxtapeDocuments
import FluxtapeJSON

/// What the importers of Redux DevTools do with a text, according to their sources: `instrument.ts` (`IMPORT_STATE`), the extension's
/// `importState.ts`, and the monitor's `instances.ts`.
enum DevToolsImporter {
  struct Fault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// The imported actions with their states.
  struct Shown {
    var types: [String]
    var states: [JSONValue]
    var timestamps: [Int]
    var skipped: [Int]
  }

  /// A monitor that keeps the recorded states: it stores the text, and the list and the slider read it.
  static func monitor(_ text: String) throws -> Shown {
    let lifted = try JSONValue(parsing: text)
    guard let actions = lifted["actionsById"]?.object, let staged = lifted["stagedActionIds"]?.array,
      let computed = lifted["computedStates"]?.array
    else { throw Fault("the view breaks: no actionsById, stagedActionIds or computedStates") }
    guard let ids = Optional(staged.compactMap(\.int)), ids.count == staged.count, ids.first == 0 else {
      throw Fault("ids are numbers, 0 first")
    }
    guard computed.count == ids.count else { throw Fault("a state for each staged action") }
    guard let cursor = lifted["currentStateIndex"]?.int, computed.indices.contains(cursor) else { throw Fault("the cursor is no state") }
    guard let next = lifted["nextActionId"]?.int, ids.allSatisfy({ $0 < next }) else { throw Fault("the next id is taken") }
    var shown = Shown(types: [], states: [], timestamps: [], skipped: lifted["skippedActionIds"]?.array?.compactMap(\.int) ?? [])
    for (id, state) in zip(ids, computed) {
      guard let entry = actions[String(id)] else { throw Fault("action \(id) is missing") }
      guard entry["type"] == "PERFORM_ACTION" else { throw Fault("an entry is no performed action") }
      // The list filters by it, and calls `toLowerCase` on it.
      guard let type = entry["action"]?["type"]?.string else { throw Fault("a type is no text") }
      guard let timestamp = entry["timestamp"]?.int else { throw Fault("no timestamp") }
      guard let value = state["state"] else { throw Fault("a computed state without state") }
      shown.types.append(type)
      shown.states.append(value)
      shown.timestamps.append(timestamp)
    }
    return shown
  }

  /// The enhancer in an app: it replays everything through the app's reducer.
  static func enhancer(
    _ text: String, initial: JSONValue, reducer: (JSONValue, JSONValue) -> JSONValue
  ) throws -> (types: [String], states: [JSONValue]) {
    var content = try JSONValue(parsing: text)
    var state = initial
    if content["payload"] != nil {
      if let preloaded = content["preloadedState"] {
        guard let text = preloaded.string else { throw Fault("\"[object Object]\" is not valid JSON") }
        state = try JSONValue(parsing: text)
      }
      guard let payload = content["payload"]?.string else { throw Fault("\"[object Object]\" is not valid JSON") }
      content = try JSONValue(parsing: payload)
    }
    var actions: [JSONValue] = []
    if let bare = content.array {
      actions = bare
    } else {
      guard let entries = content["actionsById"], content["computedStates"] != nil else { throw Fault("computedStates is undefined") }
      if let committed = content["committedState"] { state = committed }
      let skipped = Set(content["skippedActionIds"]?.array?.compactMap(\.int) ?? [])
      actions = (content["stagedActionIds"]?.array ?? []).compactMap(\.int).filter { $0 != 0 && !skipped.contains($0) }
        .compactMap { entries[String($0)]?["action"] }
    }
    var states: [JSONValue] = []
    for action in actions {
      guard action["type"] != nil else { throw Fault("Actions may not have an undefined \"type\" property.") }
      state = reducer(state, action)
      states.append(state)
    }
    return (actions.compactMap { $0["type"]?.string }, states)
  }
}
