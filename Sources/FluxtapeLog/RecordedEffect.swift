public import FluxtapeJSON

/// A piece of asynchronous work and how far it has come.
public struct RecordedEffect: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable { case started, finished, failed, cancelled }

  /// Equal in all records of one piece of work. A text or a number.
  public var id: JSONValue
  public var phase: Phase

  public init(id: JSONValue, phase: Phase) {
    self.id = id
    self.phase = phase
  }
}
