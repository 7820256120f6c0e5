import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// An action with different results for the same state. Its reducer reads a clock, a random number, the order of a set, or another input.
public struct ImpureStep: Hashable, Sendable, CustomStringConvertible {
  /// The store's name.
  public let store: String
  /// The action's number in the run.
  public let step: Int
  /// The action's type.
  public let type: String
  /// The places where the results differ, as RFC 6901 pointers.
  public let pointers: [String]

  public var description: String {
    "The reducer of \(printable(store)) is impure: action \(step) (\(printable(type))) gives different results for the same state at "
      + pointers.map(printable).joined(separator: ", ") + "."
  }
}

extension Recording {
  /// Reduces each action of a store twice from the same state, and returns those whose results differ.
  ///
  /// Within one process, sets and dictionaries always have the same order. To find a dependency on it, compare with the log of another
  /// process, with ``replay(_:as:options:)``.
  ///
  /// - Throws: ``ReplayError`` if the replay cannot continue. Rethrows errors of the reducer.
  /// - Complexity: O(size of the state) for each action.
  public func impureSteps<State, Action>(
    of name: String, as store: ReplayedStore<State, Action>, options: ReplayOptions = ReplayOptions()
  ) throws -> [ImpureStep] {
    try checkStore(name)
    var (found, probe): ([ImpureStep], (step: Int, type: String)) = ([], (0, ""))
    var options = options
    options.collectsDivergences = true
    let comparison = StateComparison(ignoring: options.ignoredPaths)
    var (first, second) = (StateFollower(name: name), StateFollower(name: name))
    let twice = ReplayedStore<State, Action>(
      initial: store.initial, decodeState: store.decodeState,
      decodeAction: { action in
        probe = (action.step, action.type)
        return try store.decodeAction(action)
      },
      reduce: { state, action in
        var again = state
        try store.reduce(&state, action)
        try store.reduce(&again, action)
        first.start(from: state)
        second.start(from: again)
        let differences = comparison.differences(recorded: try first.whole(), replayed: try second.whole())
        if !differences.isEmpty {
          found.append(ImpureStep(store: name, step: probe.step, type: probe.type, pointers: differences.map(\.pointer)))
        }
      })
    try replay(name, as: twice, options: options)
    return found
  }

  /// Searches recorded runs for the same action in the same state with different results. Needs no reducer.
  ///
  /// - Parameters:
  ///   - recordings: The runs, of the same version of the app.
  ///   - store: The store.
  /// - Returns: The second step of each pair, with the index of its recording.
  /// - Throws: `HistoryError` if a log cannot be read.
  /// - Complexity: O(actions × size of the state).
  public static func impureSteps(in recordings: [Recording], of store: String) throws -> [(recording: Int, step: ImpureStep)] {
    struct Input: Hashable { let state: JSONNode, type: String, payload: JSONValue?, enumCase: String? }
    var results: [Input: JSONNode] = [:]
    var found: [(recording: Int, step: ImpureStep)] = []
    let comparison = StateComparison(ignoring: [])
    for (number, recording) in recordings.enumerated() where recording.history.stores.contains(store) {
      var before: JSONNode?
      for reduction in try recording.history.reductions(of: store) {
        let after = reduction.tellsState ? try recording.history.state(of: store, after: reduction) : nil
        defer { before = after }
        guard reduction.kind == .action, !reduction.isAfterLoss, let before, let after,
          let action = try recording.history.action(at: reduction.row)
        else { continue }
        let input = Input(state: before, type: action.type, payload: action.payload, enumCase: action.enumCase)
        guard let known = results[input] else {
          results[input] = after
          continue
        }
        let differences = comparison.differences(recorded: known, replayed: after)
        guard !differences.isEmpty else { continue }
        let step = ImpureStep(store: store, step: action.step.rawValue, type: action.type, pointers: differences.map(\.pointer))
        found.append((number, step))
      }
    }
    return found
  }
}
