public import FluxtapeJSON
import FluxtapeLog
public import FluxtapeLogReading

/// A recorded action, before decoding it to a value of the app.
public struct RecordedAction: Hashable, Sendable {
  /// The action's number in the run.
  public let step: Int
  /// The store's name.
  public let store: String
  /// `cart.itemAdded`.
  public var type: String
  /// The schema version of the action type, if the app declares one.
  public var version: Int?
  /// The enum case, or the path of nested cases, that ``payload`` belongs to.
  public var enumCase: String?
  /// The contents; `nil` for an action without any.
  public var payload: JSONValue?

  /// Creates an action from its record.
  public init(_ record: ActionRecord) {
    step = record.step.rawValue
    store = record.store
    type = record.type
    version = record.version
    enumCase = record.enumCase
    payload = record.payload
  }

  /// The JSON for decoding: the payload inside its enum cases.
  public var decodable: JSONValue { Self.decodable(case: enumCase, payload: payload) }

  /// Decodes the action.
  ///
  /// - Throws: `DecodingError`, or another error of the type's `init(from:)`.
  public func decode<Action: Decodable>(_ type: Action.Type = Action.self) throws -> Action { try decodable.decode(type) }

  /// Returns the JSON that `ValueDecoder` decodes an action from, for the `case` and `payload` of its record.
  ///
  /// `cart.rows.qtyChanged` gives `{"cart":{"_0":{"rows":{"_0":{"qtyChanged":payload}}}}}`.
  package static func decodable(case path: String?, payload: JSONValue?) -> JSONValue {
    let contents = payload ?? [:]
    guard let names = path?.split(separator: ".", omittingEmptySubsequences: false), let leaf = names.last else { return contents }
    let innermost: JSONValue = [TaggedValue.escapedKey(String(leaf)): contents]
    return names.dropLast().reversed().reduce(innermost) { inner, name in [TaggedValue.escapedKey(String(name)): ["_0": inner]] }
  }
}
