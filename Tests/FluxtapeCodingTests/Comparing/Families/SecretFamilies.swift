import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

@testable import FluxtapeCoding

/// A login with secrets under their own keys, in dictionaries, pairs, payloads and texts, with the default redaction.
struct LoginFamily: StateFamily {
  static var rules: EncodingRules { .hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2)) }

  struct Header: Codable { var name: String, value: String }
  struct Credentials: Codable { var user: String, scopes: [String] }
  enum Step: Codable {
    case start, passwordChanged(String), token(value: String, expires: Int), done(Credentials), pin(Int), authorized(Bool)
  }
  enum Key: String, Codable, CaseIterable { case password, name }
  enum Field: Codable, Hashable, CaseIterable { case password, email }
  struct Edit: Codable { var field: Field, to: String }
  struct Entry: Codable { var id: String, text: String?, count = 0 }
  struct Header3: Codable {
    var name: Key, values: [String], isLast: Bool
    enum CodingKeys: String, CodingKey { case name = "Name", values = "Values", isLast }
  }
  struct Login: Codable {
    var name = ""
    var password = ""
    var passwordHint: String?
    var tokenCount = 0
    var tokens: [String] = []
    var token: Credentials?
    var apiKey: [String: Int] = [:]
    var secret: CartFamily.Price?
    var isSecret = false
    var card = ""
    var notes: [String] = []
    var headers: [Header] = []
    var fields: [String: String] = [:]
    var values: [String: [String]] = [:]
    var pairs: [Key: String] = [:]
    var numbered: [Int: String] = [:]
    var step = Step.start
    var steps: [Step] = []
    var cookies: [[String]] = []
    var session: Step?
    var auth: String?
    var pins: [String] = []
    var userSession: Credentials?
    var edits: [Edit] = []
    var entries: [Entry] = []
    var entry = Entry(id: "7", text: nil)
    var lists: [Header3] = []
    var byField: [Field: String] = [:]
    var passwordAttempts: [String] = []
    var tokenUsage: [String: Entry] = [:]
  }

  var state = Login()

  init(_ random: inout SplitMix64) {}

  static func text(_ random: inout SplitMix64) -> String {
    random.pick(["4111 1111 1111 1111", "4111111111111111 and more", "4111111111111112", "hunter2", "", random.oddText(), random.text()])
  }

  static func key(_ random: inout SplitMix64) -> String {
    random.pick([
      "password", "name", "Authorization", "value", "token", "tokenCount", "x-api-key", "$secret", "key", "password/~", "Value", "id",
      "session",
    ])
  }

  static func step(_ random: inout SplitMix64) -> Step {
    random.pick([
      .start, .passwordChanged(text(&random)), .token(value: text(&random), expires: random.small()), .pin(random.small()),
      .done(Credentials(user: text(&random), scopes: [text(&random)])), .authorized(random.chance(2)),
    ])
  }

  static func entry(_ random: inout SplitMix64) -> Entry { Entry(id: key(&random), text: text(&random)) }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 31 {
    case 30: random.edit(&state.numbered, key: { $0.below(4) }, make: Self.key) { $0 = Self.key(&$1) }
    case 20: random.edit(&state.auth, make: Self.text) { $1.edit(&$0) }
    case 21: random.edit(&state.pins, make: Self.text) { $0 = Self.text(&$1) }
    case 22:
      random.edit(&state.userSession, make: { Credentials(user: Self.text(&$0), scopes: []) }) {
        $1.chance(2) ? ($0.user = Self.text(&$1)) : $0.scopes.append(Self.text(&$1))
      }
    case 23:
      random.edit(&state.edits, make: { Edit(field: $0.pick(Field.allCases), to: Self.text(&$0)) }) {
        $1.chance(2) ? ($0.field = $1.pick(Field.allCases)) : ($0.to = Self.text(&$1))
      }
    case 24:
      random.edit(&state.entries, make: Self.entry) { $1.chance(2) ? ($0.id = Self.key(&$1)) : ($0.text = Self.text(&$1)) }
    case 25:
      switch random.next() % 3 {
      case 0: state.entry.id = Self.key(&random)
      case 1: state.entry.count += 1
      default: random.edit(&state.entry.text, make: Self.text) { $1.edit(&$0) }
      }
    case 26:
      random.edit(&state.lists, make: { Header3(name: $0.pick(Key.allCases), values: [Self.text(&$0)], isLast: false) }) {
        $1.chance(2) ? $0.isLast.toggle() : $0.values.append(Self.text(&$1))
      }
    case 27: random.edit(&state.byField, key: { $0.pick(Field.allCases) }, make: Self.text) { $0 = Self.text(&$1) }
    case 28: random.edit(&state.passwordAttempts, make: Self.text) { $0 = Self.text(&$1) }
    case 29: random.edit(&state.tokenUsage, key: Self.key, make: Self.entry) { $1.chance(2) ? ($0.count += 1) : ($0.text = Self.text(&$1)) }
    case 0: state.name = Self.text(&random)
    case 1: state.password = Self.text(&random)
    case 2: random.edit(&state.passwordHint, make: Self.text) { $1.edit(&$0) }
    case 3: state.tokenCount += 1
    case 4: random.edit(&state.tokens, make: Self.text) { $0 = Self.text(&$1) }
    case 5: random.edit(&state.token, make: { Credentials(user: Self.text(&$0), scopes: []) }) { $0.scopes.append(Self.text(&$1)) }
    case 6: random.edit(&state.apiKey, key: Self.key, make: { $0.small() }) { $0 += $1.small() }
    case 7: random.edit(&state.secret, make: CartFamily.price) { $0.cents += $1.small() }
    case 8: state.isSecret.toggle()
    case 9: state.card = Self.text(&random)
    case 10: random.edit(&state.notes, make: Self.text) { $1.edit(&$0) }
    case 11:
      random.edit(&state.headers, make: { Header(name: Self.key(&$0), value: Self.text(&$0)) }) {
        $1.chance(2) ? ($0.name = Self.key(&$1)) : ($0.value = Self.text(&$1))
      }
    case 12: random.edit(&state.fields, key: Self.key, make: Self.text) { $0 = Self.text(&$1) }
    case 13: random.edit(&state.values, key: Self.key, make: { [Self.text(&$0)] }) { $1.edit(&$0, make: Self.text) { $0 = Self.text(&$1) } }
    case 14: random.edit(&state.pairs, key: { $0.pick(Key.allCases) }, make: Self.text) { $0 = Self.text(&$1) }
    case 15: state.step = Self.step(&random)
    case 16, 17: random.edit(&state.steps, make: Self.step) { $0 = Self.step(&$1) }
    // Two texts look like a key and its value.
    case 18: random.edit(&state.cookies, make: { $0.list($0.below(4), Self.key) }) { $1.edit(&$0, make: Self.key) { $0 = Self.key(&$1) } }
    default: random.edit(&state.session, make: Self.step) { $0 = Self.step(&$1) }
    }
  }
}

