package import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
package import FluxtapeLogReading

/// Writes the actions of one store in the form that Redux DevTools exports: `{"payload":"[…]","preloadedState":"…"}`.
///
/// The importing app replays the actions with its own reducer. The form has no times, states and ids.
package struct DevToolsEnvelope: Sendable {
  private let preloaded: JSONNode?
  private var actions: [UInt8] = []

  /// - Parameter initial: The state before the first action; `nil` for the reducer's initial state.
  package init(initial: JSONNode?) { preloaded = initial }

  /// Adds an action. Skips actions that did not reach a reducer, and the beginning and end of a store.
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
