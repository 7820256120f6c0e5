package import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
package import FluxtapeLogReading

/// Writes the actions of one store as Redux DevTools export them from a Redux app: `{"payload":"[…]","preloadedState":"…"}`.
///
/// The app that imports this replays the actions through its own reducer. Times, states and ids are not part of the form.
package struct DevToolsEnvelope: Sendable {
  private let preloaded: JSONNode?
  private var actions: [UInt8] = []

  /// - Parameter initial: The state that the actions start from; `nil` for the reducer's own.
  package init(initial: JSONNode?) { preloaded = initial }

  /// Adds an action. Those that no reducer has seen, and the beginning and end of a store, are none of the app's.
  package mutating func add(_ action: ActionRecord) {
    guard !action.outcome.isUnreduced, action.effect == nil, !action.type.hasPrefix("@@") else { return }
    if !actions.isEmpty { actions.append(UInt8(ascii: ",")) }
    let plain = ForeignAction(type: action.type, payload: action.payload, other: action.other).json
    JSONValue.object(plain).plainForm.write(into: &actions)
  }

  /// The whole file.
  package var file: [UInt8] {
    var members: JSONObject = ["payload": .string("[" + String(decoding: actions, as: UTF8.self) + "]")]
    members["preloadedState"] = preloaded.map { .string($0.value.plainForm.text) }
    return JSONValue.object(members).bytes + [UInt8(ascii: "\n")]
  }
}
