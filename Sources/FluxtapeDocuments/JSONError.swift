/// Why bytes are not a JSON text by RFC 8259 and this package's depth limit, and where.
///
/// Code compares ``reason``; the description is for people. Neither contains contents of the text.
public struct JSONError: Error, Hashable, Sendable {
  /// What was expected instead of an unexpected byte.
  public enum Expectation: Hashable, Sendable {
    /// A value.
    case value
    /// A member's key, after `{` and `,`.
    case key
    /// The colon behind a key.
    case colon
    /// A comma or the end of an array.
    case commaOrBracket
    /// A comma or the end of an object.
    case commaOrBrace
    /// A digit of a number: after `-`, `.` or the exponent sign.
    case digit
    /// The quotation mark that ends a string.
    case closingQuote
  }

  /// How bytes violate the rules of UTF-8 (RFC 3629).
  public enum UTF8Fault: Hashable, Sendable {
    /// A byte that cannot begin a sequence: a lone continuation byte, or `F8` to `FF`.
    case unexpectedByte
    /// A sequence that ends before its last continuation byte.
    case truncated
    /// More bytes than the scalar needs.
    case overlong
    /// The code point of a surrogate, `D800` to `DFFF`.
    case surrogate
    /// A code point above `10FFFF`.
    case beyondUnicode
  }

  /// What is wrong with the text.
  public enum Reason: Hashable, Sendable {
    /// The text is empty or only white space.
    case empty
    /// A UTF-8 byte order mark at the start. RFC 8259 forbids it; strip it first to tolerate it.
    case byteOrderMark
    /// A byte that is not allowed at this position.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The text ends too early.
    case unexpectedEnd(expected: Expectation)
    /// More text after the value.
    case trailingBytes
    /// Letters other than `true`, `false`, `null`.
    case unknownLiteral
    /// A number such as `01`.
    case leadingZero
    /// A comma with no value after it: `[1,]`.
    case trailingComma
    /// A backslash before a character that has no escape.
    case unknownEscape
    /// `\u` without four hexadecimal digits.
    case incompleteUnicodeEscape
    /// A byte below `20` inside a string.
    case controlCharacter(UInt8)
    /// The bytes are not UTF-8.
    case invalidUTF8(UTF8Fault)
    /// Arrays and objects nest deeper than `JSONValue.maximumDepth`.
    case tooDeep(limit: Int)
    /// The text has more bytes than a document can have.
    case tooLong(limit: Int)
  }

  /// What is wrong with the text.
  public let reason: Reason

  /// The offset of the faulty byte. For a text that ends too early, its length.
  public let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
