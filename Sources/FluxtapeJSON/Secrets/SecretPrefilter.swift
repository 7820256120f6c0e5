/// Rejects in one pass most texts, which hold no secret: they contain none of the four-byte sequences that occur in the name or form of
/// every secret.
///
/// Letters are compared in lower case. A filter of 32 KB of bits with two hashes rejects nearly all positions. At the few that pass, forms
/// are compared and the surrounding word is examined. The remaining texts need a full search.
package enum SecretPrefilter {
  /// Whether a text needs a full search.
  ///
  /// - Parameter isLikely: Whether only likely secrets are searched for; see ``SecretText/likelyPlaces(in:)``.
  /// - Complexity: O(n), without allocations.
  package static func mayHoldSecret(_ bytes: Span<UInt8>, isLikely: Bool = true) -> Bool {
    if isLikely, isOfOneKind(bytes) { return false }
    var place = 0
    while let gram = gram(in: bytes, from: place, before: bytes.count) {
      if isSecret(at: gram, in: bytes, isLikely) { return true }
      place = gram &+ 1
    }
    return false
  }

  /// Whether a text's letters alone rule out secrets; see ``Grams/areOfOneKind(_:)``.
  static func isOfOneKind(_ bytes: Span<UInt8>) -> Bool { grams.areOfOneKind(bytes) }

  /// The first position, from `start` on and before `end`, of four bytes whose surroundings have to be examined.
  static func gram(in bytes: Span<UInt8>, from start: Int, before end: Int) -> Int? { grams.first(in: bytes, from: start, before: end) }

  /// The length in bytes of the shortest text with a secret: `pin=123`.
  package static let shortest = 7

  /// Whether the four bytes at a position belong to something that needs a full search.
  static func isSecret(at place: Int, in bytes: Span<UInt8>, _ isLikely: Bool) -> Bool {
    isForm(at: place, in: bytes) || mayBeName(at: place, in: bytes, isLikely) || mayBeAddress(at: place, in: bytes)
  }

  /// Whether one of the forms is complete at the position.
  private static func isForm(at place: Int, in bytes: Span<UInt8>) -> Bool {
    TokenForm.forms(beginningWith: bytes[place]).contains { $0.end(ofTokenAt: place, in: bytes) != nil }
      || beginnings.contains { beginning in
        let (text, start) = (beginning.text, place - beginning.before)
        return start >= 0 && start + text.count <= bytes.count && text.indices.allSatisfy { bytes[start + $0] | 0x20 == text[$0] }
      }
  }

  /// Whether a URL with a password or token may begin here.
  private static func mayBeAddress(at place: Int, in bytes: Span<UInt8>) -> Bool {
    guard place &+ 2 < bytes.count, bytes[place] == UInt8(ascii: ":"), bytes[place &+ 1] == UInt8(ascii: "/") else { return false }
    for place in place..<min(bytes.count, place &+ 256) {
      if bytes[place] <= 0x20 { return false }
      if bytes[place] == UInt8(ascii: "@") { return true }
    }
    return false
  }

  /// Whether the word around the four bytes may name a secret.
  private static func mayBeName(at place: Int, in bytes: Span<UInt8>, _ isLikely: Bool) -> Bool {
    // The four bytes may include the characters before and after the name.
    var (start, end) = (place &+ 1, place &+ 2)
    while start > 0, PrintedValue.isKeyByte(bytes[start &- 1]) { start &-= 1 }
    while end < bytes.count, PrintedValue.isKeyByte(bytes[end]) { end &+= 1 }
    if isLikely, bytes[start] != UInt8(ascii: "-"), !mayLead(from: end, in: bytes) { return false }
    let word = bytes.extracting(start..<end)
    // Non-ASCII words are not covered by the filter for words.
    guard SensitiveKeyName.mayMatch(word) || word.indices.contains(where: { word[$0] >= 0x80 }) else { return false }
    let name = String(utf8Bytes: word)
    // In the message of an error, for people, a description of a secret may contain the secret.
    return isLikely ? SensitiveKeyName.matches(name) : SensitiveKeyName.meaning(of: name) != .none
  }

  /// Whether a value may follow a name that ends at `end`: a sign follows, or one of the next words looks generated.
  private static func mayLead(from end: Int, in bytes: Span<UInt8>) -> Bool {
    var (place, words) = (end, 0)
    while place < bytes.count, words < 4 {
      switch bytes[place] {
      case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ">"), UInt8(ascii: "<"),
        UInt8(ascii: "%"):
        return true
      case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: "/"), UInt8(ascii: ";"), UInt8(ascii: "?"):
        if words == 0 { return bytes[place] == UInt8(ascii: ",") }
      case UInt8(ascii: "\\"), UInt8(ascii: "!")...UInt8(ascii: "@"), 0xE2: return true
      case 0...0x20: words &+= 1
      default: if words == 0, bytes[place] != UInt8(ascii: "]"), bytes[place] < 0x80 { return false }
      }
      place &+= 1
    }
    return false
  }

  private static let grams = Grams()

  /// The beginnings of secret forms other than service tokens. The four bytes that are searched for begin after `^`.
  fileprivate static let beginnings: [(text: [UInt8], before: Int)] =
    ([
      "bearer ", "basic ", "-----begin ", "wifi:", "tcp(", "thin:", " -p", " -p ", "asswd -", " -u ", " code", "is^ your ", "\\u00",
      "-u^ser ", ":aa", "eyj", "key=", "c^ode=", " pw=", " pw:",
      "&pw=", "?pw=", "\"pw\"", "userin^fo={", "a^pi key", "ti^on code", "i^ty code", "secr^et key", "acce^ss key", "priva^te key",
      "ti^me code", "ca^rd number", "soci^al security", "va^lue=",
    ] + (0...9).flatMap { ["\($0)q~", "-us\($0)", "u^se \($0)"] }).map { text in
      let parts = text.utf8.split(separator: UInt8(ascii: "^"))
      return (parts.joined().map { $0 | 0x20 }, parts.count > 1 ? parts[0].count : 0)
    }
}

