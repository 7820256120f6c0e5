import FluxtapeJSON
import FluxtapeLocking
import FluxtapeRandomCases
import Foundation

@testable import FluxtapeCoding

/// Objects that change in place: alone, in arrays, dictionaries, optionals and cases, and one object in several places.
struct ObjectFamily: StateFamily {
  final class Account: Codable {
    var name = ""
    var balance = 0
    var tags: [String] = []
    var friend: Account?
    init(name: String) { self.name = name }
  }
  final class Fixed: Encodable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
  enum Session: Encodable { case none, of(Account), list([Account], title: String) }
  struct Row: Encodable { var id: Int, account: Account, lines: [CartFamily.Price] }
  struct Bank: Encodable {
    var title = ""
    var owner: Account?
    var accounts: [Account] = []
    var byName: [String: Account] = [:]
    var rows: [Row] = []
    var session = Session.none
    var prices: [CartFamily.Price] = []
    var fixed = Fixed(1)
  }

  var state = Bank()
  private var pool: [Account]

  init(_ random: inout SplitMix64) {
    pool = random.list(4) { Account(name: $0.text()) }
    state.accounts = pool
    state.owner = pool[0]
  }

  private func change(_ account: Account, _ random: inout SplitMix64) {
    switch random.next() % 5 {
    case 0: account.name = random.oddText()
    case 1, 2: account.balance += 1
    case 3: random.edit(&account.tags, make: { $0.oddText() }) { $1.edit(&$0) }
    // No cycles: their encoding depends on where it enters them. Other families test those.
    default: account.friend = random.chance(2) ? nil : Account(name: random.text())
    }
  }

  mutating func change(_ random: inout SplitMix64) {
    let account = random.pick(pool)
    switch random.next() % 12 {
    case 0, 1, 2: change(account, &random)
    case 3: state.owner = random.chance(3) ? nil : account
    case 4: random.edit(&state.accounts, make: { _ in account }) { $0.balance += $1.small() }
    case 5: random.edit(&state.byName, key: { $0.oddText() }, make: { _ in account }) { $0.balance += $1.small() }
    case 6:
      random.edit(&state.rows, make: { Row(id: $0.small(), account: account, lines: $0.list(2, CartFamily.price)) }) {
        $1.chance(2) ? $0.id += 1 : $1.edit(&$0.lines, make: CartFamily.price) { $0.cents += $1.small() }
      }
    case 7: state.session = random.pick([.none, .of(account), .list([account, pool[0]], title: random.text())])
    case 8: random.edit(&state.prices, make: CartFamily.price) { $0.cents += $1.small() }
    case 9: state.title = random.oddText()
    case 10: state.fixed = Fixed(random.below(2))
    default: pool[random.below(pool.count)] = Account(name: random.text())
    }
  }
}

/// Subclasses that write the superclass's values into the same container or another one; the state is an object.
struct InheritanceFamily: StateFamily {
  class Base: Encodable {
    var id = 0
    var names: [String] = []
  }
  final class Apart: Base {
    var values: [Int: String] = [:]
    private enum CodingKeys: CodingKey { case values }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(values, forKey: .values)
      try super.encode(to: container.superEncoder())
    }
  }
  final class Beside: Base {
    var extra: CartFamily.Price?
    private enum CodingKeys: CodingKey { case extra }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(extra, forKey: .extra)
    }
  }
  final class Model: Base {
    var items: [Base] = []
    var apart = Apart()
    var beside: Beside?
    private enum CodingKeys: CodingKey { case items, apart, beside }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(items, forKey: .items)
      try container.encode(apart, forKey: .apart)
      try container.encodeIfPresent(beside, forKey: .beside)
      try super.encode(to: encoder)
    }
  }

  let state = Model()

  init(_ random: inout SplitMix64) {}

  private static func change(_ base: Base, _ random: inout SplitMix64) {
    switch base {
    case let apart as Apart where random.chance(2): random.edit(&apart.values, key: { $0.small() }, make: { $0.text() }) { $1.edit(&$0) }
    case let beside as Beside where random.chance(2): random.edit(&beside.extra, make: CartFamily.price) { $0.cents += $1.small() }
    default: random.chance(2) ? base.id += 1 : random.edit(&base.names, make: { $0.oddText() }) { $1.edit(&$0) }
    }
  }

  private static func make(_ random: inout SplitMix64) -> Base { random.pick([Base(), Apart(), Beside()]) }

  mutating func change(_ random: inout SplitMix64) {
    switch random.next() % 5 {
    case 0: random.edit(&state.items, make: Self.make) { Self.change($0, &$1) }
    case 1: Self.change(state.apart, &random)
    case 2: state.beside.map { Self.change($0, &random) } ?? (state.beside = Beside())
    case 3: state.beside = random.chance(2) ? nil : Beside()
    default: Self.change(state, &random)
    }
  }
}

