/// Why something happened, and what came of it.
public struct CauseChain: Hashable, Sendable {
  /// One row of the chain.
  public struct Link: Hashable, Sendable {
    /// The row.
    public let row: Int
    /// Steps away from the row that was asked for: negative before it.
    public let depth: Int

    package init(row: Int, depth: Int) {
      self.row = row
      self.depth = depth
    }
  }

  /// The rows that led to the one asked for, the earliest first.
  public let origins: [Link]
  /// The row.
  public let row: Int
  /// The rows that it led to, each behind its cause, in the log's order among those of one cause.
  public let consequences: [Link]
}

extension History {
  /// What led to a row, as far as the log says, and what it led to.
  ///
  /// - Complexity: O(rows of the chain · log n).
  public func why(_ row: Int) -> CauseChain {
    let graph = CauseGraph(self)
    return CauseChain(
      origins: Self.links(from: row, sign: -1) { graph.causes(of: $0) }.sorted { $0.row < $1.row }, row: row,
      consequences: consequences(of: row))
  }

  /// The fewest steps away are told, where several ways lead to a row.
  private static func links(from row: Int, sign: Int, _ next: (Int) -> [Int]) -> [CauseChain.Link] {
    var links: [CauseChain.Link] = []
    var seen: Set = [row]
    var round = [row]
    var depth = 0
    while !round.isEmpty {
      depth += sign
      round = round.flatMap(next).filter { seen.insert($0).inserted }
      links += round.map { CauseChain.Link(row: $0, depth: depth) }
    }
    return links
  }

  private func consequences(of row: Int) -> [CauseChain.Link] {
    var links: [CauseChain.Link] = []
    var seen: Set = [row]
    var waiting = effects(of: row).reversed().map { CauseChain.Link(row: $0, depth: 1) }
    while let link = waiting.popLast() {
      guard seen.insert(link.row).inserted else { continue }
      links.append(link)
      waiting += effects(of: link.row).reversed().map { CauseChain.Link(row: $0, depth: link.depth + 1) }
    }
    return links
  }
}
