public import FluxtapeJSON

/// A state that differs between a replay and the log.
public struct ReplayDivergence: Error, Hashable, Sendable {
  /// A value that was recorded and replayed differently.
  public struct Difference: Hashable, Sendable {
    /// The place in the state, as an RFC 6901 pointer.
    public let pointer: String
    /// The recorded value; `nil` if there is none.
    public let recorded: JSONValue?
    /// The replayed value; `nil` if there is none.
    public let replayed: JSONValue?

    /// Creates a difference.
    public init(pointer: String, recorded: JSONValue?, replayed: JSONValue?) {
      self.pointer = pointer
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// The step; `nil` for a state record without one.
  public let step: Int?
  /// The action's type.
  public let type: String
  /// The store's name.
  public let store: String
  /// The values that differ.
  public let differences: [Difference]
  /// A sentence about what to do next.
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
