#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
#endif

/// A value that is never shown: not in a log, whatever its key is, not where it is printed or dumped, and not in another encoding.
///
/// ```swift
/// struct LoginState: Encodable {
///   @Redacted var answer = ""                // a property
///   var attempts: [Redacted<String>] = []    // or a value
/// }
/// ```
///
/// In a log stands `{"$redacted":"9f2c41d07be3a85c"}`, equal values with equal digests, as for every secret; `nil` and what is empty stay
/// as they are. ``Redaction/off`` does not change that.
///
/// Every `Encoder` gets the redaction instead of the value. So a state that an app also saves through `Codable` must not keep in a
/// `Redacted` what is to be read again: to decode it is an error that says so.
@propertyWrapper
public struct Redacted<Value> {
  /// The value, which only the app sees.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Wraps a value.
  public init(_ value: Value) { wrappedValue = value }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

#if !RECORDING_COMPILED_OUT
extension Redacted: HiddenValue {
  package var hidden: Any { wrappedValue }
}
#endif

// MARK: - Shown

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "[redacted]" }
  public var debugDescription: String { "[redacted]" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

// MARK: - Encoded

extension Redacted: Encodable {
  /// Writes that there was a value. Only a recorder knows the key for a digest of it.
  public func encode(to encoder: any Encoder) throws { try ["$redacted": ""].encode(to: encoder) }
}

extension Redacted: Decodable where Value: Decodable {
  /// Reads a value that is not redacted: `nil`, what is empty, or what somebody put in place of the redaction.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the value was left out.
  public init(from decoder: any Decoder) throws {
    if let object = try? [String: String](from: decoder), object.contains(where: { $0.key == "$redacted" }) {
      let message = "The value is redacted: it was never written."
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: message))
    }
    try self.init(Value(from: decoder))
  }
}
