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
    /// is still in the queue; an orderly end (``Recorder/close(isolation:)``, `exit`, the return of `main`) waits until all is written.
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

  /// Which states are recorded. An action whose state is not says so in the log (`"omitted":"sampled"`), and the next state that is
  /// recorded tells what all actions since the last one have changed.
  public enum States: Equatable, Sendable {
    /// Every state.
    case all
    /// That of each store's first action, and of every one so many actions later. `every(1)` is all.
    case every(Int)
    /// None: actions alone, at a small part of the cost.
    case never
  }

  /// How a recorder finds out what changed from one state to the next. The log says the same either way.
  public enum Comparison: Equatable, Sendable {
    /// By a look at the memory of both states: what did not change is not encoded again. Costs about what changed.
    ///
    /// The recorder knows how the compiler lays out values; it proves that on types of its own before the first use, and checks what it writes
    /// (``Verification``). Where the proof fails, in programs built by compilers that it was not tried with, without the package trait
    /// `MemoryComparison`, and where the environment variable `FLUXTAPE_COMPARISON` is `text`, it is ``text``.
    case memory

    /// Each state is encoded as a whole, before an action and after it, and the texts are compared. Costs about the size of the state, and nothing
    /// is assumed of memory.
    case text
  }

  /// How often the recorder compares what it writes as a change with the whole state.
  ///
  /// A patch leaves out what cannot have changed. That holds as long as the recorder knows how the compiler lays out values, and as long as
  /// `encode(to:)` is a pure function of the value. A check applies the patch to the state before, as a reader does, and compares the result with
  /// the state encoded anew. If they differ, the log gets the whole state and a mark that tells whose mistake it is, and states of the type are
  /// compared as text from then on.
  public enum Verification: Equatable, Sendable {
    /// The first patches of each store, more of them for types that no store of the process had before, and later as many as take a
    /// hundredth of the time spent recording.
    case automatic
    /// No states: actions alone.
    case never
    /// One state of so many, each store on its own, together with all patches since the last check. For tests of your own: it finds each
    /// `encode(to:)` that reads something besides the value. `every(1)` costs more than to write all states whole.
    case every(Int)
  }
}
