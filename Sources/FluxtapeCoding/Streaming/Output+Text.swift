import FluxtapeJSON

// Writing texts. Sound: reads stay inside the given buffer; writes go to reserved bytes, with room for whole words at the end.

extension Output {
  /// Writes a text, unless it holds a secret or is too long.
  @inline(__always)
  func write(_ text: String) {
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in unsafe write(text: bytes) }
    if isDone == nil { writeBridged(text) }
  }

  /// A string in foreign storage, such as a bridged one.
  private func writeBridged(_ text: String) {
    unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in unsafe write(text: bytes) }
  }

  func write(text bytes: UnsafeBufferPointer<UInt8>) {
    guard unsafe bytes.count < memory.pointee.plainTextLimit else { return unsafe writeJudged(bytes) }
    unsafe quote(bytes)
  }

  /// Writes the key of a member without its colon.
  func writeKey(_ name: UnsafeBufferPointer<UInt8>) {
    let start = count
    unsafe quote(name)
    guard unsafe name.first == UInt8(ascii: "$") else { return }
    // Tags begin with one `$`; keys of data that begin with `$` get one more.
    rollBack(to: start)
    append("\"$")
    let quoted = count
    unsafe quote(name)
    unsafe (memory.pointee.bytes + quoted).update(from: memory.pointee.bytes + quoted + 1, count: count - quoted - 1)
    unsafe memory.pointee.count -= 1
  }

  /// Whether the rules would replace a text that was written raw.
  func needsJudgement(text: Range<Int>) -> Bool {
    guard unsafe text.count - 2 >= memory.pointee.ruledTextLimit else { return false }
    let bytes = text.dropFirst().dropLast()
    // Escapes only make a text longer, and never join digits.
    return unsafe bytes.count > memory.pointee.longestText || withBytes(bytes) { unsafe hidesSecrets && mayHoldSecret($0) }
  }

  private var hidesSecrets: Bool { unsafe !memory.pointee.ruledTraits.isEmpty }

  private func mayHoldSecret(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe mayHoldCard(bytes)
      || memory.pointee.searchesTexts && (memory.pointee.hidesPersonalData || SecretPrefilter.mayHoldSecret(bytes.span))
  }

  /// The places of secrets in a text.
  private func secrets(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard writer.rules.searchesTexts else { return CardNumber.ranges(in: unsafe String(decoding: bytes, as: UTF8.self)) }
    return unsafe SecretText(writer.rules.keys).likelyPlaces(in: bytes.span)
  }

  /// Writes a text that may hold a secret or be too long.
  private func writeJudged(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard unsafe bytes.count <= memory.pointee.longestText else { return unsafe writeTruncated(bytes) }
    let start = count
    unsafe quote(bytes)
    if unsafe hidesSecrets && mayHoldSecret(bytes), unsafe !secrets(in: bytes).isEmpty { writeDigest(over: start..<count) }
  }

  /// Writes the length and digest of a text that is too long. Works in pieces, to avoid a copy of the whole text.
  private func writeTruncated(_ bytes: UnsafeBufferPointer<UInt8>) {
    var digest = SipHash(writer.rules.digestKey)
    digest.absorb(UInt8(ascii: "\""))
    withoutLimit {
      for first in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
        let (start, end) = (count, min(first + Self.pieceBytes, bytes.count))
        unsafe quote(UnsafeBufferPointer(rebasing: bytes[first..<end]))
        unsafe withBytes(start + 1..<count - 1) { piece in unsafe digest.absorb(piece.span.bytes) }
        rollBack(to: start)
      }
    }
    digest.absorb(UInt8(ascii: "\""))
    append(#"{"$truncated":{"bytes":"#)
    write(digest.count)
    append(#","digest":""#)
    appendHexadecimal(digest.finished())
    append(#""}}"#)
  }

  private static let pieceBytes = 1 << 16

  /// Whether the text has a run of 13 digits, blanks and separators. Any such run covers every 13th byte, so only those are tested.
  private func mayHoldCard(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let shortest = Self.shortestCard
    var place = shortest - 1
    while place < bytes.count {
      if unsafe Self.isInCard(bytes[place]) {
        var (first, end) = (place, place + 1)
        while first > 0, unsafe Self.isInCard(bytes[first - 1]) { first -= 1 }
        while end < bytes.count, unsafe Self.isInCard(bytes[end]) { end += 1 }
        if end - first >= shortest, unsafe bytes[first..<end].count(where: Self.isDigit) >= shortest { return true }
        place = end - 1
      }
      place += shortest
    }
    return false
  }

  static let shortestCard = 13

  /// Rejects lower-case letters first, the bulk of most texts.
  @inline(__always)
  private static func isInCard(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "`") >= 0x20 && (isDigit(byte) || CardNumber.isInCard(byte))
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
}

// MARK: - Escaping

extension Output {
  /// Writes `bytes` between quotation marks, eight at a time while nothing has to be escaped.
  @inline(__always)
  func quote(_ bytes: UnsafeBufferPointer<UInt8>) {
    let total = bytes.count
    let target = unsafe UnsafeMutableRawPointer(reserve(total &+ 2))
    unsafe target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    let plain = unsafe copyPlain(bytes, to: target + 1)
    guard plain == total else { return unsafe quoteRest(bytes, from: plain) }
    unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: total &+ 1, as: UInt8.self)
    unsafe memory.pointee.count &+= total &+ 2
  }

  /// Copies bytes up to the first word of eight that needs an escape, and returns the number copied.
  @inline(__always)
  private func copyPlain(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableRawPointer) -> Int {
    let total = bytes.count
    guard let start = bytes.baseAddress else { return 0 }
    let source = unsafe UnsafeRawPointer(start)
    var place = 0
    while place &+ 8 <= total {
      let word = unsafe source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard !Self.needsEscape(word) else { return place }
      unsafe target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      place &+= 8
    }
    while place < total {
      let byte = unsafe source.load(fromByteOffset: place, as: UInt8.self)
      guard !Self.needsEscape(byte) else { return place }
      unsafe target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
      place &+= 1
    }
    return place
  }

  /// Whether one of eight bytes is a control character, a quotation mark or a backslash. The usual test for small bytes in a word: a byte
  /// below the limit borrows from its highest bit, which was clear before.
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highest: UInt64 = 0x8080_8080_8080_8080
    let controls = (word &- (ones &* 0x20)) & ~word
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    return (controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & highest != 0
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Continues after `plain` copied bytes.
  private func quoteRest(_ bytes: UnsafeBufferPointer<UInt8>, from plain: Int) {
    unsafe memory.pointee.count += plain + 1
    var place = plain
    while place < bytes.count {
      // Up to the end of the word, then word by word again.
      let end = min(place + 8, bytes.count)
      let target = unsafe reserve(6 * (end - place))
      var written = 0
      while place < end {
        written += unsafe Self.escape(bytes[place], to: target + written)
        place += 1
      }
      unsafe memory.pointee.count += written
      let rest = unsafe UnsafeBufferPointer(rebasing: bytes[place...])
      let next = unsafe UnsafeMutableRawPointer(reserve(rest.count))
      let copied = unsafe copyPlain(rest, to: next)
      unsafe memory.pointee.count += copied
      place += copied
    }
    append(UInt8(ascii: "\""))
  }

  /// Escapes like ``JSONValue/write(into:)``. Returns the number of bytes written, up to six.
  private static func escape(_ byte: UInt8, to target: UnsafeMutablePointer<UInt8>) -> Int {
    guard needsEscape(byte) else {
      unsafe target.pointee = byte
      return 1
    }
    unsafe target.pointee = UInt8(ascii: "\\")
    switch byte {
    case 0x08: unsafe target[1] = UInt8(ascii: "b")
    case 0x0C: unsafe target[1] = UInt8(ascii: "f")
    case 0x0A: unsafe target[1] = UInt8(ascii: "n")
    case 0x0D: unsafe target[1] = UInt8(ascii: "r")
    case 0x09: unsafe target[1] = UInt8(ascii: "t")
    case 0..<0x20:
      for (place, digit) in "u00".utf8.enumerated() { unsafe target[1 + place] = digit }
      unsafe target[4] = UInt8(ascii: "0") + byte >> 4
      let low = byte & 0xF
      unsafe target[5] = low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "A") + low - 10
      return 6
    default: unsafe target[1] = byte
    }
    return 2
  }
}
