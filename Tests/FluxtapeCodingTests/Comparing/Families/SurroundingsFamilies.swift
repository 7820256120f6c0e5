import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

@testable import FluxtapeCoding

// Values whose encoding depends on their surroundings. A patch encodes them alone.

/// Values that encode their coding path.
struct PathFamily: StateFamily {
  static var losesTrust: Bool { true }

  struct Place: Encodable {
    var number: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      try container.encode(number, forKey: TextKey("number"))
      if number % 2 == 0 { try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "/"), forKey: TextKey("path")) }
      var list = container.nestedUnkeyedContainer(forKey: TextKey("list"))
      for _ in 0..<number % 3 { try list.encode(list.codingPath.count) }
    }
  }
  struct Row: Encodable {
    var title = ""
    var place: Place
    var others: [Place] = []
  }
  struct Whole: Encodable {
    var title = ""
    var row = Row(place: Place(number: 3))
    var rows: [Row] = []
    var byName: [String: [Place]] = [:]
  }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  static func row(_ random: inout SplitMix64) -> Row { Row(place: Place(number: random.below(9))) }

  static func change(_ row: inout Row, _ random: inout SplitMix64) {
    switch random.next() % 3 {
    case 0: row.title = random.text()
    case 1: row.place.number += 1
    default: random.edit(&row.others, make: { Place(number: $0.below(9)) }) { place, _ in place.number += 1 }
    }
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 5 {
    case 0: state.title = random.text()
    case 1: Self.change(&state.row, &random)
    case 2: random.edit(&state.byName, key: { $0.oddText() }, make: { _ in [] }) { $0.append(Place(number: $1.below(9))) }
    default: random.edit(&state.rows, make: Self.row, change: Self.change)
    }
  }
}

/// Objects that lead back to their containers, some on paths that are not followed: handwritten, reflected, as `Any`.
struct CircleFamily: StateFamily {
  struct Plain {
    var node: Node?
    var number: Int
  }
  final class Mute { var number = 0 }
  struct Erased: Encodable {
    var value: Any
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }
  final class Node: Encodable {
    var name = ""
    var isOdd = false
    var children: [Node] = []
    var up: Node?
    var other: Erased?
    var byName: [String: Node] = [:]
    var pair: [Int: Node] = [:]

    private enum CodingKeys: CodingKey { case name, children, up, other, byName, pair }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      if isOdd { try children.encode(to: container.superEncoder()) } else { try container.encode(children, forKey: .children) }
      try container.encodeIfPresent(up, forKey: .up)
      try container.encodeIfPresent(other, forKey: .other)
      try container.encode(byName, forKey: .byName)
      try container.encode(pair, forKey: .pair)
    }
  }
  struct Whole: Encodable {
    var title = ""
    var root = Node()
    var nodes: [Node] = []
  }

  var state = Whole()
  private let all: [Node]

  init(_ random: inout SplitMix64) {
    all = random.list(4) { _ in Node() }
    state.root = all[0]
    all[0].children = [all[1], all[2]]
    all[1].up = all[0]
  }

  func end() {
    for node in all { (node.children, node.up, node.other, node.byName, node.pair) = ([], nil, nil, [:], [:]) }
  }

  mutating func change(_ random: inout SplitMix64) {
    let node = random.pick(all), other = random.pick(all)
    switch random.next() % 12 {
    case 0, 1: node.name = random.oddText()
    case 2: node.isOdd.toggle()
    case 3: node.children = random.list(random.below(3)) { $0.pick([other, node]) }
    case 4: node.up = random.chance(2) ? nil : other
    case 5: node.other = Erased(value: Plain(node: random.chance(2) ? other : nil, number: random.small()))
    case 6:
      let mute = Mute()
      mute.number = random.small()
      // Avoids cycles that nothing would break.
      node.other = Erased(value: [mute, other] as [Any])
    case 7: node.byName = random.chance(2) ? [:] : [random.oddText(): other]
    case 8: node.pair = random.chance(2) ? [:] : [1: other]
    case 9: node.other = nil
    case 10: state.title = random.text()
    default: state.nodes = random.chance(3) ? [] : [other, node]
    }
    // Keeps the number of paths through the graph small, as it grows exponentially.
    for node in all.dropFirst() where random.chance(3) { (node.children, node.byName, node.pair) = ([], [:], [:]) }
  }
}

