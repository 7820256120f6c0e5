public import FluxtapeJSON

extension JSONNode {
  /// The whole as a value in memory.
  ///
  /// - Complexity: O(size). To look at parts is what nodes are for.
  public var value: JSONValue {
    switch kind {
    case .null: .null
    case .boolean: .bool(bool ?? false)
    case .number: number.map(JSONValue.number) ?? .null
    case .string: string.map(JSONValue.string) ?? .null
    case .array: .array(elements.map(\.value))
    case .object:
      // The keys are known to be different.
      .object(JSONObject(distinct: members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }))
    }
  }

  /// A node that keeps no more in memory than it shows: not the text that it was a part of, nor those of patches.
  ///
  /// - Complexity: O(size), some 0.4 GB a second.
  public func detached() -> JSONNode { (try? JSONNode(parsing: bytes)) ?? self }

  /// The same scalar, if this is one, without the text that it was a part of.
  package var withoutText: JSONNode {
    if case .parsed = storage, !isContainer { JSONNode(value) } else { self }
  }

  /// As ``detached()``, with the bytes of its text counted; `nil` where these are more than `limit`, give or take a scalar.
  ///
  /// - Complexity: O(limit), however large the whole is.
  package func detached(upTo limit: Int) -> (node: JSONNode, byteCount: Int)? {
    var bytes: [UInt8] = []
    guard write(into: &bytes, upTo: limit), let node = try? JSONNode(parsing: bytes) else { return nil }
    return (node, bytes.count)
  }
}

// MARK: - Writing

extension JSONNode {
  /// The value as UTF-8, without white space: the bytes that `JSONValue.bytes` has, without making values.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// How many bytes ``bytes`` has.
  ///
  /// - Complexity: O(1) for what was parsed and stands in its text as it would be written, else O(size).
  package var byteCount: Int {
    guard case .parsed(let text, let place) = storage, !text.word(Int(place)).isIrregular else { return bytes.count }
    return text.range(Int(place)).count + (kind == .string ? 2 : 0)
  }

  /// The value as text, without white space.
  public var text: String { String(utf8Bytes: bytes.span) }

  /// The value as text for people, as `JSONValue.prettyText` has it.
  public var prettyText: String { value.prettyText }

  /// Appends the value without white space, as `JSONValue.write(into:)` does.
  public func write(into bytes: inout [UInt8]) { _ = write(into: &bytes, upTo: .max) }

  /// - Returns: false where there are soon more than `limit` bytes: what is appended then is a beginning.
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

  /// What stands in the text is what would be written.
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
