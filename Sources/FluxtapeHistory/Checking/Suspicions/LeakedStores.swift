import FluxtapeLog
import FluxtapeLogReading

/// Looks for stores that live on beside their successor: a screen that was left, and that something keeps.
///
/// ```text
/// search     @@INIT ─ typed ─ … ─ (shown again)  reacts ─ reacts ───── never ends before the run
/// search#2                        @@INIT ─ typed ─ reacts ─ …
/// ```
/// Screens may lie on each other, and be used again when the upper one goes. So only that store is told of which nobody uses since, which is
/// the only one of its name, and above which no other store was used when the successor began.
struct LeakedStores {
  private struct Life {
    let store: Int
    let begin: Int
    /// The last action that no other led to: somebody uses the store.
    var lastUse: Int?
    /// The first and the last action that another store led to since a successor began.
    var reactions: ClosedRange<Int>?
  }

  private struct Succession {
    let store: Int
    let successor: Int
    let begin: Int
  }

  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  /// Stores by the name that they were given: of `cart#2` it is `cart`.
  private let names: [String]
  private let (began, ended): (Int?, Int?)
  /// The first row below which nothing happens but that stores and the log end.
  private let closing: Int
  /// The stores that have begun and not ended, by number.
  private var alive: [Life?]
  private var named: [String: Set<Int>] = [:]
  private var successions: [Succession] = []

  private static let mostSuccessions = 256

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
    names = history.stores.map(Self.name)
    alive = Array(repeating: nil, count: history.stores.count)
    (began, ended) = (index.texts.number(of: ActionRecord.storeBegan), index.texts.number(of: ActionRecord.storeEnded))
    var closing = index.rows.count
    while closing > 0, index.rows[closing - 1].kind == .end || (ended != nil && index.textNumber(of: closing - 1) == ended) { closing -= 1 }
    self.closing = closing
  }

  private static func name(of store: String) -> String {
    guard let sign = store.lastIndex(of: "#"), sign > store.startIndex, Int(store[store.index(after: sign)...]) != nil else { return store }
    return String(store[..<sign])
  }
}

extension LeakedStores {
  mutating func take(_ row: Int, _ cause: Int?) {
    guard let store = index.store(of: row), let type = index.textNumber(of: row) else { return }
    if type == began {
      begin(store, row)
    } else if type == ended {
      // When the run ends, all stores do.
      guard row < closing, alive[store] != nil else { return }
      alive[store] = nil
      named[names[store], default: []].remove(store)
    } else if !requests.isEffect(row) {
      if cause == nil { alive[store]?.lastUse = row }
      if let cause, index.store(of: cause) != store {
        let first = alive[store]?.reactions?.lowerBound ?? row
        alive[store]?.reactions = first...row
      }
    }
  }

  private mutating func begin(_ store: Int, _ row: Int) {
    var others = named[names[store], default: []]
    others.remove(store)
    if others.count == 1, let life = others.first.flatMap({ alive[$0] }), let use = life.lastUse, successions.count < Self.mostSuccessions {
      let isCovered = alive.lazy.compactMap(\.self).contains { $0.begin > life.begin && ($0.lastUse ?? 0) > use }
      if !isCovered {
        successions.append(Succession(store: life.store, successor: store, begin: row))
        alive[life.store]?.reactions = nil
      }
    }
    alive[store] = Life(store: store, begin: row)
    named[names[store], default: []].insert(store)
  }

  var findings: [Finding] {
    successions.compactMap { succession in
      guard let life = alive[succession.store], life.begin < succession.begin, let use = life.lastUse, use < succession.begin,
        let reactions = life.reactions, reactions.lowerBound > succession.begin, let next = alive[succession.successor],
        next.begin == succession.begin, next.lastUse != nil
      else { return nil }
      let proof = [life.begin, succession.begin, reactions.upperBound].filter { $0 != reactions.lowerBound }
      let kind = Suspicion.leakedStore(successor: history.stores[succession.successor])
      return Finding(.suspicion(kind), row: reactions.lowerBound, isNote: true, proof: proof)
    }
  }
}
