import FluxtapeDocuments
import FluxtapeJSON
import Testing

@testable import FluxtapeAnswers
@testable import FluxtapeReports

/// No format lets a sign through that has a meaning there, whatever stands beside it.
struct EscapingTests {
  @Test(arguments: JoinedSigns.texts("&<>\"'") + ["a\r\nb"])
  func `markup has no sign of its own`(text: String) {
    let bytes = Array(MarkupText.escaped(text).utf8)
    #expect(!bytes.contains { "<>\"'\r\n".utf8.contains($0) })
    let references = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"]
    for place in bytes.indices where bytes[place] == UInt8(ascii: "&") {
      #expect(references.contains { bytes[place...].starts(with: $0.utf8) })
    }
  }

  @Test(arguments: JoinedSigns.texts("<") + ["\u{D4E}</script >", "\u{D4E}<!--\u{301}<script\u{301}", "<\r\n<"])
  func `data of a page has no less-than sign, and is the same text`(text: String) throws {
    let json = PageJSON.text(text)
    #expect(!json.utf8.contains(UInt8(ascii: "<")))
    let read = try #require(try JSONValue(parsing: json).string)
    #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: JoinedSigns.texts(",\"'") + JoinedSigns.texts("=+-@").map { String($0.unicodeScalars.dropFirst()) } + ["=\r\n"])
  func `a field of CSV begins no formula and no other field`(text: String) {
    let field = Array(Table.csvField(text).unicodeScalars)
    let isQuoted = field.first == "\""
    #expect(isQuoted || !field.contains { ",\"'\r\n".unicodeScalars.contains($0) })
    let inside = isQuoted ? field.dropFirst().dropLast() : field[...]
    #expect(inside.filter { $0 == "\"" }.count == 2 * text.unicodeScalars.filter { $0 == "\"" }.count)
    #expect(!"=+-@\r\n".unicodeScalars.contains(inside.first ?? "\n"))
  }

  @Test func `a line of CSV has the fields of its cells, however short they are`() {
    let signs = "aé1 \t\u{3000}.,;\"'=+-@＝".map { String($0) }
    var texts = [""]
    for _ in 0..<3 { texts = [""] + texts.flatMap { text in signs.map { text + $0 } } }
    for text in texts {
      #expect(String(decoding: Table.csvLine([text, text]), as: UTF8.self) == "\(Table.csvField(text)),\(Table.csvField(text))")
    }
  }

  @Test(arguments: JoinedSigns.texts("\\|`*_[]~$") + ["a\r\nb"])
  func `Markdown has no sign without a backslash`(text: String) {
    let scalars = Array(MarkdownText.escaped(text).unicodeScalars)
    var isEscaped = false
    for scalar in scalars {
      #expect(isEscaped || scalar == "\\" || !"|`*_[]~$\r\n".unicodeScalars.contains(scalar))
      isEscaped = scalar == "\\" && !isEscaped
    }
    #expect(!isEscaped)
  }

  @Test(arguments: JoinedSigns.texts("%:,") + ["a\r\nb"])
  func `a property of an annotation has no sign of its own`(text: String) {
    let property = Array(AnnotationReport.property(text).utf8)
    #expect(!property.contains { ":,\r\n".utf8.contains($0) })
    for place in property.indices where property[place] == UInt8(ascii: "%") {
      #expect(["%25", "%3A", "%2C"].contains { property[place...].starts(with: $0.utf8) })
    }
    #expect(!AnnotationReport.data(text).utf8.contains { "\r\n".utf8.contains($0) })
  }

  @Test(arguments: JoinedSigns.texts("\\^$.|?*+()[]{}"))
  func `a name of a test to run again has a backslash before its sign`(text: String) throws {
    let signs = "\\^$.|?*+()[]{}".unicodeScalars
    let scalars = Array(RerunFilter.escaped(text).unicodeScalars)
    let place = try #require(scalars.firstIndex { signs.contains($0) })
    #expect(scalars[place] == "\\" && signs.contains(scalars[place + 1]))
    #expect(scalars.count == text.unicodeScalars.count + 1)
  }

  @Test func `a name of a test to run again is one line that drives no terminal`() {
    #expect(RerunFilter.escaped("a\r\nb\u{1B}\u{9B}\u{202E}") == "a\\x{d}\\x{a}b\\x{1b}\\x{9b}\\x{202e}")
  }
}
