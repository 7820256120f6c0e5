// The encoder and its containers. They are as small as possible, since the app's module has a copy for each type of keys.

struct NodeEncoder: Encoder {
  let node: Node
  let serial: Int

  init(_ node: Node) { (self.node, serial) = (node, node.serial) }

  var codingPath: [any CodingKey] { node.codingPath(serial) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.request(.object, serial)
    return KeyedEncodingContainer(KeyedNode<Key>(node, serial))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.request(.array, serial)
    return UnkeyedNode(node: node, serial: serial)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleNode(node: node, serial: serial) }
}

extension Node {
  func put<Value>(_ value: Value, forKey key: String, _ serial: Int) throws {
    if accepts(serial) { member(value, key) } else { try refuse() }
  }

  /// A member that is `nil` has its place in the value, too.
  func putIfPresent<Value>(_ value: Value?, forKey key: String, _ serial: Int) throws {
    if accepts(serial) { member(value, key, isAbsent: value == nil) } else if value != nil { try refuse() }
  }

  func putElement<Value>(_ value: Value, _ serial: Int) throws {
    if accepts(serial) { element(value) } else { try refuse() }
  }

  func putSingle<Value>(_ value: Value, _ serial: Int) throws {
    if accepts(serial) { single(value) } else { try refuse() }
  }
}

struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let node: Node
  private let serial: Int

  init(_ node: Node, _ serial: Int) {
    (self.node, self.serial) = (node, serial)
    if node.accepts(serial) { node.keyType = Key.self }
  }

  var codingPath: [any CodingKey] { node.codingPath(serial) }

  func encodeNil(forKey key: Key) throws { try node.put(Bool?.none, forKey: key.stringValue, serial) }
  func encode(_ value: Bool, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: String, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Double, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Float, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Int, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Int8, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Int16, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Int32, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: Int64, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: UInt, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: UInt8, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: UInt16, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: UInt32, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: UInt64, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try node.put(value, forKey: key.stringValue, serial) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try node.putIfPresent(value, forKey: key.stringValue, serial)
  }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try node.putIfPresent(value, forKey: key.stringValue, serial) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    let nested = node.nested(.object, key, serial)
    return KeyedEncodingContainer(KeyedNode<Nested>(nested, nested.serial))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = node.nested(.array, key, serial)
    return UnkeyedNode(node: nested, serial: nested.serial)
  }

  func superEncoder() -> any Encoder { NodeEncoder(node.superNode(PlaceKey.super, serial)) }
  func superEncoder(forKey key: Key) -> any Encoder { NodeEncoder(node.superNode(key, serial)) }
}

/// A container whose values have no keys.
private protocol KeylessNode {
  func put<Value>(_ value: Value) throws
}

extension KeylessNode {
  func encodeNil() throws { try put(Bool?.none) }
  func encode(_ value: Bool) throws { try put(value) }
  func encode(_ value: String) throws { try put(value) }
  func encode(_ value: Double) throws { try put(value) }
  func encode(_ value: Float) throws { try put(value) }
  func encode(_ value: Int) throws { try put(value) }
  func encode(_ value: Int8) throws { try put(value) }
  func encode(_ value: Int16) throws { try put(value) }
  func encode(_ value: Int32) throws { try put(value) }
  func encode(_ value: Int64) throws { try put(value) }
  func encode(_ value: UInt) throws { try put(value) }
  func encode(_ value: UInt8) throws { try put(value) }
  func encode(_ value: UInt16) throws { try put(value) }
  func encode(_ value: UInt32) throws { try put(value) }
  func encode(_ value: UInt64) throws { try put(value) }
  func encode(_ value: some Encodable) throws { try put(value) }
}

struct UnkeyedNode: UnkeyedEncodingContainer, KeylessNode {
  let node: Node
  let serial: Int

  var codingPath: [any CodingKey] { node.codingPath(serial) }
  var count: Int { node.elementCount(serial) }

  fileprivate func put<Value>(_ value: Value) throws { try node.putElement(value, serial) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { try put(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { try put(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    let nested = node.nested(.object, nil, serial)
    return KeyedEncodingContainer(KeyedNode<Nested>(nested, nested.serial))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = node.nested(.array, nil, serial)
    return UnkeyedNode(node: nested, serial: nested.serial)
  }

  func superEncoder() -> any Encoder { NodeEncoder(node.superNode(nil, serial)) }
}

struct SingleNode: SingleValueEncodingContainer, KeylessNode {
  let node: Node
  let serial: Int

  var codingPath: [any CodingKey] { node.codingPath(serial) }

  fileprivate func put<Value>(_ value: Value) throws { try node.putSingle(value, serial) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { try put(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { try put(value) }
}
