/// Parses JSON texts (RFC 8259) from UTF-8 bytes and checks all rules, including UTF-8.
///
/// - Numbers keep their text. The last value of a repeated key wins, at the position of the first.
/// - An escaped surrogate without its partner is not a character; it stays in the string as the six characters of its escape, so `"\ud800"`
///   is read as the text `\ud800`. Logs from other languages contain such strings, and losing them would be worse.
/// - Open arrays and objects are kept on the parser's own stack, so no text can exhaust the thread's stack.
public struct JSONParser: ~Copyable {
  /// An open array or object.
  struct Container {
    let isObject: Bool
    var elements: [JSONValue] = []
    var object = JSONObject()
    /// The key of the member being read.
    var key = ""

    mutating func keep(_ value: JSONValue) { if isObject { object[key] = value } else { elements.append(value) } }

    var value: JSONValue { isObject ? .object(object) : .array(elements) }
  }

  /// The number of bytes read so far.
  var place = 0

  /// The containers around `place`, outermost first.
  private var containers: [Container] = []

  private init() { containers.reserveCapacity(16) }
}

extension JSONParser {
  /// Parses `bytes`, which contain one value, optionally surrounded by white space.
  ///
  /// - Throws: ``JSONError`` for the first byte that breaks a rule.
  /// - Complexity: O(n).
  public static func parse(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    var parser = JSONParser()
    return try parser.document(bytes)
  }
}

extension JSONValue {
  /// Parses one value, optionally surrounded by white space. For what is accepted see ``JSONParser``.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    self = try JSONParser.parse(bytes.span)
  }

  /// Parses one value, optionally surrounded by white space. Offsets in errors count UTF-8 bytes.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }
}

// MARK: - Structure

extension JSONParser {
  private mutating func document(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { throw JSONError(.byteOrderMark, at: 0) }
    skipWhiteSpace(in: bytes)
    guard place < bytes.count else { throw JSONError(.empty, at: bytes.count) }
    let value = try value(in: bytes)
    skipWhiteSpace(in: bytes)
    guard place == bytes.count else { throw JSONError(.trailingBytes, at: place) }
    return value
  }

  /// Reads one value to its end.
  private mutating func value(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    while true {
      guard var value = try scalarOrEmptyContainer(in: bytes) else { continue }
      while !containers.isEmpty {
        containers[containers.count - 1].keep(value)
        guard let ended = try nextOrEnd(in: bytes) else { break }
        value = ended
      }
      if containers.isEmpty { return value }
    }
  }

  /// Reads a scalar or an empty container. If another container begins, reads up to its first value and returns `nil`.
  private mutating func scalarOrEmptyContainer(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue? {
    skipWhiteSpace(in: bytes)
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: .value), at: bytes.count) }
    let first = bytes[place]
    switch first {
    case UInt8(ascii: "\""): return .string(try string(in: bytes))
    case UInt8(ascii: "{"): return try open(object: true, in: bytes)
    case UInt8(ascii: "["): return try open(object: false, in: bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number(in: bytes))
    case UInt8(ascii: "t"): return try literal("true", .bool(true), in: bytes)
    case UInt8(ascii: "f"): return try literal("false", .bool(false), in: bytes)
    case UInt8(ascii: "n"): return try literal("null", .null, in: bytes)
    default: throw JSONError(.unexpectedByte(first, expected: .value), at: place)
    }
  }

  private mutating func open(object isObject: Bool, in bytes: Span<UInt8>) throws(JSONError) -> JSONValue? {
    let limit = JSONValue.maximumDepth
    guard containers.count < limit else { throw JSONError(.tooDeep(limit: limit), at: place) }
    place += 1
    skipWhiteSpace(in: bytes)
    if place < bytes.count, bytes[place] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      place += 1
      return isObject ? .object(JSONObject()) : .array([])
    }
    containers.append(Container(isObject: isObject))
    if isObject { try key(in: bytes) }
    return nil
  }

  /// Reads a key and its colon.
  private mutating func key(in bytes: Span<UInt8>) throws(JSONError) {
    try expect(UInt8(ascii: "\""), .key, in: bytes)
    containers[containers.count - 1].key = try string(in: bytes)
    skipWhiteSpace(in: bytes)
    try expect(UInt8(ascii: ":"), .colon, in: bytes)
    place += 1
  }

  @inline(__always)
  private func expect(_ byte: UInt8, _ expected: JSONError.Expectation, in bytes: Span<UInt8>) throws(JSONError) {
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: expected), at: bytes.count) }
    guard bytes[place] == byte else { throw JSONError(.unexpectedByte(bytes[place], expected: expected), at: place) }
  }

  /// Reads what follows a value: a comma, or the end of the container, which is returned then.
  private mutating func nextOrEnd(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue? {
    skipWhiteSpace(in: bytes)
    let isObject = containers[containers.count - 1].isObject
    let expected = isObject ? JSONError.Expectation.commaOrBrace : .commaOrBracket
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: expected), at: bytes.count) }
    let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    switch bytes[place] {
    case UInt8(ascii: ","):
      let comma = place
      place += 1
      skipWhiteSpace(in: bytes)
      if place < bytes.count, bytes[place] == end { throw JSONError(.trailingComma, at: comma) }
      if isObject { try key(in: bytes) }
      return nil
    case end:
      place += 1
      return containers.removeLast().value
    case let other:
      throw JSONError(.unexpectedByte(other, expected: expected), at: place)
    }
  }
}