/// Reflected objects: cycles, weak references, parents, one object on several paths, boxes of value types.
struct GraphFamily: StateFamily {
  final class Node {
    var name = ""
    var children: [Node] = []
    weak var parent: Node?
    var next: Node?
    var bounds = CartFamily.Price(isNet: false, cents: 0, rate: nil)
  }
  final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  struct Graph {
    var root = Node()
    var selected: Node?
    var counts = Box([1, 2])
    var nodes: [Node] = []
    var byName: [String: Node] = [:]
  }

  var state = Graph()
  private var all: [Node]

  init(_ random: inout SplitMix64) {
    all = random.list(4) { _ in Node() }
    for node in all.dropFirst() {
      node.parent = all[0]
      all[0].children.append(node)
    }
    state.root = all[0]
  }

  func end() {
    for node in all { (node.next, node.children) = (nil, []) }
  }

  mutating func change(_ random: inout SplitMix64) {
    let node = random.pick(all), other = random.pick(all)
    switch random.next() % 9 {
    case 0: node.name = random.oddText()
    case 1: node.bounds.cents += 1
    case 2: node.next = random.chance(2) ? nil : other
    case 3:
      // The removed child is freed if nothing else holds it.
      if let child = node.children.popLast() { child.parent = nil } else if node !== other { node.children = [other] }
    case 4: state.selected = random.chance(2) ? nil : other
    case 5: random.edit(&state.counts.value, make: { $0.small() }) { $0 += $1.small() }
    case 6: random.edit(&state.nodes, make: { _ in other }) { $0.bounds.cents += $1.small() }
    case 7: random.edit(&state.byName, key: { $0.oddText() }, make: { _ in other }) { $0.name += $1.oddText() }
    default: node.parent = random.chance(2) ? nil : other
    }
  }
}

/// `Any`, `any P`, errors and `AnyHashable`: the type of the contents changes sometimes, or they are objects.
struct AnyFamily: StateFamily {
  protocol Shape: Encodable {}
  struct Circle: Shape { var radius: Double }
  struct Square: Shape { var side: Int, name: String }
  final class Blob: Shape { var points = [0] }
  enum Failure: Error { case offline, server(code: Int) }
  /// Encodes a value of an erased type.
  struct Erased: Encodable {
    var value: any Encodable
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
  struct Drawing: Encodable {
    var shapes: [any Shape]
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for shape in shapes { try list.encode(shape) }
    }
  }
  struct Whole {
    var anything: Any = 0
    var list: [Any] = []
    var byName: [String: Any?] = [:]
    var error: (any Error)?
    var shape: any Shape = Circle(radius: 1)
    var shapes: [any Shape] = []
    var drawing = Drawing(shapes: [])
    var erased: [Erased] = []
    var keys: [AnyHashable: AnyHashable] = [:]
    var result: Result<CartFamily.Price, any Error> = .failure(Failure.offline)
  }

  var state = Whole()
  private let blob = Blob()

  init(_ random: inout SplitMix64) {}

  private func shape(_ random: inout SplitMix64) -> any Shape {
    random.pick([Circle(radius: random.oddDouble()), Square(side: random.small(), name: random.oddText()), blob])
  }

