import FluxtapeJSON

struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil(forKey key: Key) throws { try node.set(.null, forKey: key) }
  func encode(_ value: Bool, forKey key: Key) throws { try node.set(.bool(value), forKey: key) }
  func encode(_ value: String, forKey key: Key) throws { try node.set(.string(value), forKey: key) }
  func encode(_ value: Double, forKey key: Key) throws { try node.set(.float(value), forKey: key) }
  func encode(_ value: Float, forKey key: Key) throws { try node.set(.float(value), forKey: key) }
  func encode(_ value: Int, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: Int8, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: Int16, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: Int32, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: Int64, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: UInt, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    guard !node.session.rules.leavesOut(type(of: value)) else { return }
    try node.set(node.session.encode(encodable: value, at: .inside(node, key: key)), forKey: key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try node.set(.integer(value), forKey: key) }
}

// MARK: - Nested containers

extension KeyedNodeContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<NestedKey> {
    NodeEncoder(node: node.nestedNode(forKey: key)).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.nestedNode(forKey: key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { NodeEncoder(node: node.superNode(forKey: PlaceKey.super)) }

  func superEncoder(forKey key: Key) -> any Encoder { NodeEncoder(node: node.superNode(forKey: key)) }
}
