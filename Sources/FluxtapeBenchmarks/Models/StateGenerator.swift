import FluxtapeRandomCases
import Foundation

/// Generates states, equal in every run.
struct StateGenerator {
  private var random: SplitMix64

  init(seed: Int = 7) { random = SplitMix64(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func price() -> Double { Double(number(99..<250_000)) / 100 }

  private mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  /// Returns a date in 2026 in whole seconds, as a server sends it.
  private mutating func date() -> Date { Date(timeIntervalSince1970: Double(number(1_767_225_600..<1_798_761_600))) }

  mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in Self.words[number(0..<Self.words.count)] }.joined(separator: " ")
  }

  private static let words = """
    amber basket blue bottle brass candle canvas ceramic chair clock cotton cup desk elm felt folding glass green grey jar kettle \
    lamp large leather linen lounge maple mirror narrow oak olive paper pillow pine plain porcelain red rug shelf silver small \
    stool striped tall teapot thin tray vase walnut warm white wicker wide wooden wool crème façade
    """.split(separator: " ").map(String.init)
}

// MARK: - Catalog

extension StateGenerator {
  mutating func catalog(items: Int) -> Catalog {
    Catalog(title: "Everything for the table", items: (0..<items).map { item($0) }, selected: 3, revision: 1)
  }

  mutating func item(_ index: Int) -> Item {
    Item(
      id: 100_000 + index, name: words(number(2..<5)), price: price(), quantity: number(0..<500), isFavourite: chance(10),
      note: chance(15) ? words(4) : nil, added: date())
  }
}

// MARK: - Shop

extension StateGenerator {
  mutating func shop(items: Int, keys: Int) -> Shop {
    Shop(
      user: user(), route: .search(words(2), page: number(1..<9)), orders: .loaded((0..<(1 + keys / 8)).map { order($0) }),
      cart: Cart(lines: (0..<2).map { _ in line() }, coupon: nil), items: (0..<items).map { item($0) },
      stock: Dictionary(uniqueKeysWithValues: (0..<keys).map { ("sku-\(10_000 + $0)", stock()) }),
      ratings: Dictionary(uniqueKeysWithValues: (0..<keys).map { ("sku-\(10_000 + $0)", Double(number(10..<51)) / 10) }),
      banner: "Free delivery this week", launches: number(1..<400))
  }

  private mutating func user() -> User {
    User(id: uuid(), name: "Ada Byron", city: "London", joined: date(), isMember: true)
  }

  private mutating func uuid() -> UUID {
    let digits = (0..<32).map { _ in String(number(0..<16), radix: 16) }.joined()
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(Array(digits)[$0]) }
    return UUID(uuidString: parts.joined(separator: "-")) ?? UUID()
  }

  private mutating func order(_ index: Int) -> Order {
    let states: [Order.Status] = [.open, .paid, .shipped, .returned]
    return Order(number: 70_000 + index, total: price(), placed: date(), status: states[number(0..<4)])
  }

  private mutating func line() -> Cart.Line { Cart.Line(itemID: number(100_000..<110_000), count: number(1..<5), unitPrice: price()) }

  private mutating func stock() -> Stock {
    Stock(amount: number(0..<900), warehouse: words(1), arrives: chance(20) ? date() : nil)
  }
}

// MARK: - Tree

extension StateGenerator {
  /// Every task above the last level has `width` children.
  mutating func taskTree(width: Int, levels: Int) -> TaskTree {
    var next = 0
    return TaskTree(root: task(width: width, levels: levels, next: &next))
  }

  private mutating func task(width: Int, levels: Int, next: inout Int) -> TaskTree.Task {
    next += 1
    let id = next
    let title = words(number(3..<6))
    let children = levels > 0 ? (0..<width).map { _ in task(width: width, levels: levels - 1, next: &next) } : []
    return TaskTree.Task(id: id, title: title, isDone: chance(30), children: children)
  }
}
