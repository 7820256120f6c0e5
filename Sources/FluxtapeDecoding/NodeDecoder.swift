import FluxtapeJSON

/// The decoder for one `init(from:)`, and its single-value container.
struct NodeDecoder: Decoder, SingleValueDecodingContainer {
  let node: DecodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { node.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node.json, !isTagged else { throw node.mismatch([String: Any].self, expected: "object") }
    return KeyedDecodingContainer(KeyedNodeReader(node: node, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = node.json else { throw node.mismatch([Any].self, expected: "array") }
    return UnkeyedNodeReader(node: node, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private var isTagged: Bool { TaggedValue(node.json) != nil }
}

extension NodeDecoder {
  func decodeNil() -> Bool { node.isNil }
  func decode(_ type: Bool.Type) throws -> Bool { try node.bool() }
  func decode(_ type: String.Type) throws -> String { try node.string() }
  func decode(_ type: Double.Type) throws -> Double { try node.floatingPoint() }
  func decode(_ type: Float.Type) throws -> Float { try node.floatingPoint() }
  func decode(_ type: Int.Type) throws -> Int { try node.integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try node.integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try node.integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try node.integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try node.integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try node.integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try node.integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try node.integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try node.integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try node.integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try DecodingNode(node.json, key: nil, inside: node).decode(type)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try node.integer() }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try node.integer() }
}
