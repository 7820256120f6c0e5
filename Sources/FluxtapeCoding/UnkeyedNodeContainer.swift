import FluxtapeJSON

struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int { node.elementCount }

  func encodeNil() throws { try node.append(.null) }
  func encode(_ value: Bool) throws { try node.append(.bool(value)) }
  func encode(_ value: String) throws { try node.append(.string(value)) }
  func encode(_ value: Double) throws { try node.append(.float(value)) }
  func encode(_ value: Float) throws { try node.append(.float(value)) }
  func encode(_ value: Int) throws { try node.append(.integer(value)) }
  func encode(_ value: Int8) throws { try node.append(.integer(value)) }
  func encode(_ value: Int16) throws { try node.append(.integer(value)) }
  func encode(_ value: Int32) throws { try node.append(.integer(value)) }
  func encode(_ value: Int64) throws { try node.append(.integer(value)) }
  func encode(_ value: UInt) throws { try node.append(.integer(value)) }
  func encode(_ value: UInt8) throws { try node.append(.integer(value)) }
  func encode(_ value: UInt16) throws { try node.append(.integer(value)) }
  func encode(_ value: UInt32) throws { try node.append(.integer(value)) }
  func encode(_ value: UInt64) throws { try node.append(.integer(value)) }
  func encode(_ value: some Encodable) throws {
    try node.append(node.session.encode(encodable: value, at: .inside(node, key: PlaceKey(node.elementCount))))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { try node.append(.integer(value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { try node.append(.integer(value)) }
}

// MARK: - Nested containers

extension UnkeyedNodeContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    NodeEncoder(node: node.nestedElement()).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { NodeEncoder(node: node.nestedElement()).unkeyedContainer() }

  func superEncoder() -> any Encoder { NodeEncoder(node: node.nestedElement()) }
}
