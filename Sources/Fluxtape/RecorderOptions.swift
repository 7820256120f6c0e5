/// How a recorder records.
public struct RecorderOptions: Sendable {
  /// What is kept out of the log.
  public var redaction: Redaction

  /// When records are handed to the system.
  public var durability: Durability

  /// Bytes of patches after which a whole state is written beside the next one: at least this many, and at least twice the bytes of the
  /// last whole state. Smaller seeks faster, larger makes smaller logs.
  public var patchBytesPerSnapshot: Int

  /// Patches after which a whole state is written beside the next one, as long as states are small
  /// (``largestStateCountedByPatches``): many small patches cost a reader as much as few large ones.
  public var patchesPerSnapshot: Int

  public init(
    redaction: Redaction = .standard,
    durability: Durability = .culprit,
    patchBytesPerSnapshot: Int = RecorderOptions.defaultPatchBytesPerSnapshot,
    patchesPerSnapshot: Int = RecorderOptions.defaultPatchesPerSnapshot
  ) {
    self.redaction = redaction
    self.durability = durability
    self.patchBytesPerSnapshot = patchBytesPerSnapshot
    self.patchesPerSnapshot = patchesPerSnapshot
  }

  /// A reader parses and applies about 240 MB of patches a second, so 2 MiB keep a jump to any step within one frame of 60 Hz. A state
  /// of 100 KB then adds about 5 % to the log.
  public static let defaultPatchBytesPerSnapshot = 2 << 20

  /// Applying a small patch costs a reader 0.6 to 0.7 µs: 12,000 of them make half a frame of 60 Hz.
  public static let defaultPatchesPerSnapshot = 12_000

  /// Bytes of a whole state up to which ``patchesPerSnapshot`` counts. Beyond, the whole states would outweigh the patches.
  public static let largestStateCountedByPatches = 900_000
}
