import FluxtapeCoding
public import FluxtapeJSON
import FluxtapeLog
public import FluxtapeLogReading

/// An action as a log has it, on its way to a value of the app's.
public struct RecordedAction: Hashable, Sendable {
  /// The action's number in the run.
  public let step: Int
  /// The store's name.
  public let store: String
  /// `cart.itemAdded`.
  public var type: String
  /// Schema version of the action type, where the app gives one.
  public var version: Int?
  /// The enum case, or the path of nested cases, whose content ``payload`` is.
  public var enumCase: String?
  /// The contents; `nil` for an action that carries none.
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

  /// What a `Decodable` action type is read from: the payload inside its cases.
  public var decodable: JSONValue { ActionDescription.decodable(case: enumCase, payload: payload) }

  /// The action as a value of a type.
  ///
  /// - Throws: `DecodingError`, and what the type's `init(from:)` throws.
  public func decode<Action: Decodable>(_ type: Action.Type = Action.self) throws -> Action { try decodable.decode(type) }
}
