import FluxtapeJSON

struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int { node.elementCount }

  func encodeNil() { node.append(.null) }
  func encode(_ value: Bool) { node.append(.bool(value)) }
  func encode(_ value: String) { node.append(.string(value)) }
  func encode(_ value: Double) { node.append(.float(value)) }
  func encode(_ value: Float) { node.append(.float(value)) }
  func encode(_ value: Int) { node.append(.integer(value)) }
  func encode(_ value: Int8) { node.append(.integer(value)) }
  func encode(_ value: Int16) { node.append(.integer(value)) }
  func encode(_ value: Int32) { node.append(.integer(value)) }
  func encode(_ value: Int64) { node.append(.integer(value)) }
  func encode(_ value: UInt) { node.append(.integer(value)) }
  func encode(_ value: UInt8) { node.append(.integer(value)) }
  func encode(_ value: UInt16) { node.append(.integer(value)) }
  func encode(_ value: UInt32) { node.append(.integer(value)) }
  func encode(_ value: UInt64) { node.append(.integer(value)) }
  func encode(_ value: some Encodable) {
    node.append(node.session.encode(encodable: value, at: .inside(node, key: PlaceKey(node.elementCount))))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) { node.append(.integer(value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) { node.append(.integer(value)) }
}

// MARK: - Nested containers

extension UnkeyedNodeContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    NodeEncoder(node: node.nestedElement()).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { NodeEncoder(node: node.nestedElement()).unkeyedContainer() }

  func superEncoder() -> any Encoder { NodeEncoder(node: node.nestedElement()) }
}
