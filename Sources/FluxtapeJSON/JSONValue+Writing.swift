extension JSONValue {
  /// The value as UTF-8, without white space.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// The value as text, without white space.
  public var text: String { String(utf8Bytes: bytes.span) }

  /// Appends the value without white space. Parsing the result gives the same value.
  ///
  /// Escapes only what RFC 8259 requires: quotation mark, backslash and the control characters below U+0020.
  public func write(into bytes: inout [UInt8]) {
    switch self {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in object {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.writeString(member.key, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    default: writeScalar(into: &bytes)
    }
  }

  private func writeScalar(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: bool ? "true".utf8 : "false".utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let string): Self.writeString(string, into: &bytes)
    case .array, .object: write(into: &bytes)
    }
  }
}

// MARK: - Strings

extension JSONValue {
  /// Appends `string` in quotation marks, escaped.
  package static func writeString(_ string: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain = string.withBytes { text in
      for index in text.indices where Self.needsEscape(text[index]) { return false }
      return true
    }
    if isPlain {
      bytes.append(contentsOf: string.utf8)
    } else {
      for byte in string.utf8 { writeInString(byte, into: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func writeInString(_ byte: UInt8, into bytes: inout [UInt8]) {
    guard needsEscape(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 0xF
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "A") + low - 10)
    default: bytes.append(byte)
    }
  }
}

extension JSONValue: CustomDebugStringConvertible {
  /// The value as JSON, for a debugger.
  public var debugDescription: String { text }
}
