public import FluxtapeJSON

/// A piece of asynchronous work and how far it has come.
public struct RecordedEffect: Hashable, Sendable {
  /// How far the work has come.
  public enum Phase: String, Hashable, Sendable { case started, finished, failed, cancelled }

  /// Equal in all records of one piece of work. A text or a number.
  public var id: JSONValue
  /// How far the work has come.
  public var phase: Phase

  /// Creates the facts about a piece of work.
  public init(id: JSONValue, phase: Phase) {
    self.id = id
    self.phase = phase
  }
}
