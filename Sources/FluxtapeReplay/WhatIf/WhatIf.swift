public import FluxtapeJSON

/// A what-if question: the same run without some actions, or with other payloads.
///
/// Effects do not run again: the actions that a skipped action caused stay, unless they are skipped too.
public struct WhatIf: Hashable, Sendable {
  /// Steps to skip.
  public var skipped: Set<Int> = []
  /// The only steps to keep; `nil` for all.
  public var kept: Set<Int>?
  /// Other payloads for some steps.
  public var payloads: [Int: JSONValue] = [:]
  /// Whether to skip everything that does not reach a reducer of the host: other stores, scopes, marks.
  public var isBare = false

  /// Creates a question that changes nothing.
  public init() {}

  func skips(_ step: Int) -> Bool { skipped.contains(step) || kept.map { !$0.contains(step) } ?? false }
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
  }
}
