struct UnkeyedStreamContainer: UnkeyedEncodingContainer {
  let output: Output
  let serial: UInt64
  let depth: Int

  var codingPath: [any CodingKey] { output.codingPath(to: depth, serial) }
  var count: Int { output.elementCount(depth, serial) }

  private func begin() -> Bool { output.beginElement(depth, serial) }

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
}

// MARK: - Nested containers

extension UnkeyedStreamContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    let nested = begin() ? output.openNested(.object) : Output.deadSerial
    return KeyedEncodingContainer(KeyedStreamContainer<NestedKey>(output: output, serial: nested, depth: depth + 1))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = begin() ? output.openNested(.array) : Output.deadSerial
    return UnkeyedStreamContainer(output: output, serial: nested, depth: depth + 1)
  }

  func superEncoder() -> any Encoder {
    let nested = begin() ? output.openNested(.nothing) : Output.deadSerial
    return StreamEncoder(output: output, serial: nested, depth: depth + 1)
  }
}
