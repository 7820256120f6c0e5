public import FluxtapeJSON

/// A question to the past: the same run, had some of its actions not been there, or been others.
///
/// Effects stay recorded facts: what an action has led to stays, unless it is left out too.
public struct WhatIf: Hashable, Sendable {
  /// Steps that are left out.
  public var skipped: Set<Int> = []
  /// The only steps that are kept; `nil` for all.
  public var kept: Set<Int>?
  /// Other contents for some steps.
  public var payloads: [Int: JSONValue] = [:]
  /// Whether all is left out that no reducer of the host has seen: other stores, scopes, marks.
  public var isBare = false

  /// Creates a question that changes nothing.
  public init() {}

  func isLeftOut(_ step: Int) -> Bool { skipped.contains(step) || kept.map { !$0.contains(step) } ?? false }
}

/// What came of it.
public struct WhatIfResult: Hashable, Sendable {
  /// Stores whose states were made anew; others are as they were recorded.
  public internal(set) var stores: [String] = []
  /// Actions that were left out.
  public internal(set) var leftOut = 0
  /// Actions that were replayed.
  public internal(set) var replayed = 0
  /// Actions that the reducers could not take, with the words of the host.
  public internal(set) var failures: [Failure] = []
  /// The new numbers of the steps that are kept, by those that they were recorded with.
  public internal(set) var steps: [Int: Int] = [:]

  /// An action that the reducers could not take.
  public struct Failure: Hashable, Sendable {
    /// The action's number in the run.
    public let step: Int
    /// The action's type.
    public let type: String
    /// What the host said.
    public let message: String
    /// What the log does not hold of the action. Where there is something, the action is *not replayable*: the reducer is not to blame.
    public let unknown: [UnknownValue]
  }
}
