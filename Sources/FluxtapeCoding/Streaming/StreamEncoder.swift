/// The encoder that one `encode(to:)` sees, and its container for a single value. See ``Output``.
struct StreamEncoder: Encoder, SingleValueEncodingContainer {
  let output: Output
  let serial: UInt64
  let depth: Int

  var codingPath: [any CodingKey] { output.codingPath(to: depth, serial) }
  var userInfo: [CodingUserInfoKey: Any] { output.writer.rules.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.request(.object, depth, serial)
    return KeyedEncodingContainer(KeyedStreamContainer(output: output, serial: serial, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.request(.array, depth, serial)
    return UnkeyedStreamContainer(output: output, serial: serial, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension StreamEncoder {
  func encodeNil() { if begin() { output.writeNull() } }
  func encode(_ value: Bool) { if begin() { output.write(value) } }
  func encode(_ value: String) { if begin() { output.write(value) } }
  func encode(_ value: Double) { if begin() { output.write(value) } }
  func encode(_ value: Float) { if begin() { output.write(value) } }
  func encode(_ value: Int) { if begin() { output.write(value) } }
  func encode(_ value: Int8) { if begin() { output.write(value) } }
  func encode(_ value: Int16) { if begin() { output.write(value) } }
  func encode(_ value: Int32) { if begin() { output.write(value) } }
  func encode(_ value: Int64) { if begin() { output.write(value) } }
  func encode(_ value: UInt) { if begin() { output.write(value) } }
  func encode(_ value: UInt8) { if begin() { output.write(value) } }
  func encode(_ value: UInt16) { if begin() { output.write(value) } }
  func encode(_ value: UInt32) { if begin() { output.write(value) } }
  func encode(_ value: UInt64) { if begin() { output.write(value) } }
  func encode(_ value: some Encodable) { if begin() { output.write(value) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) { if begin() { output.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) { if begin() { output.write(value) } }

  private func begin() -> Bool { output.beginSingle(depth, serial) }
}
