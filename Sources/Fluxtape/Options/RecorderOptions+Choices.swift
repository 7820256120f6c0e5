extension RecorderOptions {
  /// When the bytes of a record are passed to the system, and which failures they therefore survive.
  ///
  /// Bytes passed to the system survive the end of the process, whatever the cause (`kill -9`, a trap, running out of memory). Only
  /// ``synchronized`` also survives a crash of the machine.
  public enum Durability: Equatable, Sendable {
    /// Begins an action's line before its reducer runs and completes it afterwards, with one write each. The log of a process that dies in
    /// a reducer ends with the fatal action. Costs two writes per action, about a microsecond each.
    case culprit

    /// One write per action, when its outcome is known. If the process dies, the log contains all completed actions, but not those in
    /// flight.
    case perAction

    /// Like ``culprit``, but each write waits until the disk has the bytes (`fdatasync`; on Apple systems `F_FULLFSYNC`). Survives a loss
    /// of power. Costs from some tenths of a millisecond to many milliseconds per action, depending on the disk.
    case synchronized
  }

  /// Which states are recorded. The record of an action without its state says so (`"omitted":"sampled"`), and the next recorded state
  /// contains the changes of all actions since the last one.
  public enum States: Equatable, Sendable {
    /// Every state.
    case all
    /// The state after each store's first action, and after every n-th action from there on. `every(1)` records all.
    case every(Int)
    /// No states: actions alone, at a small part of the cost.
    case never
  }

  /// How often the recorder verifies a recorded change against the whole state.
  ///
  /// A patch omits what cannot have changed. That is correct as long as the recorder finds all changes, and `encode(to:)` is a pure function
  /// of the value. A check applies the patch to the previous state, as a reader does, and compares the result with a
  /// fresh encoding of the state. If they differ, the log gets the whole state and a mark that names the cause, and the recorder compares
  /// states of this type as text from then on.
  public enum Verification: Equatable, Sendable {
    /// Checks the first patches of each store. Later, one state in a thousand is checked, and fewer of large states.
    case automatic
    /// No checks.
    case never
    /// Checks every n-th state of each store, together with all patches since the last check. Meant for your tests: it
    /// finds an `encode(to:)` that reads something besides the value. `every(1)` costs more than writing all states whole.
    case every(Int)
  }
}
