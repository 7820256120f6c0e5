/// When a whole state is written beside a patch.
struct SnapshotPolicy {
  private let bytesPerSnapshot: Int
  private let patchesPerSnapshot: Int

  /// What was written since the last whole state, and how large that was.
  private var patchBytes = 0
  private var patches = 0
  private var snapshotBytes = 0

  init(_ options: RecorderOptions) {
    bytesPerSnapshot = options.patchBytesPerSnapshot
    patchesPerSnapshot = options.patchesPerSnapshot
  }

  /// Whether a whole state is to stand beside a patch of so many bytes.
  func isDue(after bytes: Int) -> Bool {
    let isCounted = snapshotBytes <= RecorderOptions.largestStateCountedByPatches
    return patchBytes + bytes > max(bytesPerSnapshot, 2 * snapshotBytes) || (isCounted && patches >= patchesPerSnapshot)
  }

  mutating func count(patch bytes: Int) {
    patches += 1
    patchBytes += bytes
  }

  mutating func count(wholeState bytes: Int) { (patches, patchBytes, snapshotBytes) = (0, 0, bytes) }
}
