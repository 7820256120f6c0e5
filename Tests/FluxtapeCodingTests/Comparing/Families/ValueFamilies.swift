import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

/// Nested structs with padding between fields, arrays whose elements are added, removed, moved and repeated, optionals.
struct CartFamily: StateFamily {
  struct Price: Codable, Hashable { var isNet: Bool, cents: Int, rate: Float? }
  struct Line: Codable {
    var isGift: Bool
    var id: Int
    var count: Int8
    var name: String
    var price: Price?
    var notes: [String]
  }
  struct Cart: Codable {
    var isOpen = true
    var version = UInt16(0)
    var total = 0
    var lines: [Line] = []
    var coupon: Price?? = .some(nil)
    var matrix: [[Int8]] = []
    var first: Line?
    var ids = ContiguousArray<UUID>()
    var changed = Date(timeIntervalSinceReferenceDate: 0)
  }

  var state = Cart()

  init(_ random: inout SplitMix64) { state.lines = random.list(4, Self.line) }

  static func price(_ random: inout SplitMix64) -> Price {
    Price(isNet: random.chance(2), cents: random.small(), rate: random.chance(2) ? nil : Float(random.small()))
  }

  static func line(_ random: inout SplitMix64) -> Line {
    Line(
      isGift: random.chance(2), id: random.small(), count: Int8(random.small()), name: random.text(),
      price: random.chance(3) ? nil : price(&random),
      notes: random.list(random.below(3)) { $0.text() })
  }

  static func change(_ line: inout Line, _ random: inout SplitMix64) {
    switch random.next() % 6 {
    case 0: line.isGift.toggle()
    case 1: line.id += 1
    case 2: line.count = Int8(random.small())
    case 3: random.edit(&line.name)
    case 4: random.edit(&line.price, make: price) { price, random in price.cents += random.small() }
    default: random.edit(&line.notes, make: { $0.text() }) { text, random in random.edit(&text) }
    }
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 12 {
    case 0: state.isOpen.toggle()
    case 1: state.version &+= 1
    case 2: state.total += random.small()
    case 3:
      random.edit(&state.coupon, make: { $0.chance(2) ? nil : Self.price(&$0) }) {
        $1.edit(&$0, make: Self.price) { $0.cents += $1.small() }
      }
    case 4:
      random.edit(&state.matrix, make: { $0.list(2) { Int8($0.small()) } }) {
        $1.edit(&$0, make: { Int8($0.small()) }) { $0 &+= Int8($1.small()) }
      }
    case 5: random.edit(&state.first, make: Self.line, change: Self.change)
    case 6:
      var ids = Array(state.ids)
      random.edit(&ids, make: { $0.uuid() }) { $0 = $1.uuid() }
      state.ids = ContiguousArray(ids)
    case 7: state.version = 0
    case 8: state.changed += Double(random.small())
    default: random.edit(&state.lines, make: Self.line, change: Self.change)
    }
  }
}

/// Enums with payloads, in arrays and optionals, with one payload and with many.
struct RouteFamily: StateFamily {
  enum Tab: String, Codable, CaseIterable { case info, reviews }
  enum Filter: Codable { case all, below(price: Int, isNet: Bool), named(String) }
  indirect enum Sheet: Codable { case settings, share(text: String, over: Route) }
  enum Route: Codable {
    case home
    case detail(id: Int, tab: Tab)
    case search(String, [Filter])
    case sheet(Sheet?)
    case login(Load)
  }
  enum Load: Codable { case idle, loading, loaded(CartFamily.Price) }
  struct Screens: Codable {
    var current = Route.home
    var stack: [Route] = []
    var loads: [Load] = []
    var named: [String: Route] = [:]
    var last: Load?
  }

  var state = Screens()

  init(_ random: inout SplitMix64) { state.stack = random.list(3, Self.route) }

  static func filter(_ random: inout SplitMix64) -> Filter {
    random.pick([.all, .below(price: random.small(), isNet: random.chance(2)), .named(random.text())])
  }

  static func route(_ random: inout SplitMix64) -> Route {
    switch random.next() % 7 {
    case 0: .home
    case 1, 2: .detail(id: random.small(), tab: random.pick(Tab.allCases))
    case 3: .search(random.text(), random.list(random.below(3), filter))
    case 4: .login(load(&random))
    case 5: .sheet(random.pick([nil, .settings]))
    default: .sheet(.share(text: random.text(), over: random.chance(2) ? .home : route(&random)))
    }
  }

  static func load(_ random: inout SplitMix64) -> Load { random.pick([.idle, .loading, .loaded(CartFamily.price(&random))]) }

