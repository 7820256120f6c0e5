import FluxtapeJSON

/// The encoder that one `encode(to:)` sees, and its container for a single value.
struct NodeEncoder: Encoder, SingleValueEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { node.session.rules.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(KeyedNodeContainer(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return UnkeyedNodeContainer(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension NodeEncoder {
  func encodeNil() throws { try node.set(.null) }
  func encode(_ value: Bool) throws { try node.set(.bool(value)) }
  func encode(_ value: String) throws { try node.set(.string(value)) }
  func encode(_ value: Double) throws { try node.set(.float(value)) }
  func encode(_ value: Float) throws { try node.set(.float(value)) }
  func encode(_ value: Int) throws { try node.set(.integer(value)) }
  func encode(_ value: Int8) throws { try node.set(.integer(value)) }
  func encode(_ value: Int16) throws { try node.set(.integer(value)) }
  func encode(_ value: Int32) throws { try node.set(.integer(value)) }
  func encode(_ value: Int64) throws { try node.set(.integer(value)) }
  func encode(_ value: UInt) throws { try node.set(.integer(value)) }
  func encode(_ value: UInt8) throws { try node.set(.integer(value)) }
  func encode(_ value: UInt16) throws { try node.set(.integer(value)) }
  func encode(_ value: UInt32) throws { try node.set(.integer(value)) }
  func encode(_ value: UInt64) throws { try node.set(.integer(value)) }
  func encode(_ value: some Encodable) throws { try node.set(node.session.encode(encodable: value, at: .inside(node))) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { try node.set(.integer(value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { try node.set(.integer(value)) }
}

extension JSONValue {
  static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

  /// A number by its shortest text that reads back as the same bits, or a tag. Which of the many not-a-numbers it was is lost.
  static func float(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> JSONValue {
    if let number = JSONNumber(value) { return .number(number) }
    return TaggedValue(value)?.json ?? .null
  }
}

extension EncodingSession {
  /// An encoder that nobody reads what it is given.
  package static var unread: any Encoder { NodeEncoder(node: EncodingNode(at: .root, in: EncodingSession(.plain))) }
}
