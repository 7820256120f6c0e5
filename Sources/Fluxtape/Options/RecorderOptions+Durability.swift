#if !RECORDING_COMPILED_OUT
extension RecorderOptions {
  /// When the bytes of a record are handed to the system, and what therefore outlives which end.
  ///
  /// What was handed over outlives the process, whatever ends it (`kill -9`, a trap, running out of memory). Only ``synchronized``
  /// outlives the machine too.
  public enum Durability: Equatable, Sendable {
    /// An action's line is begun before its reducer runs and completed after it, each with a write of its own: the log of a process
    /// that dies in a reducer ends with the action that it died of. Costs two writes per action, about a microsecond each.
    case culprit

    /// One write per action, when its outcome is known. The actions that a process died in are not in its log; all that were finished
    /// are.
    case perAction

    /// A thread of its own writes, about every millisecond; recording only copies into a queue of `queueBytes`. The process's end by a signal takes with it what
    /// is still in the queue; an orderly end (``Recorder/close()``, `exit`, the return of `main`) waits until all is written.
    ///
    /// The thread begins with the first record. If writing fails, what is queued is kept and tried again with the next record.
    case background(queueBytes: Int = 1 << 20, whenFull: WhenFull = .wait)

    /// As ``culprit``, and each write waits until the disk has it (`fdatasync`; on Apple systems `F_FULLFSYNC`): outlives a loss of
    /// power. Costs some tenths of a millisecond to many milliseconds per action, as the disk has it.
    case synchronized
  }

  /// What recording does while the queue of ``Durability/background(queueBytes:whenFull:)`` is full.
  public enum WhenFull: Equatable, Sendable {
    /// Waits until there is room. If nothing can be written at all, it does not wait, and records are lost.
    case wait
    /// Loses the record. The log tells how many, as a gap.
    case drop
  }
}
#endif
