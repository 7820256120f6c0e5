internal import FluxtapeCoding

/// A value that is never shown: not in a log, whatever its key; not when printed or dumped; and not by any other encoder.
///
/// ```swift
/// struct LoginState: Encodable {
///   @Redacted var answer = ""                // a property
///   var attempts: [Redacted<String>] = []    // or a value
/// }
/// ```
///
/// A log contains `{"$redacted":"9f2c41d07be3a85c"}` instead, with equal digests for equal values, as for every secret; `nil` and empty
/// values stay as they are. ``Redaction/off`` does not change that.
///
/// Every `Encoder` gets the redaction instead of the value. So a state that the app also saves through `Codable` must not keep values in a
/// `Redacted` that it needs to read back: decoding them throws an error that says so.
@propertyWrapper
public struct Redacted<Value> {
  /// The value, visible only to the app.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Wraps a value.
  public init(_ value: Value) { wrappedValue = value }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

extension Redacted: HiddenValue {
  package var hidden: Any { wrappedValue }
}

// MARK: - Printing

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "[redacted]" }
  public var debugDescription: String { "[redacted]" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

// MARK: - Coding

extension Redacted: Encodable {
  /// Writes a redaction without a digest, since only a recorder knows the key.
  public func encode(to encoder: any Encoder) throws { try ["$redacted": ""].encode(to: encoder) }
}

extension Redacted: Decodable where Value: Decodable {
  /// Decodes a value that is not redacted: `nil`, an empty value, or a value that replaced the redaction.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the value was redacted.
  public init(from decoder: any Decoder) throws {
    if let object = try? [String: String](from: decoder), object.contains(where: { $0.key == "$redacted" }) {
      let message = "The value is redacted: it was never written."
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: message))
    }
    try self.init(Value(from: decoder))
  }
}
