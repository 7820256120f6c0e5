struct UnkeyedStreamContainer: UnkeyedEncodingContainer, KeylessStreamContainer {
  let output: Output
  let serial: UInt64
  let depth: Int

  var codingPath: [any CodingKey] { output.codingPath(to: depth, serial) }
  var count: Int { output.elementCount(depth, serial) }

  @inline(__always)
  func begin() -> Bool { output.beginElement(depth, serial) }

  func divert<Value>(_ value: Value) throws { try output.divert(serial) { try $0.append(value) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { if begin() { output.write(value) } else { try divert(value) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { if begin() { output.write(value) } else { try divert(value) } }
}

// MARK: - Nested containers

extension UnkeyedStreamContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    let nested = begin() ? output.openNested(.object) : output.nestedNode(in: serial, .object) { $0.nestedElement() }
    return KeyedStreamContainer<NestedKey>.container(output, nested, depth + 1)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = begin() ? output.openNested(.array) : output.nestedNode(in: serial, .array) { $0.nestedElement() }
    return UnkeyedStreamContainer(output: output, serial: nested, depth: depth + 1)
  }

  func superEncoder() -> any Encoder {
    let nested = begin() ? output.openNested(.nothing) : output.nestedNode(in: serial, .nothing) { $0.nestedElement() }
    return StreamEncoder(output: output, serial: nested, depth: depth + 1)
  }
}
