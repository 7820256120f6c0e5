import FluxtapeHistory
import FluxtapeLogReading

/// The lanes of the timeline, one for each store, in order of appearance.
///
/// If there are too many stores, the least active ones share the last lane. Lanes therefore never reorder while scrolling.
struct Lanes: Sendable {
  struct Lane: Sendable {
    let name: String
    /// A letter for the store, unique as long as letters last.
    let initial: String
    /// The rows from the store's first to its last, or to the log's last. The lane is empty outside.
    let rows: ClosedRange<Int>?
  }

  /// There is at most one lane for this many columns of the screen.
  private static let columnsPerLane = 6

  let lanes: [Lane]
  private let laneOfStore: [Int]

  init(of run: FixedRun, index: TimelineIndex, screenColumns: Int) {
    let rows = run.rows
    let limit = max(1, screenColumns / Self.columnsPerLane)
    let names = run.history.stores.prefix(index.lives.count)
    let stores = names.indices
    let busiest = stores.sorted { (index.lives[$1].rows, $0) < (index.lives[$0].rows, $1) }
    let kept = names.count <= limit ? Set(stores) : Set(busiest.prefix(limit - 1))
    var lanes: [Lane] = []
    var laneOfStore: [Int] = []
    var taken: Set<Character> = []
    for store in stores {
      laneOfStore.append(kept.contains(store) ? lanes.count : kept.count)
      guard kept.contains(store) else { continue }
      let life = index.lives[store]
      let name = names[store]
      let end = life.rows > 0 && rows[life.last]?.type == ActionRecord.storeEnded ? life.last : rows.count - 1
      lanes.append(Lane(name: name, initial: Self.initial(of: name, taken: &taken), rows: life.first <= end ? life.first...end : nil))
    }
    if kept.count < stores.count {
      lanes.append(Lane(name: "\(stores.count - kept.count) others", initial: "+", rows: 0...max(0, rows.count - 1)))
    }
    self.lanes = lanes
    self.laneOfStore = laneOfStore
  }

  /// Returns the lane of a store; nil for a store that appeared after the lanes were computed.
  func lane(of store: Int) -> Int? { laneOfStore.indices.contains(store) ? laneOfStore[store] : nil }

  /// The width of all lanes: one cell each, and one between neighbors.
  var width: Int { max(0, 2 * lanes.count - 1) }

  /// Returns the first letter of the name that no other lane has.
  private static func initial(of name: String, taken: inout Set<Character>) -> String {
    let letters = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.uppercased()
    let letter = letters.first { !taken.contains($0) } ?? "?"
    taken.insert(letter)
    return String(letter)
  }
}
