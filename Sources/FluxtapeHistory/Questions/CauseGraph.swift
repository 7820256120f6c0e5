/// The causes of a run's rows. A cause has a smaller step than its effect, so that the graph has no cycles.
struct CauseGraph {
  private let history: History
  /// The causes beyond the first, by row.
  private var further: [Int: [Int]] = [:]

  init(_ history: History) {
    self.history = history
    for cause in history.index.furtherCauses {
      guard let row = history.index.row(of: cause.step), cause.step < history.index.step(of: Int(cause.row)) else { continue }
      further[Int(cause.row), default: []].append(row)
    }
  }
}

extension CauseGraph {
  fileprivate var hasJoins: Bool { !further.isEmpty }

  /// The rows that a row names as its causes, in the order of the line.
  func causes(of row: Int) -> [Int] {
    let first = history.cause(of: row).map { [$0] } ?? []
    return first + (further[row] ?? []).filter { !first.contains($0) }
  }
}

/// Finds the rows that led to others; for many questions.
package struct OriginSearch: Sendable {
  private let graph: CauseGraph

  package init(_ history: History) { graph = CauseGraph(history) }

  /// Whether a row names more than one cause.
  package var hasJoins: Bool { graph.hasJoins }

  /// The nearest rows that led to a row, in the log's order.
  package func rows(leadingTo row: Int, atMost limit: Int) -> [Int] {
    var found: Set<Int> = []
    var round = [row]
    while !round.isEmpty, found.count < limit {
      round = round.flatMap(graph.causes).filter { found.count < limit && found.insert($0).inserted }
    }
    return found.sorted()
  }
}
