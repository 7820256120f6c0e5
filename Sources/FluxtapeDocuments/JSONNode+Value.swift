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
  /// - Complexity: O(size).
  public func detached() -> JSONNode {
    let bytes = bytes
    return bytes.count <= JSONPass.maximumByteCount ? JSONNode(written: bytes) : self
  }

  /// For a scalar, the same value without the text that it was a part of.
  package var withoutText: JSONNode { isContainer ? self : detached() }

  /// As ``detached()``, with the number of bytes of its text; `nil` if there are more than about `limit`.
  ///
  /// - Complexity: O(limit), whatever the size of the value.
  package func detached(upTo limit: Int) -> (node: JSONNode, byteCount: Int)? {
    var bytes: [UInt8] = []
    return write(into: &bytes, upTo: limit) ? (JSONNode(written: bytes), bytes.count) : nil
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
  /// - Complexity: O(1) for a value that stands in a text, else O(size).
  package var byteCount: Int { withText { $0.count } ?? bytes.count }

  /// The value as text, without white space.
  public var text: String { String(utf8Bytes: bytes.span) }

  /// The value as indented text, the same as `JSONValue.prettyText`.
  public var prettyText: String { value.prettyText }

  /// Appends the value without white space, as `JSONValue.write(into:)` does.
  public func write(into bytes: inout [UInt8]) { _ = write(into: &bytes, upTo: .max) }

  /// - Returns: `false` as soon as the value needs more than `limit` bytes. The appended bytes are then only a beginning.
  private func write(into bytes: inout [UInt8], upTo limit: Int) -> Bool {
    switch storage {
    case .text(let text, let start, let end):
      guard Int(end - start) <= limit - bytes.count else { return false }
      bytes.append(contentsOf: text.bytes[Int(start)..<Int(end)])
    case .spliced(let text): JSONValue.writeString(text.value.string, into: &bytes)
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
        entry.key.write(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        guard entry.value.write(into: &bytes, upTo: limit) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return bytes.count <= limit
  }
}
