import FluxtapeCoding
import FluxtapeJSON

struct UnkeyedNodeReader: UnkeyedDecodingContainer {
  let node: DecodingNode
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(node: DecodingNode, elements: [JSONValue]) {
    self.node = node
    self.elements = elements
  }

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Decodes the next element. Advances only on success.
  private mutating func next<Value>(_ type: Any.Type, _ read: (DecodingNode) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      let path = node.codingPath + [PlaceKey(currentIndex)]
      throw DecodingError.valueNotFound(type, DecodingError.Context(codingPath: path, debugDescription: "the array has no more elements"))
    }
    let value = try read(DecodingNode(elements[currentIndex], key: PlaceKey(currentIndex), inside: node))
    currentIndex += 1
    return value
  }
}

// MARK: - Values

extension UnkeyedNodeReader {
  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try next(Any?.self) { $0.isNil } }
    guard elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.bool() } }
  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.string() } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.floatingPoint() } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.floatingPoint() } }
  mutating func decode(_ type: Int.Type) throws -> Int { try next(type) { try $0.integer() } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type) { try $0.integer() } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type) { try $0.integer() } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type) { try $0.integer() } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) { try $0.decode(type) } }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) { try $0.integer() } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) { try $0.integer() } }
}

// MARK: - Nested containers

extension UnkeyedNodeReader {
  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<NestedKey> {
    try next([String: Any].self) { try NodeDecoder(node: $0).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try NodeDecoder(node: $0).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { NodeDecoder(node: $0) } }
}
