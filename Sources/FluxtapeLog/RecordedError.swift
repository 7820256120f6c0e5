/// The error with which an action ended.
public struct RecordedError: Hashable, Sendable {
  /// The error's type name.
  public var type: String
  public var message: String

  public init(type: String, message: String) {
    self.type = type
    self.message = message
  }
}
