public import FluxtapeJSON

/// Decodes Swift values from the JSON that the recorder encoded.
///
/// It decodes everything that a `Codable` type encodes: dates, data, exact decimals, dictionaries with any keys, and non-finite numbers. It
/// also decodes dates from seconds since 2001, the default encoding of `Date`.
public struct ValueDecoder: Sendable {
  /// The `userInfo` of the decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// Decodes a value from JSON.
  ///
  /// - Throws: `DecodingError` with the coding path. The message says if a value was redacted, truncated or opaque in the log, and never
  ///   contains a value. Also rethrows other errors of a type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from json: JSONValue) throws -> Value {
    try DecodingNode(json, userInfo: userInfo).decode(type)
  }
}
