public import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension Recording {
  /// A minimal set of actions that break a rule.
  public struct Repro: Hashable, Sendable {
    /// Their steps. All are needed.
    public let steps: [Int]
    /// The number of actions that were considered.
    public let candidates: Int
    /// The number of runs that were tried.
    public let trials: Int
  }

  /// Replays a run with a host, and returns the steps at which a query holds, that is, a rule `never QUERY` is broken.
  ///
  /// - Throws: ``HostError`` if the host fails, `HistoryError` if the log can no longer be read.
  public func steps(where query: Query, by host: inout some ReducerHost, asking whatIf: WhatIf = WhatIf()) throws -> [Int] {
    let run = try History.spooled(named: "the what-if run") { write in try self.write(whatIf, by: &host, to: write) }
    return try run.rows(matching: query).compactMap { row in
      guard let action = try run.action(at: row) else { return nil }
      return action.other["was"]?.int ?? action.step.rawValue
    }
  }

  /// Searches for a minimal set of actions of the host's stores after which a query holds at some step.
  ///
  /// - Parameters:
  ///   - query: The condition of the bug: `cart.total < 0`.
  ///   - host: The reducers.
  ///   - progress: Called with the number of remaining actions and of all actions.
  /// - Returns: `nil` if the query holds at no step when only the host's stores are replayed.
  /// - Throws: ``HostError`` if the host fails, `HistoryError` if the log can no longer be read.
  /// - Complexity: O(n²) replays at worst; see ``Minimizer``.
  public func repro(
    of query: Query, by host: inout some ReducerHost, progress: (_ left: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> Repro? {
    let last = try history.rows(matching: query).first ?? history.rows.count - 1
    var steps: [Int] = []
    for store in try host.stores() where history.stores.contains(store) {
      for reduction in try history.reductions(of: store) where reduction.kind == .action && reduction.row <= last {
        if let step = history.rows[reduction.row].step { steps.append(step.rawValue) }
      }
    }
    steps.sort()
    func holds(_ kept: [Int]) throws -> Bool { try !self.steps(where: query, by: &host, asking: .only(kept)).isEmpty }
    guard try holds(steps) else { return nil }
    var minimizer = Minimizer()
    let few = try minimizer.minimized(steps, progress: { progress($0, steps.count) }, where: holds)
    return Repro(steps: few, candidates: steps.count, trials: minimizer.trials)
  }
}

extension WhatIf {
  /// Asks what happens with only these steps.
  public static func only(_ steps: some Sequence<Int>) -> WhatIf {
    var whatIf = WhatIf()
    whatIf.kept = Set(steps)
    whatIf.isBare = true
    return whatIf
  }
}
