import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading

/// Something of a run in the order of its lines: a row, or what came of one further down.
enum RunItem {
  /// A row that tells no state.
  case row(Int)
  /// A row that its store reduced on the spot.
  case reduced(Reduction)
  /// A row whose outcome comes later, as other records stand between.
  case opened(row: Int)
  /// That outcome.
  case closed(Reduction)
  /// A state without an action.
  case stated(store: String, Reduction)

  static func all(of history: History) throws -> [RunItem] {
    var items: [(position: Int, item: RunItem)] = []
    var told = Set<Int>()
    for store in history.stores {
      for reduction in try history.reductions(of: store) {
        told.insert(reduction.row)
        if history.rows[reduction.row].kind == .state {
          items.append((reduction.position, .stated(store: store, reduction)))
          continue
        }
        let start = history.position(of: reduction.row)
        if start == reduction.position {
          items.append((start, .reduced(reduction)))
        } else {
          items.append((start, .opened(row: reduction.row)))
          items.append((reduction.position, .closed(reduction)))
        }
      }
    }
    for row in history.rows.indices where !told.contains(row) && history.rows[row].kind != .jump {
      items.append((history.position(of: row), .row(row)))
    }
    return items.sorted { $0.position < $1.position }.map(\.item)
  }
}
