/// Why bytes are no JSON text as RFC 8259 and this package's depth limit ask, and where.
///
/// Code compares ``reason``; the words for people are on the reading side, in `FluxtapeDocuments`. Neither carries contents of the text.
public struct JSONError: Error, Hashable, Sendable {
  /// What a byte out of place stands in the way of.
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
    /// A digit of a number: after `-`, `.` or the exponent's mark.
    case digit
    /// The quotation mark that ends a string.
    case closingQuote
  }

  /// How bytes break the rules of UTF-8 (RFC 3629).
  public enum UTF8Fault: Hashable, Sendable {
    /// A byte that begins no sequence: a continuation byte alone, or `F8` to `FF`.
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
    /// Nothing but white space.
    case empty
    /// A UTF-8 byte order mark at the start. RFC 8259 forbids to write it; strip it first where it is to be tolerated.
    case byteOrderMark
    /// A byte that does not belong there.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The text ends too early.
    case unexpectedEnd(expected: Expectation)
    /// More text after the value.
    case trailingBytes
    /// Letters that are none of `true`, `false`, `null`.
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
    /// Arrays and objects nest deeper than ``JSONValue/maximumDepth``.
    case tooDeep(limit: Int)
    /// The text has more bytes than a document can have.
    case tooLong(limit: Int)
  }

  /// What is wrong with the text.
  public let reason: Reason

  /// Bytes before the one that is at fault. For an end that came too early, the length of the text.
  public let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
