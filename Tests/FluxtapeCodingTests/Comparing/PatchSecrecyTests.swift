import FluxtapeCoding
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// A patch must not reveal what a whole state hides.
struct PatchSecrecyTests {
  struct Login: Codable, Sendable {
    var user = "ada"
    var password = "first-secret"
    var form: [Field] = []
    var headers: [String: String] = [:]
    var byNumber: [Int: String] = [:]
    var pairs: [[String]] = []
    var note = "a note that is long enough to be spliced when a letter in it changes, is it not"
    var step = Step.start
    var tokenCount = 1
    var edits: [Edit] = []
    var session: String? = "first-secret"
    var attempts = Attempts()
    var key = Password(raw: "first-secret")
  }

  struct Edit: Codable, Sendable {
    var field: Part
    var to: String
  }

  enum Part: Codable, Sendable { case password, email }

  struct Attempts: Codable, Sendable {
    var passwordAttempts: [String] = []
    var count = 0
    var more = [1: 2]
    var usedPassword = ""
  }

  struct Password: Codable, Sendable { var raw: String }

  struct Field: Codable, Sendable {
    var name: String
    var value: String
  }

  enum Step: Codable, Sendable {
    case start
    case passwordChanged(String)
    case token(value: String, kind: String)
  }

  private static let rules = EncodingRules.hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2))

  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable (inout Login) -> Void
    var testDescription: String { name }
    init(_ name: String, _ make: @escaping @Sendable (inout Login) -> Void) { (self.name, self.make) = (name, make) }
  }

  static let changes = [
    Change("password") { $0.password = "hunter2" },
    Change("payload under a secret name") { $0.step = .passwordChanged("hunter2") },
    Change("labelled payload") { $0.step = .token(value: "hunter2", kind: "bearer") },
    Change("neighbor") { $0.form = [Field(name: "Authorization", value: "hunter2")] },
    Change("name of a neighbor") { $0.form[0].name = "password" },
    Change("value of a neighbor") { $0.form[0].value = "hunter2 and more, so that it is long enough to be spliced, is it not" },
    Change("letter in such a value") { $0.form[0].value += "hunter2" },
    Change("no longer a secret name") { $0.form[0] = Field(name: "colour", value: "red") },
    Change("neighbors in a dictionary") { $0.headers = ["name": "Authorization", "value": "hunter2"] },
    Change("value in such a dictionary") { $0.headers["value"] = "hunter2hunter2" },
    Change("neighbors among others") { $0.headers = ["label": "PIN", "text": "hunter2", "a": "1", "b": "2"] },
    Change("value among others") { $0.headers["text"] = "hunter2hunter2" },
    Change("neighbors with numbers") { $0.byNumber = [1: "password", 2: "hunter2"] },
    Change("value with a number") { $0.byNumber[2] = "hunter2hunter2" },
    Change("key in a dictionary") { $0.headers = ["Authorization": "hunter2", "Accept": "json"] },
    Change("pair") { $0.pairs = [["password", "hunter2"]] },
    Change("value in a pair") { $0.pairs[0][1] = "hunter2hunter2" },
    Change("a pair becomes more") { $0.pairs[0] = ["password", "x", "y"] },
    Change("more become a pair") { $0.pairs[0] = ["password", "hunter2"] },
    Change("card number typed") { $0.note += " 4111 1111 1111 1111" },
    Change("letter behind a card number") { $0.note += "." },
    Change("card number deleted") { $0.note = "a note that is long enough to be spliced when a letter in it changes, is it not" },
    Change("count of tokens") { $0.tokenCount = 2 },
    Change("case as a name") { $0.edits = [Edit(field: .email, to: "a"), Edit(field: .password, to: "hunter2")] },
    Change("letter behind a case") { $0.edits[1].to += "hunter2" },
    Change("another case") { $0.edits[0] = Edit(field: .password, to: "hunter2") },
    Change("secret if a text") { $0.session = "hunter2 and more, so that it is long enough to be spliced, is it not" },
    Change("letter in it") { $0.session? += "hunter2" },
    Change("texts about a secret") { $0.attempts.passwordAttempts = ["hunter2"] },
    Change("one more") { $0.attempts.passwordAttempts.append("hunter2hunter2") },
    Change("used") { $0.attempts.usedPassword = "hunter2" },
    Change("value of a type with the name of a secret") { $0.key.raw = "hunter2" },
    Change("three that begin with a name") { $0.pairs.append(["password", "hunter2", "hunter2"]) },
    Change("one of them") { $0.pairs[1][2] = "hunter2hunter2" },
  ]

  @Test func `patches hide what whole states hide`() throws {
    var state = Login()
    let followed = try FollowedDocument(state, rules: Self.rules)
    for change in Self.changes {
      change.make(&state)
      let patch = try followed.advance(to: state)
      #expect(patch != "[]", "\(change.name)")
      for secret in ["hunter2", "4111", "first-secret"] { #expect(!patch.contains(secret), "\(change.name): \(patch)") }
    }
    #expect(followed.document["tokenCount"]?.int == 2)
    #expect(!followed.document.text.contains("hunter2"))
  }

  /// Few characters, so that many of the texts contain a card number, contained one, or miss one digit of it.
  @Test(arguments: seeds(10))
  func `a text that is typed is hidden as long as it holds a card number`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let pieces = ["4111 1111 1111 1111", "4111-1111", "1111", "11111111", "1", "4", " ", "-", ".", "x", "\u{A0}", "–", "é", "some words "]
    var text = Array(repeating: "some words ", count: 6).joined()
    let followed = try FollowedDocument(text, rules: Self.rules)
    for _ in 0..<60 {
      var scalars = Array(text.unicodeScalars)
      let place = Int.random(in: 0...scalars.count, using: &random)
      let deleted = Int.random(in: 0...min(scalars.count - place, scalars.count > 90 ? 20 : 2), using: &random)
      let inserted = Bool.random(using: &random) ? pieces.randomElement(using: &random) ?? "" : ""
      scalars.replaceSubrange(place..<place + deleted, with: inserted.unicodeScalars)
      text = String(String.UnicodeScalarView(scalars))
      try followed.advance(to: text)
    }
  }

  @Test func `a store named after a secret hides its state`() throws {
    let followed = try FollowedDocument(["_0": "x", "text": "y"], named: "password", rules: Self.rules)
    let patch = try followed.advance(to: ["_0": "hunter2", "text": "hunter2"])
    #expect(!patch.contains("hunter2"))
  }

  @Test func `hidden paths stay hidden, at any place in an array`() throws {
    var rules = EncodingRules.plain
    rules.hiddenPaths = [PathPattern(["form", "*", "value"]), PathPattern(["pairs", "0"])]
    var state = Login(form: (0..<20).map { Field(name: "f\($0)", value: "hunter2 \($0)") }, pairs: [["hunter2"], ["b"], ["c"]])
    let followed = try FollowedDocument(state, rules: rules)
    state.form.insert(Field(name: "new", value: "hunter2"), at: 3)
    state.form[10].value = "hunter2, changed"
    #expect(try !followed.advance(to: state).contains("hunter2"))
    state.pairs.insert(["hunter2 too"], at: 0)
    #expect(try !followed.advance(to: state).contains("hunter2 too"))
    state.pairs.remove(at: 0)
    try followed.advance(to: state)
  }
}
