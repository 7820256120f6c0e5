public import FluxtapeJSON

extension JSONValue {
  /// Parses one value, with or without white space around it, by the rules of ``JSONNode``.
  ///
  /// - Throws: ``JSONError`` for the first byte that breaks a rule.
  public init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONNode(parsing: bytes).value }

  /// Parses one value, with or without white space around it. Offsets in errors count UTF-8 bytes.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }
}

extension JSONNode {
  /// The node as a value in memory.
  ///
  /// - Complexity: O(size). Use nodes to look at parts.
  public var value: JSONValue {
    switch kind {
    case .null: .null
    case .boolean: .bool(bool ?? false)
    case .number: number.map(JSONValue.number) ?? .null
    case .string: string.map(JSONValue.string) ?? .null
    case .array: .array(elements.map(\.value))
    case .object:
      // The keys are known to be distinct.
      .object(JSONObject(distinct: members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }))
    }
  }

  /// A copy that keeps nothing but its own contents in memory: neither the text that it was a part of, nor the texts of patches.
  ///
  /// - Complexity: O(size), about 0.4 GB per second.
  public func detached() -> JSONNode { (try? JSONNode(parsing: bytes)) ?? self }

  /// For a scalar, the same value without the text that it was a part of.
  package var withoutText: JSONNode {
    if case .parsed = storage, !isContainer { JSONNode(value) } else { self }
  }

  /// As ``detached()``, with the number of bytes of its text; `nil` if there are more than about `limit`.
  ///
  /// - Complexity: O(limit), whatever the size of the value.
  package func detached(upTo limit: Int) -> (node: JSONNode, byteCount: Int)? {
    var bytes: [UInt8] = []
    guard write(into: &bytes, upTo: limit), let node = try? JSONNode(parsing: bytes) else { return nil }
    return (node, bytes.count)
  }
}

// MARK: - Writing

extension JSONNode {
  /// The value as UTF-8 without white space: the same bytes as `JSONValue.bytes`, without making values.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// The number of bytes in ``bytes``.
  ///
  /// - Complexity: O(1) for a parsed value whose text is already in the written form, else O(size).
  package var byteCount: Int {
    guard case .parsed(let text, let place) = storage, !text.word(Int(place)).isIrregular else { return bytes.count }
    return text.range(Int(place)).count + (kind == .string ? 2 : 0)
  }

  /// The value as text, without white space.
  public var text: String { String(utf8Bytes: bytes.span) }

  /// The value as indented text, the same as `JSONValue.prettyText`.
  public var prettyText: String { value.prettyText }

  /// Appends the value without white space, as `JSONValue.write(into:)` does.
  public func write(into bytes: inout [UInt8]) { _ = write(into: &bytes, upTo: .max) }

  /// - Returns: `false` as soon as the value needs more than `limit` bytes. The appended bytes are then only a beginning.
  private func write(into bytes: inout [UInt8], upTo limit: Int) -> Bool {
    switch storage {
    case .parsed(let text, let place):
      guard text.range(Int(place)).count <= limit - bytes.count else { return false }
      text.write(Int(place), into: &bytes)
    case .scalar(let value): value.write(into: &bytes)
    case .text(let text): JSONValue.writeString(text.value.string, into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements.value {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        guard element.write(into: &bytes, upTo: limit) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for entry in members.value.entries {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        entry.key.node(of: members.value.text).write(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        guard entry.value.write(into: &bytes, upTo: limit) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return bytes.count <= limit
  }
}

extension JSONText {
  func write(_ place: Int, into output: inout [UInt8]) {
    let word = word(place)
    if !word.isIrregular { return copy(place, into: &output) }
    switch word.kind {
    case .string: JSONValue.writeString(string(place), into: &output)
    case .array, .object: writeContents(of: place, isObject: word.kind == .object, into: &output)
    case .null, .boolean, .number: copy(place, into: &output)
    }
  }

  /// Copies the bytes of the text, which are the bytes to write.
  private func copy(_ place: Int, into output: inout [UInt8]) {
    let range = range(place)
    let isString = word(place).kind == .string
    output.append(contentsOf: bytes[isString ? range.lowerBound - 1..<range.upperBound + 1 : range])
  }

  private func writeContents(of place: Int, isObject: Bool, into output: inout [UInt8]) {
    output.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    var next = place + TapeWord.containerHead
    for index in 0..<count(place) {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      if isObject {
        write(next, into: &output)
        output.append(UInt8(ascii: ":"))
        next += 1
      }
      write(next, into: &output)
      next += width(next)
    }
    output.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }
}
