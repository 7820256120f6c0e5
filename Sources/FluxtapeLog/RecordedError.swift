/// The error with which an action ended.
public struct RecordedError: Hashable, Sendable {
  /// The error's type name.
  public var type: String
  /// What the error says.
  public var message: String

  /// Creates the facts about an error.
  public init(type: String, message: String) {
    self.type = type
    self.message = message
  }
}
