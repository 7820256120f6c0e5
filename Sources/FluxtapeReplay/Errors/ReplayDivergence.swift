public import FluxtapeJSON

/// A state that a replay makes otherwise than the log has it.
public struct ReplayDivergence: Error, Hashable, Sendable {
  /// A value that was recorded and replayed differently.
  public struct Difference: Hashable, Sendable {
    /// The place in the state, as an RFC 6901 pointer.
    public let pointer: String
    /// What the log has; `nil` for nothing.
    public let recorded: JSONValue?
    /// What the replay makes; `nil` for nothing.
    public let replayed: JSONValue?

    /// Creates a difference.
    public init(pointer: String, recorded: JSONValue?, replayed: JSONValue?) {
      self.pointer = pointer
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// The step; `nil` for a state that the log states without one.
  public let step: Int?
  /// The action's type.
  public let type: String
  /// The store's name.
  public let store: String
  /// The values that differ.
  public let differences: [Difference]
  /// What to look at next, in words.
  public let advice: String

  /// Creates a divergence.
  public init(step: Int?, type: String, store: String, differences: [Difference], advice: String) {
    self.step = step
    self.type = type
    self.store = store
    self.differences = differences
    self.advice = advice
  }

  init(step: Int?, type: String, store: String, _ differences: [Difference], _ options: ReplayOptions) {
    self.init(step: step, type: type, store: store, differences: differences, advice: options.advice)
  }
}