  static func change(_ route: inout Route, _ random: inout SplitMix64) {
    switch route {
    case .detail(let id, let tab):
      route = random.chance(2) ? .detail(id: id + 1, tab: tab) : .detail(id: id, tab: random.pick(Tab.allCases))
    case .search(var text, var filters):
      random.chance(2) ? random.edit(&text) : random.edit(&filters, make: filter) { $0 = filter(&$1) }
      route = .search(text, filters)
    case .sheet(.share(let text, var over)):
      change(&over, &random)
      route = .sheet(.share(text: text, over: over))
    default: route = Self.route(&random)
    }
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 6 {
    case 0: Self.change(&state.current, &random)
    case 1: random.edit(&state.loads, make: Self.load) { $0 = Self.load(&$1) }
    case 2: random.edit(&state.named, key: { $0.oddText() }, make: Self.route, change: Self.change)
    case 3: random.edit(&state.last, make: Self.load) { $0 = Self.load(&$1) }
    default: random.edit(&state.stack, make: Self.route, change: Self.change)
    }
  }
}

/// Dictionaries with all kinds of keys, and sets.
struct DictionaryFamily: StateFamily {
  enum Plain: String, Codable, CaseIterable { case north, south, east }
  enum Named: String, Codable, CodingKeyRepresentable, CaseIterable { case a, b = "b/~", c = "$c" }
  struct Point: Codable, Hashable { var x: Int, isOn: Bool }
  struct Tables: Codable {
    var byText: [String: CartFamily.Price] = [:]
    var byNumber: [Int: String] = [:]
    var byPlain: [Plain: [Int]] = [:]
    var byNamed: [Named: Int?] = [:]
    var byID: [UUID: Bool] = [:]
    var byPoint: [Point: [String: Int]] = [:]
    var byFloat: [Double: String] = [:]
    var texts: Set<String> = []
    var points: Set<Point> = []
    var listed: [[String: Int]] = []
    var inner: [String: [String: [Int: Double]]] = [:]
  }

  var state = Tables()
  private let ids: [UUID]

  init(_ random: inout SplitMix64) { ids = random.list(4) { $0.uuid() } }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 11 {
    case 0: random.edit(&state.byText, key: { $0.oddText() }, make: CartFamily.price) { $0.cents += $1.small() }
    case 1: random.edit(&state.byNumber, key: { $0.small() }, make: { $0.text() }) { $1.edit(&$0) }
    case 2: random.edit(&state.byPlain, key: { $0.pick(Plain.allCases) }, make: { $0.list(2) { $0.small() } }) { $0.append($1.small()) }
    case 3:
      random.edit(&state.byNamed, key: { $0.pick(Named.allCases) }, make: { $0.chance(2) ? nil : $0.small() }) {
        $0 = ($0 ?? 0) + $1.small()
      }
    case 4:
      let ids = ids
      random.edit(&state.byID, key: { $0.pick(ids) }, make: { $0.chance(2) }) { value, _ in value.toggle() }
    case 5: random.edit(&state.byPoint, key: Self.point, make: { [$0.oddText(): 1] }) { $0[$1.oddText()] = $1.small() }
    // NaN equals no key, so it could never be removed.
    case 6: random.edit(&state.byFloat, key: { $0.pick([0, -0.0, .infinity, 1.5]) }, make: { $0.text() }) { $1.edit(&$0) }
    case 7: random.edit(&state.texts) { $0.oddText() }
    case 8: random.edit(&state.points, make: Self.point)
    case 9: random.edit(&state.listed, make: { [$0.oddText(): $0.small()] }) { $0[$1.oddText()] = $1.chance(3) ? nil : $1.small() }
    default:
      random.edit(&state.inner, key: { $0.oddText() }, make: { _ in [:] }) {
        $1.edit(&$0, key: { $0.oddText() }, make: { [$0.small(): $0.oddDouble()] }) { $0[$1.small()] = $1.oddDouble() }
      }
    }
  }

  static func point(_ random: inout SplitMix64) -> Point { Point(x: random.below(3), isOn: random.chance(2)) }
}

/// Texts and numbers that are equal but not the same, and those that are not equal to themselves.
struct ScalarFamily: StateFamily {
  struct Scalars: Codable {
    var text = ""
    var texts: [String] = []
    var double = 0.0
    var doubles: [Double] = []
    var float: Float? = 0
    var decimal = Decimal(0)
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var data = Data()
    var url: URL?
    var wide = Int128(0)
    var large = UInt64(0)
    var range: ClosedRange<Int>?
    var bits = CartFamily.Price(isNet: false, cents: 0, rate: nil)
  }

  var state = Scalars()

