import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Texts that RFC 8259 does not allow, with the errors and their places.
struct JSONParsingErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let error: JSONError
    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    init(_ text: String, _ reason: JSONError.Reason, at offset: Int) { self.init(Array(text.utf8), reason, at: offset) }

    init(_ bytes: [UInt8], _ reason: JSONError.Reason, at offset: Int) {
      self.bytes = bytes
      error = JSONError(reason, at: offset)
    }

    /// Bytes inside a string; the offset counts from the opening quotation mark.
    static func inString(_ bytes: [UInt8], _ fault: JSONError.UTF8Fault, at offset: Int = 1) -> Case {
      Case([0x22] + bytes + [0x22], .invalidUTF8(fault), at: offset)
    }
  }

  private static func found(_ byte: UnicodeScalar, not expected: JSONError.Expectation) -> JSONError.Reason {
    .unexpectedByte(UInt8(ascii: byte), expected: expected)
  }

  static let structure = [
    Case("", .empty, at: 0), Case(" \n\t", .empty, at: 3), Case("\u{FEFF}1", .byteOrderMark, at: 0),
    Case([0xEF, 0xBB, 0xBF], .byteOrderMark, at: 0),
    Case("\0", found("\0", not: .value), at: 0), Case("1\0", .trailingBytes, at: 1), Case("1 2", .trailingBytes, at: 2),
    Case("{}{}", .trailingBytes, at: 2), Case("[1]]", .trailingBytes, at: 3), Case(#""a"b"#, .trailingBytes, at: 3),
    Case("nulll", .trailingBytes, at: 4),
    Case("]", found("]", not: .value), at: 0), Case("[", .unexpectedEnd(expected: .value), at: 1),
    Case("[1", .unexpectedEnd(expected: .commaOrBracket), at: 2),
    Case("[1,", .unexpectedEnd(expected: .value), at: 3), Case("[1,]", .trailingComma, at: 2), Case("[1 ,\n]", .trailingComma, at: 3),
    Case("[,1]", found(",", not: .value), at: 1), Case("[1,,2]", found(",", not: .value), at: 3),
    Case("[1 2]", found("2", not: .commaOrBracket), at: 3),
    Case("[1:2]", found(":", not: .commaOrBracket), at: 2), Case("[1}", found("}", not: .commaOrBracket), at: 2),
    Case("{", .unexpectedEnd(expected: .key), at: 1), Case("{1:2}", found("1", not: .key), at: 1),
    Case("{a:2}", found("a", not: .key), at: 1),
    Case("{'a':2}", found("'", not: .key), at: 1), Case(#"{"a""#, .unexpectedEnd(expected: .colon), at: 4),
    Case(#"{"a" 1}"#, found("1", not: .colon), at: 5),
    Case(#"{"a":"#, .unexpectedEnd(expected: .value), at: 5), Case(#"{"a":}"#, found("}", not: .value), at: 5),
    Case(#"{"a":1"#, .unexpectedEnd(expected: .commaOrBrace), at: 6), Case(#"{"a":1,}"#, .trailingComma, at: 6),
    Case(#"{"a":1,"#, .unexpectedEnd(expected: .key), at: 7),
    Case(#"{"a":1]"#, found("]", not: .commaOrBrace), at: 6), Case(#"{"a":1 "b":2}"#, found("\"", not: .commaOrBrace), at: 7),
    Case(#"{"a":1,,}"#, found(",", not: .key), at: 7), Case("// 1", found("/", not: .value), at: 0),
    Case("[1/**/]", found("/", not: .commaOrBracket), at: 2),
    Case("[\u{A0}1]", .unexpectedByte(0xC2, expected: .value), at: 1), Case("\u{0B}1", .unexpectedByte(0x0B, expected: .value), at: 0),
  ]

  static let scalars = [
    Case("nul", .unknownLiteral, at: 0), Case("[True]", found("T", not: .value), at: 1), Case("[tRue]", .unknownLiteral, at: 1),
    Case("NaN", found("N", not: .value), at: 0), Case("Infinity", found("I", not: .value), at: 0),
    Case("-Infinity", found("I", not: .digit), at: 1),
    Case("+1", found("+", not: .value), at: 0), Case(".5", found(".", not: .value), at: 0),
    Case("-", .unexpectedEnd(expected: .digit), at: 1),
    Case("--1", found("-", not: .digit), at: 1), Case("01", .leadingZero, at: 0), Case("-01", .leadingZero, at: 1),
    Case("[00]", .leadingZero, at: 1),
    Case("1.", .unexpectedEnd(expected: .digit), at: 2), Case("[1.]", found("]", not: .digit), at: 3),
    Case("1.e1", found("e", not: .digit), at: 2),
    Case("1e", .unexpectedEnd(expected: .digit), at: 2), Case("1e+", .unexpectedEnd(expected: .digit), at: 3),
    Case("1e1.5", .trailingBytes, at: 3),
    Case("0x10", .trailingBytes, at: 1), Case("1_000", .trailingBytes, at: 1),
    Case("[1١]", .unexpectedByte(0xD9, expected: .commaOrBracket), at: 2),
  ]

  static let strings = [
    Case(#"""#, .unexpectedEnd(expected: .closingQuote), at: 1), Case(#""abc"#, .unexpectedEnd(expected: .closingQuote), at: 4),
    Case(#""\"#, .unexpectedEnd(expected: .closingQuote), at: 2), Case(#""\""#, .unexpectedEnd(expected: .closingQuote), at: 3),
    Case("\"a\nb\"", .controlCharacter(0x0A), at: 2), Case("\"\t\"", .controlCharacter(0x09), at: 1),
    Case("\"\0\"", .controlCharacter(0), at: 1),
    Case("\"\\\\\u{1F}\"", .controlCharacter(0x1F), at: 3), Case(#""\x41""#, .unknownEscape, at: 1),
    Case(#""ab\'""#, .unknownEscape, at: 3),
    Case(#""\U0041""#, .unknownEscape, at: 1), Case(#""\u""#, .incompleteUnicodeEscape, at: 1),
    Case(#""\u12""#, .incompleteUnicodeEscape, at: 1),
    Case(#""\u00g0""#, .incompleteUnicodeEscape, at: 1), Case(#""\u+041""#, .incompleteUnicodeEscape, at: 1),
    Case(#""\ud800\u12""#, .incompleteUnicodeEscape, at: 7), Case(#""\u004"#, .incompleteUnicodeEscape, at: 1),
    Case("'a'", found("'", not: .value), at: 0),
    Case("\"\\é\"", .unknownEscape, at: 1),
  ]

  static let encodings = [
    Case.inString([0x80], .unexpectedByte), .inString([0x61, 0xBF], .unexpectedByte, at: 2), .inString([0xFE], .unexpectedByte),
    .inString([0xFF], .unexpectedByte), .inString([0xF8, 0x88, 0x80, 0x80, 0x80], .unexpectedByte), .inString([0xC3], .truncated),
    .inString([0xE3, 0x81], .truncated), .inString([0xF0, 0x9F, 0x98], .truncated), .inString([0xC3, 0x28], .truncated),
    .inString([0xE3, 0x28, 0x81], .truncated), .inString([0xC0, 0x80], .overlong), .inString([0xC1, 0xBF], .overlong),
    .inString([0xE0, 0x80, 0xAF], .overlong), .inString([0xE0, 0x9F, 0xBF], .overlong), .inString([0xF0, 0x80, 0x80, 0xAF], .overlong),
    .inString([0xF0, 0x8F, 0xBF, 0xBF], .overlong), .inString([0xED, 0xA0, 0x80], .surrogate), .inString([0xED, 0xBF, 0xBF], .surrogate),
    .inString([0xF4, 0x90, 0x80, 0x80], .beyondUnicode), .inString([0xF5, 0x80, 0x80, 0x80], .beyondUnicode),
    Case([0x22, 0xE3, 0x81], .invalidUTF8(.truncated), at: 1), Case([0x22, 0x5C, 0x6E, 0xC3, 0x28, 0x22], .invalidUTF8(.truncated), at: 3),
    Case([0xFF], .unexpectedByte(0xFF, expected: .value), at: 0),
    Case([0x7B, 0x22, 0xFF, 0x22, 0x7D], .invalidUTF8(.unexpectedByte), at: 2),
    // UTF-16 is no longer allowed.
    Case([0xFE, 0xFF, 0x00, 0x31], .unexpectedByte(0xFE, expected: .value), at: 0), Case([0x31, 0x00], .trailingBytes, at: 1),
  ]

  @Test(arguments: structure + scalars + strings + encodings)
  func `a text beyond the grammar is refused`(testCase: Case) {
    #expect(throws: testCase.error) { try JSONValue(parsing: testCase.bytes) }
  }

  @Test(arguments: seeds(60))
  func `every beginning of a text is an error at its end or a value`(seed: Int) {
    var random = RandomJSON(seed: seed)
    let bytes = random.value().bytes
    for length in 0..<bytes.count {
      do {
        let value = try JSONValue(parsing: Array(bytes[..<length]))
        #expect(value.number != nil)
      } catch {
        #expect(error.offset <= length)
      }
    }
  }

  @Test(arguments: seeds(60))
  func `changed bytes never crash, and what is read writes and reads again`(seed: Int) {
    var random = RandomJSON(seed: seed)
    let original = random.value().bytes
    for _ in 0..<200 {
      var bytes = original
      for _ in 0...random.number(below: 3) {
        bytes[random.number(below: bytes.count)] = UInt8(truncatingIfNeeded: random.number(below: 256))
      }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      #expect((try? JSONValue(parsing: value.bytes)) == value)
    }
  }

  @Test(arguments: [
    (Case("", .empty, at: 0), "at byte 0: there is no JSON value"),
    (Case("[1 2]", found("2", not: .commaOrBracket), at: 3), "at byte 3: expected ',' or ']', found '2'"),
    (Case("[\u{1B}", .unexpectedByte(0x1B, expected: .value), at: 1), "at byte 1: expected a value, found 0x1B"),
    (Case([0xFF], .unexpectedByte(0xFF, expected: .value), at: 0), "at byte 0: expected a value, found 0xFF"),
    (
      Case(#"{"a"#, .unexpectedEnd(expected: .closingQuote), at: 3), "at byte 3: the text ends where the closing quotation mark is expected"
    ),
    (Case("\"\t\"", .controlCharacter(9), at: 1), "at byte 1: the control character 0x09 must be escaped in a string"),
    (Case([0x22, 0xC0, 0x80], .invalidUTF8(.overlong), at: 1), "at byte 1: invalid UTF-8: the character takes more bytes than it needs"),
  ])
  func `an error says what was expected and what was found`(testCase: Case, words: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: testCase.bytes) }
    #expect(error.map(String.init(describing:)) == words)
  }
}