  private func any(_ random: inout SplitMix64) -> Any {
    let values: [Any] = [
      random.small(), random.oddText(), shape(&random), random.oddDouble(), [random.small(), "x"] as [Any], Int?.none as Any,
      Failure.server(code: random.small()), (1, name: random.oddText()), ["k": random.small()], true, UInt8(3), Int64(3), 3.0,
    ]
    return random.pick(values)
  }

  mutating func change(_ random: inout SplitMix64) {
    let maker = self
    switch random.next() % 13 {
    case 0: state.anything = any(&random)
    case 1, 2: random.edit(&state.list, make: { maker.any(&$0) }) { $0 = maker.any(&$1) }
    case 3: random.edit(&state.byName, key: { $0.oddText() }, make: { $0.chance(4) ? nil : maker.any(&$0) }) { $0 = maker.any(&$1) }
    case 4: state.error = random.pick([nil, Failure.offline, Failure.server(code: random.small()), CancellationError()])
    case 5: state.shape = shape(&random)
    case 6: random.edit(&state.shapes, make: { maker.shape(&$0) }) { $0 = maker.shape(&$1) }
    case 7: random.edit(&state.drawing.shapes, make: { maker.shape(&$0) }) { $0 = maker.shape(&$1) }
    case 8, 9: blob.points.append(random.small())
    case 10:
      random.edit(&state.erased, make: { Erased(value: maker.shape(&$0)) }) { $0 = Erased(value: $1.chance(2) ? $1.small() : "text") }
    case 11:
      random.edit(&state.keys, key: { $0.pick([1, "a", 1.5, "é"]) }, make: { $0.pick(["é", "e\u{301}", 0, 2]) }) { $0 = $1.pick([1, "b"]) }
    default: state.result = random.chance(2) ? .success(CartFamily.price(&random)) : .failure(Failure.server(code: random.small()))
    }
  }
}

/// Types with declared semantics: a number or object whose contents change elsewhere, and a value with an object as storage.
struct MarkedFamily: StateFamily {
  /// Reads its contents from elsewhere, and declares that.
  struct Handle: Encodable, ValueSemantic {
    static let texts = Locked<[Int: String]>([:])
    static var hasValueSemantics: Bool { false }
    var number: Int
    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode(Self.texts.withLock { [number] in $0[number] ?? "" })
    }
  }

  /// A collection like those of other packages: its storage is an object, which is copied before a change if it is shared.
  struct Bag<Element: Encodable>: Encodable, ValueSemantic {
    private final class Storage { var elements: [Element] = [] }
    static var hasValueSemantics: Bool { true }
    private var storage = Storage()

    mutating func append(_ element: Element) {
      if !isKnownUniquelyReferenced(&storage) {
        let copy = Storage()
        copy.elements = storage.elements
        storage = copy
      }
      storage.elements.append(element)
    }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for element in storage.elements { try list.encode(element) }
    }
  }

  struct Whole: Encodable {
    var title = ""
    var handle: Handle
    var handles: [Handle] = []
    var bag = Bag<CartFamily.Price>()
    var bags: [String: Bag<Int>] = [:]
  }

  var state: Whole
  private let numbers: [Int]

  init(_ random: inout SplitMix64) {
    // Used only by this state, since other tests run at the same time.
    numbers = random.list(3) { Int(truncatingIfNeeded: $0.next()) }
    state = Whole(handle: Handle(number: numbers[0]))
  }

  mutating func change(_ random: inout SplitMix64) {
    let number = random.pick(numbers)
    switch random.next() % 7 {
    case 0, 1:
      let text = random.oddText()
      Handle.texts.withLock { $0[number] = text }
    case 2: random.edit(&state.handles, make: { _ in Handle(number: number) }) { handle, _ in handle.number = number }
    case 3: state.handle.number = number
    case 4: state.bag.append(CartFamily.price(&random))
    case 5: random.edit(&state.bags, key: { $0.oddText() }, make: { _ in Bag() }) { $0.append($1.small()) }
    default: state.title = random.oddText()
    }
    if random.chance(12) { state.bag = Bag() }
  }
}
