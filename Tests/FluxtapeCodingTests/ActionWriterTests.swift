import FluxtapeJSON
import Testing

@testable import FluxtapeCoding

struct ActionWriterTests {
  private static let rules = EncodingRules.hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2))

  private static func makeWriter(_ rules: EncodingRules = rules) -> ActionWriter {
    ActionWriter(rules: rules) { type, _, enumCase in Array("\(type)|\(enumCase ?? "-")".utf8) }
  }

  private struct Described: Equatable {
    let type: String
    let path: String?
    let payload: String?

    init(_ writer: ActionWriter, _ describe: (ActionWriter) -> ActionName) {
      let name = describe(writer)
      type = name.type
      path = name.enumCase
      payload = writer.payload.isEmpty ? nil : String(decoding: writer.payload, as: UTF8.self)
    }
  }

  private static func describe<Action>(_ action: Action, _ writer: ActionWriter = makeWriter()) -> Described {
    Described(writer) { writer in writer.describe(action) }
  }

  private typealias Descriptions = ActionDescriptionTests

  @Test(arguments: Descriptions.plain + Descriptions.nested + Descriptions.plainReflected + Descriptions.custom + Descriptions.others)
  func `actions are described in bytes as in trees`(_ expected: DescriptionCase) {
    let described = Self.describe(expected.action(), Self.makeWriter(.plain))
    #expect(described.type == expected.type)
    #expect(described.path == expected.path)
    #expect(described.payload == expected.payload)
  }

  private struct LoadFailed: Error, Encodable { var rows = Array(0..<1000) }

  @Test func `an error that is too large is cut, as an action`() {
    var rules = Self.rules
    rules.maximumPayloadBytes = 64
    let described = Self.describe(LoadFailed(), Self.makeWriter(rules))
    #expect(described.type == "ActionWriterTests.LoadFailed")
    #expect(described.payload?.hasPrefix(#"{"$truncated":"#) == true)
  }

  /// Two cases are written under one name, as for readers of an earlier version.
  private enum Aliased: Encodable {
    case added(Int)
    case addedAgain(Int)
    private enum CodingKeys: CodingKey { case added }
    private enum AddedCodingKeys: CodingKey { case _0 }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var payload = container.nestedContainer(keyedBy: AddedCodingKeys.self, forKey: .added)
      switch self {
      case .added(let number), .addedAgain(let number): try payload.encode(number, forKey: ._0)
      }
    }
  }

  @Test func `a case has its own name, even if another one is written under that of an earlier action`() {
    let writer = Self.makeWriter()
    #expect(Self.describe(Aliased.added(1), writer).type == "ActionWriterTests.Aliased.added")
    #expect(Self.describe(Aliased.addedAgain(2), writer).type == "ActionWriterTests.Aliased.addedAgain")
    #expect(Self.describe(Aliased.added(3), writer).payload == #"{"_0":3}"#)
  }

  @Test func `a name is made once for all actions of a case`() {
    let writer = Self.makeWriter()
    let names = ["a", "b"].map { text in writer.describe(SampleAction.renamed(text)) }
    #expect(names[0] === names[1])
    #expect(String(decoding: names[0].members, as: UTF8.self) == "ActionWriterTests.SampleAction.renamed|renamed")
  }
}

// MARK: - Secrets in payloads

extension ActionWriterTests {
  protocol AnyAction {}

  enum SampleAction: AnyAction {
    case renamed(String)
    case moved(from: Int, Int)
    case passwordReset(old: String, value: String, hint: String, isForced: Bool)
    case signedIn(token: String, tokenCount: Int, validPassword: Bool?)
    case header(name: String, value: String)
    case several(one: InnerAction, other: InnerAction)
    case inner(InnerAction)
    case coded(CodedAction)
    case erased(any AnyAction)
    case pair((first: Int, second: [String: Double]))
    case nothing(Void)
    case handler(() -> Void)
    case object(Record)
    case any(Any)
    indirect case again(SampleAction)
  }

  enum InnerAction: AnyAction { case done(at: Double), password(String), failed }

  enum CodedAction: Codable, AnyAction {
    case typed(text: String)
    case pinChanged(Int)
    case session(CodedInnerAction)
  }
  enum CodedInnerAction: Codable { case cardAdded(String), done, opened(sessionID: String), session(String) }

  final class Record { var secret = "x", open = 1 }
  struct Login: AnyAction { var user = "ada", password = "x" }
  struct Token: AnyAction { var rawValue = "x" }

  private static let generated = "9f2c41d07ab34e5f8812c6d3"

