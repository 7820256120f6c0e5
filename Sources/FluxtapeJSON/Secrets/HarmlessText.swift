/// The last text in which ``SecretPrefilter`` found no secret. Only the changed part of its next version is searched, since a text is
/// searched again at every keystroke.
package struct HarmlessText {
  private var text: [UInt8] = []
  /// The positions in ``text`` of four-byte sequences whose surroundings ``SecretPrefilter`` has to examine, ascending.
  private var grams: [Int] = []

  package init() {}

  /// Returns whether ``SecretPrefilter`` finds no secret in a text. Remembers the text if it had to be searched and is not long.
  ///
  /// - Complexity: O(n).
  package mutating func begin(with bytes: Span<UInt8>) -> Bool {
    forget()
    // Decided by its letters alone; the positions of its grams are unknown.
    if SecretPrefilter.isOfOneKind(bytes) { return true }
    guard add(bytes, from: 0, before: bytes.count, at: 0), isHarmless(bytes) else { return !SecretPrefilter.mayHoldSecret(bytes) }
    keep(bytes)
    return true
  }

  /// Returns whether `earlier` is the remembered text and its next version, `later`, holds no secret either. If so, remembers `later`.
  ///
  /// - Parameter places: The bytes of `earlier` that `later` replaces. All others are the same.
  /// - Returns: `false` if this is unknown; then use ``begin(with:)``.
  /// - Complexity: O(n) to compare and copy bytes; only the replaced bytes are searched.
  package mutating func goOn(from earlier: Span<UInt8>, to later: Span<UInt8>, where places: Range<Int>) -> Bool {
    guard !text.isEmpty, text.hasSameBytes(as: earlier) else { return false }
    let growth = later.count - earlier.count
    // A gram that begins up to three bytes earlier overlaps the replaced bytes.
    let first = max(0, places.lowerBound - 3)
    let kept = grams.firstIndex { $0 >= first } ?? grams.count
    let next = grams[kept...].firstIndex { $0 >= places.upperBound } ?? grams.count
    if kept < next { grams.removeSubrange(kept..<next) }
    for index in kept..<grams.count { grams[index] += growth }
    let isKnown = add(later, from: first, before: places.upperBound + growth, at: kept)
    guard isKnown, isHarmless(later) else {
      forget()
      return false
    }
    keep(later)
    return true
  }

  private mutating func forget() {
    text.removeAll(keepingCapacity: true)
    grams.removeAll(keepingCapacity: true)
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.mostBytes else { return forget() }
    text.removeAll(keepingCapacity: true)
    unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
  }

  /// Adds the grams between `start` and `end` before those from `index` on. Returns `false` if there are too many.
  private mutating func add(_ bytes: Span<UInt8>, from start: Int, before end: Int, at index: Int) -> Bool {
    var (place, index) = (start, index)
    while let gram = SecretPrefilter.gram(in: bytes, from: place, before: end) {
      guard grams.count < Self.mostGrams else { return false }
      grams.insert(gram, at: index)
      index += 1
      place = gram + 1
    }
    return true
  }

  private func isHarmless(_ bytes: Span<UInt8>) -> Bool { !grams.contains { SecretPrefilter.isSecret(at: $0, in: bytes, true) } }

  /// Longer texts are rarely typed.
  private static let mostBytes = 4096
  private static let mostGrams = 32
}
