import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading

/// A row of a run, or a row's later outcome, in the order of lines.
enum RunItem {
  /// A row without a state.
  case row(Int)
  /// An action with its outcome on the same line.
  case reduced(Reduction)
  /// An action whose outcome comes later.
  case opened(row: Int)
  /// The outcome of an `opened` action.
  case closed(Reduction)
  /// A state record.
  case stated(store: String, Reduction)

  /// The row that begins here; `nil` for a later outcome.
  var row: Int? {
    switch self {
    case .row(let row), .opened(let row): row
    case .reduced(let reduction), .stated(_, let reduction): reduction.row
    case .closed: nil
    }
  }

  /// The reduction of an action.
  var reduction: Reduction? {
    switch self {
    case .reduced(let reduction), .closed(let reduction): reduction.kind == .action ? reduction : nil
    case .row, .opened, .stated: nil
    }
  }

  static func all(of history: History) throws -> [RunItem] {
    var items: [(position: Int, item: RunItem)] = []
    var reduced = Set<Int>()
    for store in history.stores {
      for reduction in try history.reductions(of: store) {
        reduced.insert(reduction.row)
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
    for row in history.rows.indices where !reduced.contains(row) && history.rows[row].kind != .jump {
      items.append((history.position(of: row), .row(row)))
    }
    return items.sorted { $0.position < $1.position }.map(\.item)
  }
}
