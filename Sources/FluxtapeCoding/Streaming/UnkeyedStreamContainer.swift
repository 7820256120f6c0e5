struct UnkeyedStreamContainer: UnkeyedEncodingContainer, KeylessStreamContainer {
  let output: Output
  let serial: UInt64
  let depth: Int

  var codingPath: [any CodingKey] { output.codingPath(to: depth, serial) }
  var count: Int { output.elementCount(depth, serial) }

  @inline(__always)
  func begin() -> Bool { output.beginElement(depth, serial) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { if try admits() { output.write(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { if try admits() { output.write(value) } }
}

// MARK: - Nested containers

extension UnkeyedStreamContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    let nested = begin() ? output.openNested(.object) : Output.deadSerial
    return KeyedStreamContainer<NestedKey>.container(output, nested, depth + 1)
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
