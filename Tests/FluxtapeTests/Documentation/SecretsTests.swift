import Fluxtape
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

/// The tables and the code on the page "Secrets".
struct SecretsTests {
  private func table(_ heading: String) throws -> [[String]] {
    let page = try #require(DocumentationPage.named("Secrets"))
    return try page.table(below: heading).map { row in
      row.map { $0.hasPrefix("`") ? String($0.dropFirst().dropLast()) : $0 }
    }
  }

  @Test func `values are replaced, or stay, as the table says`() throws {
    let rows = try table("Values")
    #expect(rows.count > 15)
    for row in rows {
      let (recorder, sink) = Recorder.inMemory()
      let value = try JSONValue(parsing: row[1])
      let tap = recorder.store("s", state: [row[0]: Encoded(value)])
      tap.record("a", [row[0]: Encoded(value)]) {}
      let log = try RecordedLog(sink)
      for written in try [log.action("a")?.payload?[row[0]], log.states(of: "s").last?.state[row[0]]] {
        let written = try #require(written)
        switch row[2] {
        case "a digest": #expect(TaggedValue(written).map { if case .redacted = $0 { true } else { false } } == true, "\(row)")
        case "as it is": #expect(written == value, "\(row)")
        default: Issue.record("\(row)")
        }
      }
    }
  }

  @Test func `texts are cut as the table says`() throws {
    let rows = try table("Texts for people")
    #expect(rows.count > 5)
    for row in rows {
      let (recorder, sink) = Recorder.inMemory()
      recorder.mark(row[0])
      #expect(throws: Failure.self) { try recorder.store("s").record("a") { throw Failure(description: row[0]) } }
      let log = try RecordedLog(sink)
      guard case .mark(let mark)? = log.records.first else {
        Issue.record("\(log.records)")
        continue
      }
      #expect(mark.text == row[1])
      #expect(log.action("a")?.outcome.error?.message == row[1])
    }
  }

  @Test func `more is named, or less`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("secrets-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var redaction = Redaction(secretKeys: ["nickname"], openKeys: ["pin"])
    redaction.secretPaths = ["/user/email", "/users/*/email", SecretPath("/notes", in: "diary")]
    redaction.secretTypes = [Salary.self]
    let recorder = Recorder(to: path, options: RecorderOptions(redaction: redaction))
    let other = recorder.store("other", state: ["users": [["email": "hidden1"]], "notes": [["x": "shown1"]]])
    other.record("a", ["Nickname": "hidden2", "pin": "shown2", "token": "hidden3"]) {}
    let diary = recorder.store("diary", state: ["notes": "hidden4"])
    diary.record("b", ["user": ["email": "hidden5", "name": "shown3"]]) {}
    diary.record("c", Salary(text: "hidden6")) {}
    diary.record("d", Diary(answer: "hidden7", attempts: [Redacted("hidden8")])) {}
    recorder.close()
    let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    #expect(!text.contains("hidden"))
    for shown in ["shown1", "shown2", "shown3"] { #expect(text.contains(shown)) }
    #expect(text.matches(of: /"\$redacted":"[0-9a-f]{16}"/).count == 8)
  }

  @Test func `a planted secret is searched`() {
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink)
    let login = recorder.store("login")
    login.record("passwordTyped", "pl4nted") {}
    recorder.close()
    #expect(!sink.text.contains("pl4nted"))
    #expect(sink.text.contains("$redacted"))
  }

  @Test func `what is not found is in the log`() throws {
    let sink = MemorySink()
    var context = RecordingContext.fixed()
    context.meta = ["token": "zero"]
    let recorder = Recorder(writingTo: sink, context: context)
    recorder.store("s").record("a", ["code": "one", "key two": "", "link": "?page=three"]) {}
    recorder.store("s").record("data", Data("four".utf8)) {}
    let text = sink.text
    for found in ["zero", "one", "key two", "three", Data("four".utf8).base64EncodedString()] { #expect(text.contains(found)) }
  }
}

private struct Salary: Encodable { var text: String }

private struct Diary: Encodable {
  @Redacted var answer = ""
  var attempts: [Redacted<String>] = []
}

private struct Failure: Error, CustomStringConvertible { let description: String }

/// Any JSON as a value that encodes itself.
private struct Encoded: Encodable {
  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(number.int)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements.map(Encoded.init))
    case .object(let object): try container.encode(Dictionary(object.map { ($0.key, Encoded($0.value)) }) { first, _ in first })
    }
  }
}
