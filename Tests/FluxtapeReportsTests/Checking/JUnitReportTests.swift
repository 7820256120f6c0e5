import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

struct JUnitReportTests {
  /// The rules of Jenkins' junit-10.xsd for the elements in use: attributes, required attributes, and children.
  static let schema: [String: (attributes: Set<String>, required: Set<String>, children: Set<String>)] = [
    "testsuites": (["name", "time", "tests", "failures", "errors"], [], ["testsuite"]),
    "testsuite": (
      [
        "name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
      ], ["name", "tests", "failures", "errors"], ["testsuite", "properties", "testcase", "system-out", "system-err"]
    ),
    "properties": ([], [], ["property"]),
    "property": (["name", "value"], ["name", "value"], []),
    "testcase": (
      ["name", "time", "classname", "group"], ["name"],
      ["skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "system-out", "system-err"]
    ),
    "failure": (["type", "message"], [], []),
    "error": (["type", "message"], [], []),
    "skipped": (["type", "message"], [], []),
    "rerunFailure": (["type", "message"], ["type"], ["stackTrace", "system-out", "system-err"]),
    "rerunError": (["type", "message"], ["type"], ["stackTrace", "system-out", "system-err"]),
    "flakyFailure": (["type", "message"], ["type"], ["stackTrace", "system-out", "system-err"]),
    "flakyError": (["type", "message"], ["type"], ["stackTrace", "system-out", "system-err"]),
    "stackTrace": ([], [], []),
    "system-out": ([], [], []),
  ]

  /// Collects violations of the schema, and the counts.
  final class Reader: NSObject, XMLParserDelegate {
    var complaints: [String] = []
    var counts: [String: Int] = [:]
    var texts: [String] = []
    var suite: [String: String] = [:]
    private var open: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
      if name == "testsuite" { suite = attributes }
      texts += attributes.values
      if let parent = open.last, schema[parent]?.children.contains(name) != true { complaints.append("\(name) in \(parent)") }
      open.append(name)
      guard let known = schema[name] else { return complaints.append("element \(name)") }
      for key in attributes.keys where !known.attributes.contains(key) { complaints.append("\(name) \(key)") }
      for key in known.required where attributes[key] == nil { complaints.append("\(name) without \(key)") }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }
    func parser(_ parser: XMLParser, foundCharacters text: String) { texts.append(text) }
    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { complaints.append("\(error)") }
  }

  static func read(_ report: JUnitReport) -> Reader { read(report.lines.joined(separator: "\n")) }

  static func read(_ document: String) -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = reader
    _ = parser.parse()
    return reader
  }

  @Test func `the document fits the schema, and its numbers the cases`() throws {
    let run = try CheckedRun.hostile()
    let reader = try Self.read(JUnitReport([run]))
    #expect(reader.complaints == [])
    #expect(reader.counts["testsuite"] == 1 && reader.counts["failure"] == 1)
    #expect(reader.suite["tests"] == "1" && reader.suite["failures"] == "1")
  }

  @Test(arguments: [
    (#"<testsuite name="a" tests="1" failures="0"/>"#, "testsuite without errors"), ("<testcase name='a' file='b'/>", "testcase file"),
    ("<testsuites><testcase name='a'/></testsuites>", "testcase in testsuites"), ("<failed/>", "element failed"),
    ("<properties><property name='a'/></properties>", "property without value"),
  ])
  func `what the schema does not have would be complained of`(_ document: String, _ complaint: String) {
    #expect(Self.read(document).complaints.contains(complaint))
  }

  @Test func `what stands in the log is text, whatever it is`() throws {
    let reader = try Self.read(JUnitReport([CheckedRun.hostile()]))
    let all = reader.texts.joined()
    #expect(all.contains("</failure>") && all.contains("]]>") && all.contains("&amp;"))
    #expect(!all.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
  }
}
