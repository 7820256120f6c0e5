public import FluxtapeJSON

/// Makes Swift values again from the JSON that a recorder made of them.
///
/// What a `Codable` type writes, it reads back: dates, data and decimals to the last bit that their text holds, dictionaries with any keys,
/// numbers that are not finite. Dates are also read from the seconds since 2001, as `Date` encodes itself elsewhere.
public struct ValueDecoder: Sendable {
  /// What `init(from:)` finds under `Decoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) { self.userInfo = userInfo }

  /// The value that `json` stands for.
  ///
  /// - Throws: `DecodingError` with the path to the place that does not fit; it says so where a value was redacted, truncated or opaque
  ///   when it was recorded. The message never holds a value. Whatever else the `init(from:)` of a type throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from json: JSONValue) throws -> Value {
    try DecodingNode(json, userInfo: userInfo).decode(type)
  }
}
