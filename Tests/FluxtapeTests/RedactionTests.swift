import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private struct Email: Encodable, Hashable { let raw: String }
private struct Person: Encodable {
  var name: String
  var email: Email
  var salary = 100
}

/// The payload and the state of an action in a log.
private func recorded<Payload, State>(_ payload: Payload, _ state: State, _ redaction: Redaction, store: String = "staff") throws
  -> [JSONValue?]
{
  let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(redaction: redaction))
  let tap = recorder.store(store)
  var state = state
  tap.record("hired", payload) { tap.reduce(1, into: &state) { _, _ in } }
  let log = try RecordedLog(sink)
  return [log.action("hired")?.payload, try log.states(of: store).last?.state]
}

private func isRedacted(_ value: JSONValue?) -> Bool {
  if case .redacted = value.flatMap({ TaggedValue($0) }) { true } else { false }
}

struct RedactionTests {
  private let person = Person(name: "Ada", email: Email(raw: "a@b.c"))

  @Test func `values of a secret type are hidden wherever they stand`() throws {
    let redaction = Redaction(secretTypes: [Email.self])
    #expect(redaction.secretTypes.count == 1)
    for value in try recorded(person, person, redaction) {
      #expect(isRedacted(value?["email"]))
      #expect(value?["name"] == "Ada")
    }
    for value in try recorded([person.email], ["all": [person.email: Email?.some(person.email)]], redaction) {
      #expect(value?.text.contains("a@b.c") == false)
      #expect(value?.text.contains("$redacted") == true)
    }
  }

  @Test func `what stands at a secret path is hidden`() throws {
    let redaction = Redaction(secretPaths: ["/staff/*/salary", "/0/email/raw", SecretPath("/boss/name", in: "staff")])
    let staff = ["staff": ["ada": person], "boss": ["name": person]]
    let values = try recorded([person], staff, redaction)
    #expect(isRedacted(values[0]?.array?.first?["email"]?["raw"]))
    #expect(values[0]?.array?.first?["salary"] == 100)
    #expect(isRedacted(values[1]?["staff"]?["ada"]?["salary"]))
    #expect(isRedacted(values[1]?["boss"]?["name"]))
    let elsewhere = try recorded([person], staff, redaction, store: "archive")
    #expect(isRedacted(elsewhere[1]?["staff"]?["ada"]?["salary"]))
    #expect(elsewhere[1]?["boss"]?["name"]?["name"] == "Ada")
  }

  @Test func `keys of the app's own are added and taken out`() throws {
    let values = ["nickname": "x", "pin": "1", "token": "y"]
    for value in try recorded(values, values, Redaction(secretKeys: ["NickName"], openKeys: ["PIN"])) {
      #expect(isRedacted(value?["nickname"]) && isRedacted(value?["token"]))
      #expect(value?["pin"] == "1")
    }
  }

  @Test func `without redaction all is written, but for what is Redacted`() throws {
    struct Form: Encodable {
      var password = "x"
      @Redacted var answer = "y"
    }
    var redaction = Redaction(secretPaths: ["/password"], secretTypes: [Email.self])
    redaction.isOn = false
    for redaction in [redaction, .off] {
      for value in try recorded(Form(), Form(), redaction) {
        #expect(value?["password"] == "x")
        #expect(isRedacted(value?["answer"]))
      }
    }
  }

  @Test func `a change inside of what is hidden is told as another digest`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(redaction: Redaction(secretPaths: ["/email"])))
    let tap = recorder.store("person", state: person)
    var state = person
    for raw in ["a@b.c", "a@b.d", "a@b.c"] { tap.reduce(raw, into: &state) { $0.email = Email(raw: $1) } }
    let log = try RecordedLog(sink)
    #expect(!sink.text.contains("raw"))
    let digests = try log.states(of: "person").map { $0.state["email"] }
    #expect(digests.allSatisfy(isRedacted))
    #expect(digests[0] == digests[1] && digests[1] != digests[2] && digests[2] != digests[3] && digests[3] == digests[0])
    #expect(log.actions.map { $0.outcome.patch?.operations.count } == [nil, 0, 1, 1])
  }
}