/// A state whose store has the name of a secret, and values that are secrets because of their neighbors.
struct NamedSecretFamily: StateFamily {
  static var rules: EncodingRules { LoginFamily.rules }
  static var name: String { "token" }

  struct Hidden: Encodable, HiddenValue {
    var text: String
    var hidden: Any { text }
  }
  struct Nothing: Encodable {}
  /// Writes a name and a value, or a list of both.
  struct Entry: Encodable {
    var name: String, value: String, isList: Bool
    func encode(to encoder: any Encoder) throws {
      if isList {
        var list = encoder.unkeyedContainer()
        try list.encode(name)
        try list.encode(value)
      } else {
        var container = encoder.container(keyedBy: TextKey.self)
        var inner = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("entry"))
        try inner.encode(name, forKey: TextKey("name"))
        try inner.encode(value, forKey: TextKey("value"))
        var pair = container.nestedUnkeyedContainer(forKey: TextKey("pair"))
        try pair.encode(name)
        try pair.encode(value)
      }
    }
  }
  struct Whole: Encodable {
    var id = 0
    var value = ""
    var hidden = Hidden(text: "")
    var hiddens: [String: Hidden] = [:]
    var login = LoginFamily.Login()
    var entries: [Entry] = []
    var pair: [String?] = []
    var optionals: [[Int?]] = []
    var nothings: [Nothing] = []
    var password: LoginFamily.Credentials?
  }

  var state = Whole()
  private var login: LoginFamily

  init(_ random: inout SplitMix64) { login = LoginFamily(&random) }

  static func entry(_ random: inout SplitMix64) -> Entry {
    Entry(name: LoginFamily.key(&random), value: LoginFamily.text(&random), isList: random.chance(2))
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 11 {
    case 0: state.id += 1
    case 1: state.value = LoginFamily.text(&random)
    case 2: state.hidden.text = LoginFamily.text(&random)
    case 3:
      random.edit(&state.hiddens, key: LoginFamily.key, make: { Hidden(text: LoginFamily.text(&$0)) }) { $0.text = LoginFamily.text(&$1) }
    case 4:
      login.change(&random)
      state.login = login.state
    case 5, 6:
      random.edit(&state.entries, make: Self.entry) {
        $1.chance(2) ? ($0.value = LoginFamily.text(&$1)) : ($0.name = LoginFamily.key(&$1))
      }
    case 7: random.edit(&state.pair, make: { $0.chance(3) ? nil : LoginFamily.key(&$0) }) { $0 = LoginFamily.text(&$1) }
    case 8:
      random.edit(&state.optionals, make: { [$0.small(), nil] }) { $1.edit(&$0, make: { $0.small() }) { $0 = $1.chance(2) ? nil : 1 } }
    case 9: random.edit(&state.nothings, make: { _ in Nothing() }) { _, _ in }
    default:
      random.edit(&state.password, make: { LoginFamily.Credentials(user: LoginFamily.text(&$0), scopes: []) }) {
        $0.scopes.append(LoginFamily.text(&$1))
      }
    }
  }
}

/// The same store name for a state that sometimes becomes one digest.
struct SecretTextFamily: StateFamily {
  static var rules: EncodingRules { LoginFamily.rules }
  static var name: String { "password" }

  var state: HandwrittenFamily.Anything

  init(_ random: inout SplitMix64) { state = HandwrittenFamily.thing(&random) }

  mutating func change(_ random: inout SplitMix64) { HandwrittenFamily.change(&state, &random) }
}