  static func samples() -> [(action: Any, payload: String)] {
    [
      (Login(), #"{"user":"ada","password":·}"#), (Token(), #"{"rawValue":·}"#), (5, "5"), (Record(), #"{"secret":·,"open":1}"#),
      ((1, password: "x"), #"{"_0":·,"password":·}"#), ({ () in }, ""), (InnerAction.done(at: .nan), #"{"at":{"$float":"nan"}}"#),
      (InnerAction.password("x"), #"{"_0":·}"#), (InnerAction.password(""), #"{"_0":""}"#), (InnerAction.failed, ""),
      (CodedAction.typed(text: "a\"}{\\"), #"{"text":"a\"}{\\"}"#), (CodedAction.pinChanged(4), #"{"_0":·}"#),
      (CodedAction.session(.done), ""), (CodedAction.session(.cardAdded("4111 1111 1111 1111")), #"{"_0":·}"#),
      (CodedAction.session(.opened(sessionID: generated)), #"{"sessionID":·}"#),
      (CodedAction.session(.session("open")), #"{"_0":"open"}"#), (CodedAction.session(.session(generated)), #"{"_0":·}"#),
      (SampleAction.renamed("4111111111111111"), #"{"_0":·}"#), (SampleAction.moved(from: -1, 2), #"{"from":-1,"_1":2}"#),
      (
        SampleAction.passwordReset(old: "a", value: "b", hint: "c", isForced: true), #"{"old":·,"value":·,"hint":·,"isForced":true}"#
      ),
      (
        SampleAction.signedIn(token: "t", tokenCount: 3, validPassword: nil), #"{"token":·,"tokenCount":3,"validPassword":null}"#
      ),
      (SampleAction.header(name: "Authorization", value: "Basic x"), #"{"name":"Authorization","value":·}"#),
      (SampleAction.header(name: "Accept", value: "text"), #"{"name":"Accept","value":"text"}"#),
      (SampleAction.several(one: .failed, other: .password("x")), #"{"one":{"failed":{}},"other":{"password":{"_0":·}}}"#),
      (SampleAction.pair((1, ["password": 2, "b": 3])), #"{"first":1,"second":{"b":3,"password":·}}"#), (SampleAction.nothing(()), ""),
      (SampleAction.handler({}), #"{"_0":{"$opaque":"() -> ()"}}"#), (SampleAction.object(Record()), #"{"_0":{"secret":·,"open":1}}"#),
      (SampleAction.any((1, password: "x")), #"{"_0":1,"password":·}"#), (SampleAction.inner(.password("x")), #"{"_0":·}"#),
      (SampleAction.erased(InnerAction.password("x")), #"{"_0":·}"#), (SampleAction.coded(.pinChanged(4)), #"{"_0":·}"#),
      (SampleAction.again(.again(.moved(from: -1, 2))), #"{"from":-1,"_1":2}"#),
    ]
  }

  private static func payload(of action: Any, _ writer: ActionWriter) -> String {
    (describe(action, writer).payload ?? "").replacing(/\{"\$redacted":"[0-9a-f]{16}"\}/, with: "·")
  }

  @Test func `payloads hide what names a secret`() {
    let writer = Self.makeWriter()
    for (action, payload) in Self.samples() {
      // Twice, as the second call uses what the first one cached.
      for _ in 0..<2 { #expect(Self.payload(of: action, writer) == payload) }
    }
  }

  @Test func `paths in payloads begin at the innermost case`() {
    var rules = Self.rules
    rules.hiddenPaths = [PathPattern(["_0"]), PathPattern(["from"])]
    let writer = Self.makeWriter(rules)
    #expect(Self.payload(of: SampleAction.moved(from: -1, 2), writer) == #"{"from":·,"_1":2}"#)
    #expect(Self.payload(of: SampleAction.object(Record()), writer) == #"{"_0":·}"#)
    #expect(Self.payload(of: SampleAction.erased(InnerAction.done(at: 1)), writer) == #"{"at":1}"#)
    #expect(Self.payload(of: CodedAction.session(.session("open")), writer) == #"{"_0":·}"#)
  }

  @Test func `rules for types apply to payloads`() {
    var rules = Self.rules
    rules.setHook(.leftOut, for: Record.self)
    rules.setHook(.hidden, for: InnerAction.self)
    let writer = Self.makeWriter(rules)
    #expect(Self.payload(of: Record(), writer) == "")
    #expect(Self.payload(of: SampleAction.object(Record()), writer) == "")
    #expect(Self.payload(of: InnerAction.failed, writer) == "·")
    #expect(Self.payload(of: SampleAction.inner(.failed), writer) == #"{"inner":{"_0":·}}"#)
  }

  @Test func `a payload that is too large is known by its size and digest`() {
    var rules = Self.rules
    rules.maximumPayloadBytes = 20
    let writer = Self.makeWriter(rules)
    #expect(Self.describe(SampleAction.renamed("0123456789"), writer).payload == #"{"_0":"0123456789"}"#)
    for count in [12, 200] {
      let payload = Self.describe(SampleAction.renamed(String(repeating: "a b ", count: count)), writer).payload
      #expect(payload?.hasPrefix(#"{"$truncated":{"bytes":"#) == true)
    }
  }
}
