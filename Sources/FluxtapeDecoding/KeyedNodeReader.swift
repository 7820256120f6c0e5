import FluxtapeCoding
import FluxtapeJSON

struct KeyedNodeReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: DecodingNode
  let members: JSONObject

  var codingPath: [any CodingKey] { node.codingPath }
  /// An existential's type is no member of the value.
  var allKeys: [Key] { members.keys.compactMap { $0 == TaggedValue.typeKey ? nil : Key(stringValue: TaggedValue.unescapedKey($0)) } }

  func contains(_ key: Key) -> Bool { value(forKey: key) != nil }

  private func value(forKey key: some CodingKey) -> JSONValue? {
    // Other writers do not escape keys.
    let escaped = TaggedValue.escapedKey(key.stringValue)
    return members[escaped] ?? (escaped.utf8.count == key.stringValue.utf8.count ? nil : members[key.stringValue])
  }

  private func member(_ key: some CodingKey) throws -> DecodingNode {
    guard let value = value(forKey: key) else { throw node.missing(key) }
    return DecodingNode(value, key: key, inside: node)
  }
}

// MARK: - Values

extension KeyedNodeReader {
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNil }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).floatingPoint() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).floatingPoint() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer() }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).integer() }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).integer() }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).integer() }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).integer() }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).integer() }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).integer() }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(key).integer() }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(key).integer() }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(key).integer() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).decode(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).integer() }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).integer() }
}

// MARK: - Nested containers

extension KeyedNodeReader {
  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws -> KeyedDecodingContainer<NestedKey> {
    try NodeDecoder(node: member(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try NodeDecoder(node: member(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder(forKey: PlaceKey.super) }

  func superDecoder(forKey key: Key) -> any Decoder { decoder(forKey: key) }

  /// Returns a decoder even for a missing key, as a superclass may have nothing to decode. Only decoding a value fails.
  private func decoder(forKey key: some CodingKey) -> any Decoder {
    NodeDecoder(node: DecodingNode(value(forKey: key) ?? .null, key: key, inside: node))
  }
}