  init(_ random: inout SplitMix64) { state.texts = random.list(3) { $0.oddText() } }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 15 {
    case 0: state.text = random.oddText()
    case 1: state.text = String(repeating: random.oddText(), count: random.below(30))
    case 2: random.edit(&state.text)
    case 3: random.edit(&state.texts, make: { $0.oddText() }) { $0 = $1.oddText() }
    case 4: state.text += random.text()
    case 5: state.double = random.oddDouble()
    case 6: random.edit(&state.doubles, make: { $0.oddDouble() }) { $0 = $1.oddDouble() }
    case 7: random.edit(&state.float, make: { Float($0.oddDouble()) }) { $0 = Float($1.oddDouble()) }
    case 8: state.decimal = random.pick([0, 1, Decimal(string: "1.50") ?? 0, .nan, -state.decimal, state.decimal / 3])
    case 9: state.date = Date(timeIntervalSinceReferenceDate: random.chance(3) ? 1e17 : Double(random.below(1000)) / 8)
    case 10: random.chance(2) ? state.data.append(UInt8(random.below(256))) : state.data.removeAll()
    case 11: state.url = random.pick([nil, URL(string: "https://example.org/\(random.below(3))"), URL(fileURLWithPath: "/a")])
    case 12:
      state.wide = Int128(random.small()) * Int128(UInt64.max)
      state.large = random.pick([0, .max, 1 << 53 + 1])
    case 13: state.range = random.chance(3) ? nil : 0...random.below(9)
    default: state.bits.rate = random.pick([nil, 0, -0.0, .nan])
    }
  }
}

/// Trees of structs and of indirect cases, and a list that contains itself.
struct TreeFamily: StateFamily {
  struct Node: Codable { var name: String, isOpen: Bool, children: [Node] }
  indirect enum Term: Codable { case number(Int), sum(Term, Term), named(String, Term?), many([Term]) }
  struct Forest: Codable { var root: Node, term: Term, byName: [String: Node] }

  var state: Forest

  init(_ random: inout SplitMix64) { state = Forest(root: Self.node(3, &random), term: Self.term(3, &random), byName: [:]) }

  static func node(_ depth: Int, _ random: inout SplitMix64) -> Node {
    Node(name: random.text(), isOpen: random.chance(2), children: depth > 0 ? random.list(random.below(4)) { node(depth - 1, &$0) } : [])
  }

  static func change(_ node: inout Node, _ random: inout SplitMix64) {
    switch random.next() % 6 {
    case 0: random.edit(&node.name)
    case 1: node.isOpen.toggle()
    case 2: random.edit(&node.children, make: { Self.node(1, &$0) }, change: change)
    default:
      guard !node.children.isEmpty else { return node.isOpen.toggle() }
      change(&node.children[random.below(node.children.count)], &random)
    }
  }

  static func term(_ depth: Int, _ random: inout SplitMix64) -> Term {
    switch random.next() % (depth > 0 ? 5 : 1) {
    case 0: .number(random.small())
    case 1, 2: .sum(term(depth - 1, &random), term(depth - 1, &random))
    case 3: .named(random.oddText(), random.chance(3) ? nil : term(depth - 1, &random))
    default: .many(random.list(random.below(4)) { term(depth - 1, &$0) })
    }
  }

  static func change(_ term: inout Term, _ random: inout SplitMix64) {
    guard !random.chance(5) else { return term = Self.term(2, &random) }
    switch term {
    case .number(let number): term = .number(number + 1)
    case .sum(var left, let right):
      change(&left, &random)
      term = random.chance(2) ? .sum(left, right) : .sum(right, left)
    case .named(let name, var inner?):
      change(&inner, &random)
      term = .named(name, inner)
    case .named(_, nil): term = .named(random.oddText(), nil)
    case .many(var terms):
      random.edit(&terms, make: { Self.term(1, &$0) }, change: change)
      term = .many(terms)
    }
  }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 5 {
    case 0, 1: Self.change(&state.root, &random)
    case 2: random.edit(&state.byName, key: { $0.oddText() }, make: { Self.node(1, &$0) }, change: Self.change)
    default: Self.change(&state.term, &random)
    }
  }
}

/// Lines of a text in an editor.
struct EditorFamily: StateFamily {
  struct Document: Codable { var lines: [String], cursor: Int, isDirty: Bool }

  var state = Document(lines: [], cursor: 0, isDirty: false)

  init(_ random: inout SplitMix64) { state.lines = random.list(5) { $0.text() + String(repeating: "words ", count: $0.below(20)) } }

  mutating func change(_ random: inout SplitMix64) {
    state.cursor += 1
    state.isDirty = true
    random.edit(&state.lines, make: { String(repeating: $0.text(), count: $0.below(10)) }) { $1.edit(&$0) }
  }
}
