import FluxtapeJSON

/// A string that a patch has spliced, in chunks that copies share: inserting a character into a book copies one chunk.
struct SplicedText: Sendable {
  fileprivate struct Chunk {
    var bytes: [UInt8]
    /// The number of Unicode scalars in the chunk.
    var scalars: Int
  }

  /// The maximum number of bytes in a chunk; longer chunks are split.
  private static let chunkSize = 2048

  private var chunks: [Chunk] = []
  private(set) var scalarCount = 0
  private(set) var byteCount = 0

  init(_ text: String) {
    let bytes = Array(text.utf8)
    chunks = Self.chunks(of: bytes[...])
    byteCount = bytes.count
    scalarCount = chunks.reduce(0) { $0 + $1.scalars }
  }

  /// Splits bytes into chunks of half the maximum size, between scalars.
  private static func chunks(of bytes: ArraySlice<UInt8>) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = bytes
    while !rest.isEmpty {
      var end = min(rest.startIndex + chunkSize / 2, rest.endIndex)
      while end < rest.endIndex, rest[end] & 0xC0 == 0x80 { end += 1 }
      let piece = Array(rest[..<end])
      chunks.append(Chunk(bytes: piece, scalars: piece.span.scalarCount(in: 0..<piece.count)))
      rest = rest[end...]
    }
    return chunks
  }
}

extension SplicedText {
  func isIdentical(to other: SplicedText) -> Bool { chunks.sharesStorage(with: other.chunks) }

  /// Whether both are the same text. Does not compare shared chunks.
  func hasSameBytes(as other: SplicedText) -> Bool {
    guard byteCount == other.byteCount, scalarCount == other.scalarCount else { return false }
    if isIdentical(to: other) { return true }
    guard chunks.count == other.chunks.count, zip(chunks, other.chunks).allSatisfy({ $0.bytes.count == $1.bytes.count }) else {
      return string.hasSameBytes(as: other.string)
    }
    return zip(chunks, other.chunks).allSatisfy { $0.bytes.sharesStorage(with: $1.bytes) || $0.bytes == $1.bytes }
  }

  var string: String { withBytes { String(utf8Bytes: $0) } }

  /// Calls `body` with the text. A text of one chunk is not copied.
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var bytes = chunks.first?.bytes ?? []
    for chunk in chunks.dropFirst() { bytes += chunk.bytes }
    return body(bytes.span)
  }

  /// Replaces scalars.
  ///
  /// - Returns: `false` if the text is too short.
  mutating func splice(_ inserted: String, at start: Int, deleting deleted: Int) -> Bool {
    guard start >= 0, deleted >= 0, start <= scalarCount, deleted <= scalarCount - start else { return false }
    let lower = place(ofScalar: start)
    let upper = place(ofScalar: start + deleted, from: lower.chunk, before: start - lower.scalar)
    let insertedBytes = Array(inserted.utf8)
    let insertedScalars = insertedBytes.span.scalarCount(in: 0..<insertedBytes.count)
    scalarCount += insertedScalars - deleted
    if chunks.isEmpty {
      chunks = Self.chunks(of: insertedBytes[...])
      byteCount = insertedBytes.count
      return true
    }
    var removedBytes = upper.byte - lower.byte
    for chunk in lower.chunk..<upper.chunk { removedBytes += chunks[chunk].bytes.count }
    byteCount += insertedBytes.count - removedBytes
    if lower.chunk == upper.chunk {
      chunks[lower.chunk].bytes.replaceSubrange(lower.byte..<upper.byte, with: insertedBytes)
      chunks[lower.chunk].scalars += insertedScalars - deleted
    } else {
      let bytes = Array(chunks[lower.chunk].bytes[..<lower.byte] + insertedBytes + chunks[upper.chunk].bytes[upper.byte...])
      let chunk = Chunk(bytes: bytes, scalars: bytes.span.scalarCount(in: 0..<bytes.count))
      chunks.replaceSubrange(lower.chunk...upper.chunk, with: [chunk])
    }
    cut(lower.chunk)
    return true
  }

  /// Splits a chunk that is too long, and removes an empty one.
  private mutating func cut(_ place: Int) {
    if chunks[place].bytes.isEmpty {
      chunks.remove(at: place)
    } else if chunks[place].bytes.count > Self.chunkSize {
      chunks.replaceSubrange(place...place, with: Self.chunks(of: chunks[place].bytes[...]))
    }
  }

  /// The chunk and the byte in it where a scalar begins, or the end of the text.
  private func place(ofScalar wanted: Int, from first: Int = 0, before: Int = 0) -> (chunk: Int, byte: Int, scalar: Int) {
    var chunk = first
    var rest = wanted - before
    while chunk + 1 < chunks.count, rest > chunks[chunk].scalars {
      rest -= chunks[chunk].scalars
      chunk += 1
    }
    guard chunk < chunks.count else { return (0, 0, 0) }
    return (chunk, chunks[chunk].byte(ofScalar: rest), rest)
  }
}

extension SplicedText.Chunk {
  fileprivate func byte(ofScalar wanted: Int) -> Int {
    guard scalars != bytes.count else { return wanted }
    var byte = 0
    var rest = wanted
    // Eight bytes hold at most eight scalars.
    while rest > 8, byte + 8 <= bytes.count {
      rest -= bytes.span.scalarCount(in: byte..<byte + 8)
      byte += 8
    }
    while byte < bytes.count {
      if bytes[byte] & 0xC0 != 0x80 {
        guard rest > 0 else { break }
        rest -= 1
      }
      byte += 1
    }
    return byte
  }
}
