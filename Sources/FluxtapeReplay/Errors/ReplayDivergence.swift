public import FluxtapeJSON

/// A state that a replay makes otherwise than the log has it.
public struct ReplayDivergence: Error, Hashable, Sendable {
  public struct Difference: Hashable, Sendable {
    /// The place in the state, as an RFC 6901 pointer.
    public let pointer: String
    /// What the log has; `nil` for nothing.
    public let recorded: JSONValue?
    /// What the replay makes; `nil` for nothing.
    public let replayed: JSONValue?

    public init(pointer: String, recorded: JSONValue?, replayed: JSONValue?) {
      self.pointer = pointer
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// The step; `nil` for a state that the log states without one.
  public let step: Int?
  public let type: String
  public let store: String
  public let differences: [Difference]
  public let advice: String

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
