import FluxtapeJSON

extension JSONError: CustomStringConvertible {
  public var description: String { "at byte \(offset): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "there is no JSON value"
    case .byteOrderMark: "a byte order mark before the value"
    case .unexpectedByte(let byte, let expected): "expected \(expected), found \(Self.name(of: byte))"
    case .unexpectedEnd(let expected): "the text ends where \(expected) is expected"
    case .trailingBytes: "extra text after the value"
    case .unknownLiteral: "expected true, false or null"
    case .leadingZero: "a number must not begin with an extra zero"
    case .trailingComma: "no value after this comma"
    case .unknownEscape: "a backslash must be followed by one of \"\\/bfnrtu"
    case .incompleteUnicodeEscape: "\\u needs four hexadecimal digits"
    case .controlCharacter(let byte): "the control character \(Self.name(of: byte)) must be escaped in a string"
    case .invalidUTF8(let fault): "invalid UTF-8: \(fault)"
    case .tooDeep(let limit): "arrays and objects nest deeper than \(limit) levels"
    case .tooLong(let limit): "the text has more than \(limit) bytes"
    }
  }

  /// A printable ASCII character as it is, and any other byte by its number: bytes from a file must not control a terminal.
  private static func name(of byte: UInt8) -> String {
    if (0x21...0x7E).contains(byte) { return "'\(Character(UnicodeScalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count == 1 ? "0" : "") + digits
  }
}

extension JSONError.Expectation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value: "a value"
    case .key: "a key in quotation marks"
    case .colon: "':'"
    case .commaOrBracket: "',' or ']'"
    case .commaOrBrace: "',' or '}'"
    case .digit: "a digit"
    case .closingQuote: "the closing quotation mark"
    }
  }
}

extension JSONError.UTF8Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unexpectedByte: "this byte cannot begin a character"
    case .truncated: "the character is cut short"
    case .overlong: "the character takes more bytes than it needs"
    case .surrogate: "a surrogate is not a character"
    case .beyondUnicode: "the code point is above U+10FFFF"
    }
  }
}
