/// The encoder passed to one `encode(to:)`, and its single-value container. See ``Output``.
struct StreamEncoder: Encoder, SingleValueEncodingContainer {
  let output: Output
  let serial: UInt64
  let depth: Int

  var codingPath: [any CodingKey] { output.codingPath(to: depth, serial) }
  var userInfo: [CodingUserInfoKey: Any] { output.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.request(.object, depth, serial)
    return KeyedStreamContainer<Key>.container(output, serial, depth)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.request(.array, depth, serial)
    return UnkeyedStreamContainer(output: output, serial: serial, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension StreamEncoder: KeylessStreamContainer {
  @inline(__always)
  func begin() -> Bool { output.beginSingle(depth, serial) }

  func divert<Value>(_ value: Value) throws { try output.divert(serial) { try $0.set(value) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { if begin() { output.write(value) } else { try divert(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { if begin() { output.write(value) } else { try divert(value) } }
}

extension StreamEncoder {
  /// An encoder of a released writer: its output is discarded.
  static var unread: StreamEncoder { StreamEncoder(output: ValueWriter(rules: .plain).output, serial: Output.deadSerial, depth: 0) }
}

extension EncodingSession {
  /// An encoder whose output is discarded.
  package static var unread: any Encoder { StreamEncoder.unread }
}
