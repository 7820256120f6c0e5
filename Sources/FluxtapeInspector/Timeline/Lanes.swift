import FluxtapeHistory
import FluxtapeLogReading

/// The columns of the timeline, one for each store, in the order in which stores appear.
///
/// Where there are too many, the least active share a last one, so that the picture never reshuffles while scrolling.
struct Lanes: Sendable {
  struct Lane: Sendable {
    let name: String
    /// A letter for the store, no other lane's where letters last.
    let initial: String
    /// The rows from the store's first to its end, or the log's; outside of them nothing is drawn.
    let rows: ClosedRange<Int>?
  }

  /// Columns of the screen for which there may be one lane.
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

  /// The lane of a store; nil while the log is being looked at and it is not known yet which stores there are.
  func lane(of store: Int) -> Int? { laneOfStore.indices.contains(store) ? laneOfStore[store] : nil }

  /// Cells that the lanes take: one each and one between neighbours.
  var width: Int { max(0, 2 * lanes.count - 1) }

  /// The first letter of the name that no other lane has.
  private static func initial(of name: String, taken: inout Set<Character>) -> String {
    let letters = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.uppercased()
    let letter = letters.first { !taken.contains($0) } ?? "?"
    taken.insert(letter)
    return String(letter)
  }
}