/// Secrets in reflected values and objects; the store has the name of a secret too.
struct ReflectedSecretFamily: StateFamily {
  static var rules: EncodingRules { .hidingSecrets(alsoUnder: ["blz"], butNotUnder: ["pin"], digestKey: SipHash.Key(low: 3, high: 4)) }
  static var name: String { "password" }

  final class Vault {
    var password = ""
    var pin = 0
    var blz = ""
    var open: [String: Any] = [:]
  }
  enum Event { case passwordChanged(String), tokens([String]), plain(Int), secret(Vault) }
  struct Whole {
    var vault = Vault()
    var events: [Event] = []
    var value = ""
    var name = "password"
    var pair = ("password", "x")
    var error: (any Error)?
  }
  struct Failure: Error { var token: String, message: String }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    let vault = state.vault
    switch random.next() % 10 {
    case 0: vault.password = LoginFamily.text(&random)
    case 1: vault.pin += 1
    case 2: vault.blz = LoginFamily.text(&random)
    case 3: random.edit(&vault.open, key: LoginFamily.key, make: { LoginFamily.text(&$0) }) { $0 = $1.small() }
    case 4, 5:
      random.edit(&state.events, make: { Event.passwordChanged(LoginFamily.text(&$0)) }) {
        $0 = $1.pick([.passwordChanged(LoginFamily.text(&$1)), .tokens([LoginFamily.text(&$1)]), .plain($1.small()), .secret(vault)])
      }
    case 6: state.value = LoginFamily.text(&random)
    case 7: state.name = LoginFamily.key(&random)
    case 8: state.pair = (LoginFamily.key(&random), LoginFamily.text(&random))
    default: state.error = random.chance(3) ? nil : Failure(token: LoginFamily.text(&random), message: LoginFamily.text(&random))
    }
  }
}

