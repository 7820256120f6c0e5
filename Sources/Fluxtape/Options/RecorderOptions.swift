/// How a recorder records.
public struct RecorderOptions: Sendable {
  /// What is redacted.
  public var redaction: Redaction

  /// How values and actions of particular types are recorded.
  public var types: TypeRules

  /// When records are passed to the system.
  public var durability: Durability

  /// How much of the log stays on the disk.
  public var keeping: Keeping

  /// Which states are recorded.
  public var states: States

  /// The time that recording the state of an action may take. Zero means no limit.
  ///
  /// A state that takes longer calls for a rest of ten times the excess. If states follow each other faster, some are omitted
  /// (`"omitted":"sampled"`), so that slow states take about a tenth of the time. An excess of up to 200 times this much is free at first:
  /// a burst of actions or an occasional large state is recorded in full. Times come from ``RecordingContext/clock``: if the clock stands
  /// still, nothing is omitted.
  public var stateTimePerAction: Duration

  /// Size limits for recorded values.
  public var limits: Limits

  /// How often the recorder verifies a recorded change against the whole state.
  public var verification: Verification

  /// Bytes of patches after which the next state is also written whole: at least this many, and at least twice the size of the last whole
  /// state. A smaller value makes seeking faster, a larger one makes logs smaller.
  public var patchBytesPerSnapshot: Int

  /// Number of patches after which the next state is also written whole: many small patches cost a reader as much as few large ones. For a
  /// state larger than ``stateBytesPerPatchCount``, the number grows in proportion to its size.
  public var patchesPerSnapshot: Int

  /// Returns the trace and the span of the running task, which the line of each action then names; `nil` outside of spans.
  ///
  /// The recorder calls it once for each action, on the thread and in the task that records the action. It must not record anything itself:
  /// such records are dropped, and a gap counts them.
  public var traceContext: (@Sendable () -> TraceContext?)?

  /// Creates options; omitted arguments have their default.
  public init(
    redaction: Redaction = .standard,
    types: TypeRules = TypeRules(),
    durability: Durability = .culprit,
    keeping: Keeping = .everything,
    states: States = .all,
    stateTimePerAction: Duration = .milliseconds(1),
    limits: Limits = Limits(),
    verification: Verification = .automatic,
    patchBytesPerSnapshot: Int = RecorderOptions.defaultPatchBytesPerSnapshot,
    patchesPerSnapshot: Int = RecorderOptions.defaultPatchesPerSnapshot,
    traceContext: (@Sendable () -> TraceContext?)? = nil
  ) {
    self.redaction = redaction
    self.types = types
    self.durability = durability
    self.keeping = keeping
    self.states = states
    self.stateTimePerAction = stateTimePerAction
    self.limits = limits
    self.verification = verification
    self.patchBytesPerSnapshot = patchBytesPerSnapshot
    self.patchesPerSnapshot = patchesPerSnapshot
    self.traceContext = traceContext
  }

  /// A reader parses and applies about 240 MB of patches per second, so 2 MiB keep a jump to any step within one frame at 60 Hz. Snapshots
  /// of a 100 KB state then add about 5 % to the log.
  public static let defaultPatchBytesPerSnapshot = 2 << 20

  /// A small patch costs a reader 1.0 to 1.4 µs: 8,000 of them and the preceding snapshot take two thirds of a frame at 60 Hz.
  public static let defaultPatchesPerSnapshot = 8_000

  /// The largest state, in bytes, to which ``patchesPerSnapshot`` applies unchanged. For larger states, snapshots at that rate would
  /// outweigh the patches.
  public static let stateBytesPerPatchCount = 1 << 20

  /// The number of patches between two snapshots of a state of this size.
  package func patches(afterStateOf bytes: Int) -> Int {
    guard bytes > Self.stateBytesPerPatchCount else { return patchesPerSnapshot }
    let (product, isTooMuch) = patchesPerSnapshot.multipliedReportingOverflow(by: bytes)
    return isTooMuch ? .max : product / Self.stateBytesPerPatchCount
  }
}