/// A filter of four-byte sequences from all names and forms.
@safe private struct Grams: @unchecked Sendable {
  /// A bit for each hash, for both hash functions. Never freed.
  private let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 << 11)
  /// For each byte, the kinds of text that contain it: 1 for letters and punctuation of sentences, 2 for numbers, dates, hashes and UUIDs.
  /// Never freed.
  private let textKinds = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)

  /// Whether a text consists only of letters and punctuation of sentences, or only of the characters of dates and UUIDs. The former has no
  /// digit or sign after a name, the latter no name.
  func areOfOneKind(_ bytes: Span<UInt8>) -> Bool {
    var (even, odd): (UInt8, UInt8) = (3, 3)
    var place = 0
    while place &+ 8 <= bytes.count {
      // Sound: eight bytes are available, and a byte is a valid index of the table.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      for byte in 0..<4 {
        even &= unsafe textKinds[Int(truncatingIfNeeded: word &>> UInt64(16 &* byte)) & 255]
        odd &= unsafe textKinds[Int(truncatingIfNeeded: word &>> UInt64(16 &* byte &+ 8)) & 255]
      }
      if even & odd == 0 { return false }
      place &+= 8
    }
    while place < bytes.count {
      even &= unsafe textKinds[Int(bytes[place])]
      place &+= 1
    }
    return even & odd != 0
  }

  /// The first position, from `start` on and before `end`, with a likely gram.
  func first(in bytes: Span<UInt8>, from start: Int, before end: Int) -> Int? {
    var place = start
    // Eight bytes contain five grams.
    while place < end, place &+ 8 <= bytes.count {
      // Sound: eight bytes are available, and an integer may have any bits.
      let word = unsafe UInt64(bigEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)) | 0x2020_2020_2020_2020
      let found = mayHoldOne(of: word) ? offset(in: word) : 5
      if found < 5 { return place &+ found < end ? place &+ found : nil }
      place &+= 5
    }
    while place < end, place &+ 4 <= bytes.count {
      if isLikely((0..<4).reduce(0) { $0 &<< 8 | UInt32(bytes[place &+ $1] | 0x20) }) { return place }
      place &+= 1
    }
    return nil
  }

  /// The offset of the first likely gram among the five in eight bytes; 5 if there is none.
  private func offset(in word: UInt64) -> Int {
    var (offset, rest) = (0, word)
    while offset < 5, !isLikely(UInt32(truncatingIfNeeded: rest &>> 32)) { (offset, rest) = (offset &+ 1, rest &<< 8) }
    return offset
  }

  /// Whether eight bytes may contain a gram, by the first hash.
  @inline(__always)
  private func mayHoldOne(of word: UInt64) -> Bool {
    (bit(UInt32(truncatingIfNeeded: word &>> 32)) | bit(UInt32(truncatingIfNeeded: word &>> 24))
      | bit(UInt32(truncatingIfNeeded: word &>> 16)) | bit(UInt32(truncatingIfNeeded: word &>> 8)) | bit(UInt32(truncatingIfNeeded: word)))
      & 1 != 0
  }

  @inline(__always)
  private func bit(_ gram: UInt32) -> UInt64 {
    // Sound: a hash has 17 bits, of which 11 select the word.
    let hash = Self.hash(gram)
    return unsafe bits[Int(truncatingIfNeeded: hash &>> 6)] &>> UInt64(truncatingIfNeeded: hash)
  }

  @inline(__always)
  private static func hash(_ gram: UInt32) -> UInt32 { (gram &* 0x9E37_79B1) &>> 15 }

  /// Whether a gram is likely, by both hashes.
  private func isLikely(_ gram: UInt32) -> Bool {
    guard bit(gram) & 1 != 0 else { return false }
    let hash = Self.secondHash(gram)
    // Sound: a hash has 17 bits, of which 11 select the word in the second half.
    return unsafe bits[1 << 11 | Int(truncatingIfNeeded: hash &>> 6)] &>> UInt64(truncatingIfNeeded: hash) & 1 != 0
  }

  private static func secondHash(_ gram: UInt32) -> UInt32 { (gram &* 0x85EB_CA6B) &>> 15 }

  init() {
    unsafe bits.initialize(repeating: 0, count: 2 << 11)
    unsafe textKinds.initialize(repeating: 0, count: 256)
    for byte in "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" { unsafe textKinds[Int(byte.asciiValue ?? 0)] |= 1 }
    for byte in " \n,.;?)/_".utf8 { unsafe textKinds[Int(byte)] |= 1 }
    // Letters of other languages, except for the first bytes of signs such as `→` and `：`.
    for byte in 0x80...0xFF where byte != 0xE2 && byte != 0xEF { unsafe textKinds[byte] |= 1 }
    for byte in "0123456789abcdefABCDEFTZ-:.+# ".utf8 { unsafe textKinds[Int(byte)] |= 2 }
    for role in [.secret, .made, .text] as [SecretWords.Role] { SecretWords.all.forEach(role) { add(word: $0[0]) } }
    for ending in SensitiveKeyName.endings { add(word: ArraySlice(ending.utf8)) }
    for word in SensitiveKeyName.unspacedWords { add(ArraySlice(word.utf8.suffix(4))) }
    SecretWords.all.forEach(.compound) { words in
      add(word: ArraySlice(words.joined()))
      // For phrases of two or three words: the bytes around the first boundary.
      add(words[0].suffix(2) + words[1].prefix(2))
      for mark in "_-".utf8 { add(words[0].suffix(2) + [mark] + words[1].prefix(1)) }
    }
    for form in TokenForm.all { add(beginning: ArraySlice(form.beginning.utf8)) }
    for (text, before) in SecretPrefilter.beginnings { add(beginning: text.dropFirst(before)) }
    add(beginning: ArraySlice("://".utf8))
    add(ArraySlice("://:".utf8))
  }

  private func add(_ gram: ArraySlice<UInt8>) {
    let gram = gram.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
    unsafe bits[Int(Self.hash(gram) >> 6)] |= 1 << UInt64(Self.hash(gram) & 63)
    unsafe bits[1 << 11 | Int(Self.secondHash(gram) >> 6)] |= 1 << UInt64(Self.secondHash(gram) & 63)
  }

  private func add(word: ArraySlice<UInt8>) {
    switch word.count {
    case 5...: add(word.contains { $0 >= 0x80 } ? word.suffix(4) : word.dropFirst().prefix(4))
    case 4: add(word)
    case 3:
      // Characters that may follow a name, begin another word in it, or a digit.
      for mark in "=: \"'(_-\\%>),;.]}\t\n23c".utf8 { add(word + [mark]) }
    default: break
    }
  }

  /// Adds the first four bytes; a shorter beginning is extended by all possible next bytes.
  private func add(beginning: ArraySlice<UInt8>) {
    guard beginning.count < 4 else { return add(beginning.prefix(4)) }
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789_-".utf8 { add(beginning + [letter]) }
  }
}
