/// The error that ended an action.
public struct RecordedError: Hashable, Sendable {
  /// The error's type name.
  public var type: String
  /// The error's description.
  public var message: String

  /// Creates the facts about an error.
  public init(type: String, message: String) {
    self.type = type
    self.message = message
  }
}
