package import FluxtapeHistory
public import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A what-if question: the same run with edited actions.
///
/// Effects do not run again: the actions that a skipped action caused stay, unless they are skipped too.
public struct WhatIf: Hashable, Sendable {
  /// A change of the recorded actions. Steps have their recorded numbers.
  public enum Edit: Hashable, Sendable {
    /// Skips an action.
    case skip(Int)
    /// Gives an action another payload. The last such edit of an action counts.
    case contents(Int, JSONValue)
    /// Moves an action to the place before another step; a number after the last step is the end. The last such edit of an action counts.
    case move(Int, before: Int)
    /// Repeats an action before another step, with its recorded payload or another one. Moved actions come before copies.
    case copy(Int, before: Int, contents: JSONValue? = nil)
  }

  /// The edits, in the order in which they were made.
  public var edits: [Edit]
  /// The only steps to keep; `nil` for all.
  public var kept: Set<Int>?
  /// Whether to skip everything that does not reach a reducer of the host: other stores, scopes, marks.
  public var isBare = false

  /// Creates a question. Without edits, it changes nothing.
  public init(_ edits: [Edit] = []) { self.edits = edits }
}

extension WhatIf.Edit {
  /// The action's step.
  public var step: Int {
    switch self {
    case .skip(let step), .contents(let step, _), .move(let step, _), .copy(let step, _, _): step
    }
  }

  /// The step that a moved or repeated action comes before.
  public var place: Int? {
    switch self {
    case .skip, .contents: nil
    case .move(_, let place), .copy(_, let place, _): place
    }
  }

  /// The first step whose state may differ.
  public var firstStep: Int {
    switch self {
    case .skip(let step), .contents(let step, _): step
    case .move(let step, let place): min(step, place)
    case .copy(_, let place, _): place
    }
  }
}

extension HistoryRow {
  /// Whether a replay sends the row's action to a reducer. Other actions can only be skipped.
  package var isReplayed: Bool {
    kind == .action && (hasPatch || hasState || isOmitted) && !hasEffect && type != ActionRecord.storeBegan
      && type != ActionRecord.storeEnded
  }
}

/// The result of a what-if question.
public struct WhatIfResult: Hashable, Sendable {
  /// The stores that were replayed. All others are as recorded.
  public internal(set) var stores: [String] = []
  /// The number of skipped actions.
  public internal(set) var leftOut = 0
  /// The number of replayed actions.
  public internal(set) var replayed = 0
  /// Actions that the host could not reduce, with its messages.
  public internal(set) var failures: [Failure] = []
  /// The new numbers of kept steps, by recorded ones.
  public internal(set) var steps: [Int: Int] = [:]
  /// The lines of the what-if run for recorded states without an action, by the places of their rows. Of replayed stores only: the rows of
  /// all others are shown as recorded.
  package internal(set) var stateLines: [LinePlace: Int] = [:]
  /// The recorded numbers of moved steps.
  public internal(set) var moved: Set<Int> = []
  /// The number of copies.
  public internal(set) var copied = 0

  /// An action that the host could not reduce.
  public struct Failure: Hashable, Sendable {
    /// The action's number in the run.
    public let step: Int
    /// The action's type.
    public let type: String
    /// The host's message.
    public let message: String
    /// The values of the action that the log lacks. If there are any, the action is *not replayable*, which is not the reducer's fault.
    public let unknown: [UnknownValue]

    /// The missing values, or else the host's message.
    package var reason: String { unknown.isEmpty ? message : unknown.map(\.description).joined(separator: ", ") }
  }

  /// Returns the number of the row of a what-if run for a recorded row; nil if there is none. O(log n).
  package func number(of row: HistoryRow, in run: History) -> Int? {
    if let line = stateLines[row.place] { return run.row(onLine: line) }
    return row.step.flatMap { steps[$0.rawValue] }.flatMap { run.row(of: StepNumber($0)) }
  }
}