/// Types with encodings that the app registered, and hidden paths.
struct HookFamily: StateFamily {
  struct Left: Codable { var number: Int }
  struct Hidden: Codable { var text: String }
  struct Replaced: Codable { var number: Int, noise: Int }
  class Counter: Encodable { var count = 0 }
  /// Omitted as well, wherever a counter may be.
  final class LeftCounter: Counter {}
  /// Writes every member always, even absent ones.
  struct Explicit: Encodable {
    var left: Left?
    var counter: Counter
    var kind: Int
    func encode(to encoder: any Encoder) throws {
      switch kind {
      case 0:
        var single = encoder.singleValueContainer()
        try single.encode(left)
      case 1:
        var list = encoder.unkeyedContainer()
        try list.encode(left)
        try list.encode(counter)
        try list.encode(1)
      default:
        var container = encoder.container(keyedBy: TextKey.self)
        try container.encode(left, forKey: TextKey("left"))
        try container.encode(counter, forKey: TextKey("counter"))
        var list = container.nestedUnkeyedContainer(forKey: TextKey("list"))
        try list.encode(left ?? Left(number: 0))
      }
    }
  }
  struct Whole: Encodable {
    var left = Left(number: 0)
    var maybe: Left? = Left(number: 1)
    var lefts: [Left] = []
    var hidden = Hidden(text: "")
    var replaced = Replaced(number: 0, noise: 0)
    var list: [Replaced] = []
    var byName: [String: Hidden] = [:]
    var counter = Counter()
    var users: [String: LoginFamily.Credentials] = [:]
    var rows: [[Int]] = []
    var explicit: [Explicit] = []
    var leftByName: [String: Left] = [:]
    var counters: [Counter] = []
  }

  static let rules: EncodingRules = {
    var rules = EncodingRules.plain
    rules.setHook(.leftOut, for: Left.self)
    rules.setHook(.leftOut, for: LeftCounter.self)
    rules.setHook(.hidden, for: Hidden.self)
    rules.setHook(.replaced { ($0 as? Replaced)?.number as Any }, for: Replaced.self)
    rules.setHook(.replaced { ["count": ($0 as? Counter)?.count] as Any }, for: Counter.self)
    rules.hiddenPaths = [PathPattern(["users", "*", "user"]), PathPattern(["rows", "1"]), PathPattern(["byName", "a"])]
    return rules
  }()

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  static func counter(_ random: inout SplitMix64) -> Counter { random.chance(2) ? Counter() : LeftCounter() }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 14 {
    case 11:
      random.edit(
        &state.explicit, make: { Explicit(left: $0.chance(2) ? nil : Left(number: 1), counter: Self.counter(&$0), kind: $0.below(3)) }
      ) {
        $1.chance(2) ? ($0.kind = $1.below(3)) : ($0.left = $1.chance(2) ? nil : Left(number: 2))
      }
    case 12: random.edit(&state.leftByName, key: { $0.oddText() }, make: { Left(number: $0.small()) }) { $0.number += $1.small() }
    case 13: random.edit(&state.counters, make: Self.counter) { $0.count += $1.small() }
    case 0: state.left.number += 1
    case 1: random.edit(&state.maybe, make: { Left(number: $0.small()) }) { $0.number += $1.small() }
    case 2: random.edit(&state.lefts, make: { Left(number: $0.small()) }) { $0.number += $1.small() }
    case 3: random.edit(&state.hidden.text)
    case 4: random.chance(2) ? state.replaced.number += 1 : (state.replaced.noise += 1)
    case 5: random.edit(&state.list, make: { Replaced(number: $0.small(), noise: 0) }) { $1.chance(2) ? $0.number += 1 : ($0.noise += 1) }
    case 6: random.edit(&state.byName, key: { $0.oddText() }, make: { Hidden(text: $0.text()) }) { $1.edit(&$0.text) }
    case 7: random.chance(3) ? state.counter = Self.counter(&random) : (state.counter.count += 1)
    case 8, 9:
      random.edit(&state.users, key: { $0.oddText() }, make: { LoginFamily.Credentials(user: $0.text(), scopes: []) }) {
        $1.chance(2) ? $1.edit(&$0.user) : $0.scopes.append($1.text())
      }
    default: random.edit(&state.rows, make: { $0.list(2) { $0.small() } }) { $1.edit(&$0, make: { $0.small() }) { $0 += $1.small() } }
    }
  }
}
