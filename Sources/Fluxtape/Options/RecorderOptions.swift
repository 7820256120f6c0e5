/// How a recorder records.
public struct RecorderOptions: Sendable {
  /// What is kept out of the log.
  public var redaction: Redaction

  /// How values and actions of single types are recorded.
  public var types: TypeRules

  /// When records are handed to the system.
  public var durability: Durability

  /// How much of the log stays on the disk.
  public var keeping: Keeping

  /// Which states are recorded.
  public var states: States

  /// How the recorder finds out what changed in a state.
  public var comparison: Comparison

  /// How much time recording a store's states may take: about this much per action, and a tenth of the time between actions. Zero means as
  /// much as it takes.
  ///
  /// It is counted as on an account, for each store: every action pays in this much, and a tenth of the time since the action before it,
  /// up to 200 times this much; that is also what a store begins with. Each recorded state is paid for with the time it took to encode
  /// and compare, at most 1,000 times this much. While the account is below zero, the states of actions are left out
  /// (`"omitted":"sampled"`). So a burst of actions or a large state now and then is recorded in full, and what costs more than it may
  /// in the long run is sampled. Times are those of ``RecordingContext/clock``: under a clock that stands still nothing is left out.
  public var stateTimePerAction: Duration

  /// How large what is recorded may get.
  public var limits: Limits

  /// How often the recorder compares what it writes as a change with the whole state.
  public var verification: Verification

  /// Bytes of patches after which a whole state is written beside the next one: at least this many, and at least twice the bytes of the
  /// last whole state. Smaller seeks faster, larger makes smaller logs.
  public var patchBytesPerSnapshot: Int

  /// Patches after which a whole state is written beside the next one: many small patches cost a reader as much as few large ones. Of a
  /// state larger than ``stateBytesPerPatchCount`` there are as many more as it is larger.
  public var patchesPerSnapshot: Int

  /// Creates options; those left out have their default.
  public init(
    redaction: Redaction = .standard,
    types: TypeRules = TypeRules(),
    durability: Durability = .culprit,
    keeping: Keeping = .everything,
    states: States = .all,
    comparison: Comparison = .memory,
    stateTimePerAction: Duration = .milliseconds(1),
    limits: Limits = Limits(),
    verification: Verification = .automatic,
    patchBytesPerSnapshot: Int = RecorderOptions.defaultPatchBytesPerSnapshot,
    patchesPerSnapshot: Int = RecorderOptions.defaultPatchesPerSnapshot
  ) {
    self.redaction = redaction
    self.types = types
    self.durability = durability
    self.keeping = keeping
    self.states = states
    self.comparison = comparison
    self.stateTimePerAction = stateTimePerAction
    self.limits = limits
    self.verification = verification
    self.patchBytesPerSnapshot = patchBytesPerSnapshot
    self.patchesPerSnapshot = patchesPerSnapshot
  }

  /// A reader parses and applies about 240 MB of patches a second, so 2 MiB keep a jump to any step within one frame of 60 Hz. A state
  /// of 100 KB then adds about 5 % to the log.
  public static let defaultPatchBytesPerSnapshot = 2 << 20

  /// Reading and applying a small patch costs a reader 1.0 to 1.4 µs: 8,000 of them and the whole state before them take two thirds of a frame
  /// of 60 Hz.
  public static let defaultPatchesPerSnapshot = 8_000

  /// Bytes of a whole state up to which ``patchesPerSnapshot`` counts as it is. If it did beyond, the whole states would outweigh the patches.
  public static let stateBytesPerPatchCount = 1 << 20

  /// Patches after a whole state of so many bytes until the next one.
  package func patches(afterStateOf bytes: Int) -> Int {
    guard bytes > Self.stateBytesPerPatchCount else { return patchesPerSnapshot }
    let (product, isTooMuch) = patchesPerSnapshot.multipliedReportingOverflow(by: bytes)
    return isTooMuch ? .max : product / Self.stateBytesPerPatchCount
  }
}
