public import FluxtapeJSON

/// An effect, that is, a piece of asynchronous work, and its phase.
public struct RecordedEffect: Hashable, Sendable {
  /// The phase of an effect.
  public enum Phase: String, Hashable, Sendable { case started, finished, failed, cancelled }

  /// The identity of the effect, equal in all its records. A text or a number.
  public var id: JSONValue
  /// The phase of the effect.
  public var phase: Phase

  /// Creates the facts about an effect.
  public init(id: JSONValue, phase: Phase) {
    self.id = id
    self.phase = phase
  }
}
