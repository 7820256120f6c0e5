#if !RECORDING_COMPILED_OUT
/// When a whole state is written beside a patch.
struct SnapshotPolicy {
  private let options: RecorderOptions

  /// What was written since the last whole state, and how large that was.
  private var patchBytes = 0
  private var patches = 0
  private(set) var snapshotBytes = 0

  /// Patches that may follow the last whole state.
  private var mostPatches: Int

  init(_ options: RecorderOptions) {
    self.options = options
    mostPatches = options.patchesPerSnapshot
  }

  /// Whether a whole state is to stand beside a patch of so many bytes.
  func isDue(after bytes: Int) -> Bool {
    patches >= mostPatches || patchBytes + bytes > max(options.patchBytesPerSnapshot, 2 * snapshotBytes)
  }

  mutating func count(patch bytes: Int) {
    patches += 1
    patchBytes += bytes
  }

  mutating func count(wholeState bytes: Int) {
    (patches, patchBytes, snapshotBytes) = (0, 0, bytes)
    mostPatches = options.patches(afterStateOf: bytes)
  }
}
#endif
