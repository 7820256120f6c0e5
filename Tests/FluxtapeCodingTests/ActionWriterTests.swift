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
    Described(writer) { writer in ActionSubject.with(action) { writer.describe($0) } }
  }

  private typealias Descriptions = ActionDescriptionTests

  @Test(arguments: Descriptions.plain + Descriptions.nested + Descriptions.plainReflected + Descriptions.custom + Descriptions.others)
  func `actions are described in bytes as in trees`(_ expected: DescriptionCase) {
    let described = Self.describe(expected.action(), Self.makeWriter(.plain))
    #expect(described.type == expected.type)
    #expect(described.path == expected.path)
    #expect(described.payload == expected.payload)
  }

  @Test func `a name is made once for all actions of a case`() {
    let writer = Self.makeWriter()
    let names = ["a", "b"].map { text in ActionSubject.with(SampleAction.renamed(text)) { writer.describe($0) } }
    #expect(names[0] === names[1])
    #expect(String(decoding: names[0].members, as: UTF8.self) == "ActionWriterTests.SampleAction.renamed|renamed")
  }
}

// MARK: - By plans and by reflection

extension ActionWriterTests {
  protocol AnyAction {}

  enum SampleAction: AnyAction {
    case cleared
    case renamed(String)
    case moved(from: Int, Int)
    case passwordChanged(String)
    case passwordReset(old: String, value: String, hint: String, isForced: Bool)
    case signedIn(token: String, tokenCount: Int, validPassword: Bool?)
    case header(name: String, value: String)
    case several(one: InnerAction, other: InnerAction)
    case inner(InnerAction)
    case coded(CodedAction)
    case erased(any AnyAction)
    case optional(InnerAction?)
    case pair((first: Int, second: [String: Double]))
    case nothing(Void)
    case handler(() -> Void)
    case object(Record)
    case spaced(`a b`: Int, `c.d`: Int)
    case any(Any)
    indirect case again(SampleAction)
  }

  enum InnerAction: AnyAction { case done(at: Double), password(String), failed }

  enum CodedAction: Codable, AnyAction {
    case typed(text: String)
    case pinChanged(Int)
    case pin(CodedInnerAction)
    case login(CodedInnerAction)
    case session(CodedInnerAction)
    case auth(CodedInnerAction)
    case token(CodedInnerAction)
    case sized(Int, wide: Bool)
  }
  enum CodedInnerAction: Codable { case cardAdded(String), done, opened(sessionID: String), session(String), authorization(id: String) }

  final class Record { var secret = "x", open = 1 }
  struct Login: AnyAction { var user = "ada", password = "x" }
  struct Token: AnyAction { var rawValue = "x" }

  static func sampleActions() -> [Any] {
    var all: [Any] = [Login(), Token(), 5, "password=x", [1, 2], Record(), true, (1, password: "x"), { () in }]
    let inner: [InnerAction] = [.done(at: 0.1), .done(at: .nan), .password("x"), .password(""), .failed]
    var coded: [CodedAction] = [
      .typed(text: "a\"}{\\"), .typed(text: ""), .pinChanged(4), .pin(.done), .login(.cardAdded("4111 1111 1111 1111")),
      .sized(1, wide: true),
    ]
    let generated = "9f2c41d07ab34e5f8812c6d3"
    let inners: [CodedInnerAction] = [
      .done, .cardAdded(generated), .opened(sessionID: generated), .session("open"), .session(generated), .authorization(id: generated),
    ]
    for inner in inners { coded += [.session(inner), .auth(inner), .token(inner), .login(inner)] }
    let samples: [SampleAction] = [
      .cleared, .renamed("Ada"), .renamed(""), .renamed("4111111111111111"), .moved(from: -1, 2), .passwordChanged("x"),
      .passwordChanged(""),
      .passwordReset(old: "a", value: "b", hint: "c", isForced: true), .signedIn(token: "t", tokenCount: 3, validPassword: true),
      .signedIn(token: "", tokenCount: 3, validPassword: nil), .header(name: "Authorization", value: "Basic x"),
      .header(name: "Accept", value: "text"), .several(one: .failed, other: .password("x")), .optional(nil), .optional(.done(at: 1)),
      .pair((1, ["password": 2, "b": 3])), .nothing(()), .handler({}), .object(Record()), .spaced(`a b`: 1, `c.d`: 2), .any(5),
      .any((1, password: "x")),
      .any(SampleAction.cleared),
    ]
    all += inner + coded + samples
    all += inner.map(SampleAction.inner) + coded.map(SampleAction.coded) + inner.map(SampleAction.erased) + coded.map(SampleAction.erased)
    all += samples.map { SampleAction.again(.again($0)) }
    return all
  }

  @Test func `what a plan describes is what reflection shows, without secrets`() {
    for rules in [Self.rules, .plain, Self.withHiddenPath, Self.withoutRecords] {
      let writer = Self.makeWriter(rules)
      for action in Self.sampleActions() {
        let described = Self.describe(action, writer)
        #expect(Self.describe(action, writer) == described)
        let oracle = Self.oracle(action, described, rules)
        #expect(described.payload == oracle, "\(described.type)")
      }
    }
  }

  /// The payload that the writer of whole values writes.
  private static func oracle(_ action: Any, _ described: Described, _ rules: EncodingRules) -> String? {
    let writer = ValueWriter(rules: rules)
    var json = writer.json(of: action)
    if json == [:] || TaggedValue(json) == .opaque(typeName: TypeName.of(type(of: action))) { return nil }
    if let path = described.path {
      for (place, name) in path.split(separator: ".").enumerated() {
        func member(_ key: String) -> JSONValue {
          let found = json.object?.filter { $0.key != "$type" }
          return found?.first.flatMap { $0.key == key ? $0.value : nil } ?? .string("missing")
        }
        if place > 0 { json = member("_0") }
        json = member(String(name))
      }
      if json == [:] { return nil }
    }
    let key = described.path.map { String($0.split(separator: ".").last ?? "") } ?? described.type
    writer.write(json, in: writer.context(ofActionNamed: key))
    var bytes: [UInt8] = []
    writer.move(from: 0, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let withHiddenPath: EncodingRules = {
    var rules = ActionWriterTests.rules
    rules.hiddenPaths = [PathPattern(["_0"]), PathPattern(["from"])]
    return rules
  }()

  private static let withoutRecords: EncodingRules = {
    var rules = ActionWriterTests.rules
    rules.setHook(.leftOut, for: Record.self)
    rules.setHook(.hidden, for: InnerAction.self)
    return rules
  }()
}
