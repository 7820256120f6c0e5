/// Tells in one pass that most texts hold no secret: none of the four bytes in a row that each secret has in its name or its form.
///
/// Letters count as small ones. 32 KB of bits, asked by two hashes, answer for nearly all places. At the few that fall through, forms are compared
/// and the word around is looked at. What is left takes a closer look.
package enum SecretPrefilter {
  /// Whether a text takes a closer look.
  ///
  /// - Parameter isLikely: Whether only what is a secret in all likelihood is looked for; see ``SecretText/likelyPlaces(in:)``.
  /// - Complexity: O(n), without memory of its own.
  package static func mayHoldSecret(_ bytes: Span<UInt8>, isLikely: Bool = true) -> Bool {
    if isLikely, isOfOneKind(bytes) { return false }
    var place = 0
    while let gram = gram(in: bytes, from: place, before: bytes.count) {
      if isSecret(at: gram, in: bytes, isLikely) { return true }
      place = gram &+ 1
    }
    return false
  }

  /// Whether the letters of a text alone tell that it holds no secret; see ``Grams/areOfOneKind(_:)``.
  static func isOfOneKind(_ bytes: Span<UInt8>) -> Bool { grams.areOfOneKind(bytes) }

  /// The first place from `start` on, and before `end`, with four bytes that take a look at what stands around them.
  static func gram(in bytes: Span<UInt8>, from start: Int, before end: Int) -> Int? { grams.first(in: bytes, from: start, before: end) }

  /// Bytes of the shortest text that a secret is found in: `pin=123`.
  package static let shortest = 7

  /// Whether the four bytes at a place are part of what takes a closer look.
  static func isSecret(at place: Int, in bytes: Span<UInt8>, _ isLikely: Bool) -> Bool {
    isForm(at: place, in: bytes) || mayBeName(at: place, in: bytes, isLikely) || mayBeAddress(at: place, in: bytes)
  }

  /// Whether one of the forms is there as a whole.
  private static func isForm(at place: Int, in bytes: Span<UInt8>) -> Bool {
    TokenForm.forms(beginningWith: bytes[place]).contains { $0.end(ofTokenAt: place, in: bytes) != nil }
      || beginnings.contains { beginning in
        let (text, start) = (beginning.text, place - beginning.before)
        return start >= 0 && start + text.count <= bytes.count && text.indices.allSatisfy { bytes[start + $0] | 0x20 == text[$0] }
      }
  }

  /// Whether a password or a token may be there in a URL.
  private static func mayBeAddress(at place: Int, in bytes: Span<UInt8>) -> Bool {
    guard place &+ 2 < bytes.count, bytes[place] == UInt8(ascii: ":"), bytes[place &+ 1] == UInt8(ascii: "/") else { return false }
    for place in place..<min(bytes.count, place &+ 256) {
      if bytes[place] <= 0x20 { return false }
      if bytes[place] == UInt8(ascii: "@") { return true }
    }
    return false
  }

  /// Whether the word around the four bytes may be the name of a secret.
  private static func mayBeName(at place: Int, in bytes: Span<UInt8>, _ isLikely: Bool) -> Bool {
    // What stands behind a name may be in the four bytes, and what stands before it.
    var (start, end) = (place &+ 1, place &+ 2)
    while start > 0, PrintedValue.isKeyByte(bytes[start &- 1]) { start &-= 1 }
    while end < bytes.count, PrintedValue.isKeyByte(bytes[end]) { end &+= 1 }
    if isLikely, bytes[start] != UInt8(ascii: "-"), !mayLead(from: end, in: bytes) { return false }
    let word = bytes.extracting(start..<end)
    // What is no ASCII falls through the sieve of words.
    guard SensitiveKeyName.mayMatch(word) || word.indices.contains(where: { word[$0] >= 0x80 }) else { return false }
    let name = String(utf8Bytes: word)
    // What a text about a secret says may be the secret, where people read it: in the message of an error.
    return isLikely ? SensitiveKeyName.matches(name) : SensitiveKeyName.meaning(of: name) != .none
  }

  /// Whether a value may stand behind a name that ends at `end`: a sign follows, or one of the next words looks made.
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

  /// What forms of secrets begin with that are no tokens of a service. The four bytes that a text is searched for stand behind `^`.
  fileprivate static let beginnings: [(text: [UInt8], before: Int)] =
    ([
      "bearer ", "basic ", "-----begin ", "wifi:", "tcp(", "thin:", " -p", " -u ", "-u^ser ", ":aa", "eyj", "key=", "c^ode=", " pw=",
      " pw:",
      "&pw=", "?pw=", "\"pw\"", "userin^fo={", "a^pi key", "ti^on code", "i^ty code", "secr^et key", "acce^ss key", "priva^te key",
      "ti^me code", "ca^rd number", "soci^al security",
    ] + (0...9).flatMap { ["\($0)q~", "-us\($0)"] }).map { text in
      let parts = text.utf8.split(separator: UInt8(ascii: "^"))
      return (parts.joined().map { $0 | 0x20 }, parts.count > 1 ? parts[0].count : 0)
    }
}

/// Four bytes in a row of every name and form.
@safe private struct Grams: @unchecked Sendable {
  /// A bit for each hash, of both kinds. Never given back.
  private let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 << 11)
  /// Of each byte, in which kinds of text it stands: 1 for the letters and marks of sentences, 2 for numbers, dates, hashes and UUIDs. Never given
  /// back.
  private let textKinds = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)

  /// Whether a text has nothing but the letters and marks of sentences, or nothing but what dates and UUIDs have. There is no digit behind a name
  /// in the one, nor any sign, and no name in the other.
  func areOfOneKind(_ bytes: Span<UInt8>) -> Bool {
    var (even, odd): (UInt8, UInt8) = (3, 3)
    var place = 0
    while place &+ 8 <= bytes.count {
      // Sound: eight bytes are there, and a byte is a place in the table.
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

  /// The first place from `start` on, and before `end`, at which a gram stands in all likelihood.
  func first(in bytes: Span<UInt8>, from start: Int, before end: Int) -> Int? {
    var place = start
    // Five grams begin in the first five of eight bytes.
    while place < end, place &+ 8 <= bytes.count {
      // Sound: eight bytes are there, and an integer may have any bits.
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

  /// Which of the first five grams of eight bytes is likely to be there, as the first of them; 5 if none is.
  private func offset(in word: UInt64) -> Int {
    var (offset, rest) = (0, word)
    while offset < 5, !isLikely(UInt32(truncatingIfNeeded: rest &>> 32)) { (offset, rest) = (offset &+ 1, rest &<< 8) }
    return offset
  }

  /// Whether one of the first five grams of eight bytes may be there.
  @inline(__always)
  private func mayHoldOne(of word: UInt64) -> Bool {
    (bit(UInt32(truncatingIfNeeded: word &>> 32)) | bit(UInt32(truncatingIfNeeded: word &>> 24))
      | bit(UInt32(truncatingIfNeeded: word &>> 16)) | bit(UInt32(truncatingIfNeeded: word &>> 8)) | bit(UInt32(truncatingIfNeeded: word)))
      & 1 != 0
  }

  @inline(__always)
  private func bit(_ gram: UInt32) -> UInt64 {
    // Sound: a hash has 17 bits, of which 11 choose the word.
    let hash = Self.hash(gram)
    return unsafe bits[Int(truncatingIfNeeded: hash &>> 6)] &>> UInt64(truncatingIfNeeded: hash)
  }

  @inline(__always)
  private static func hash(_ gram: UInt32) -> UInt32 { (gram &* 0x9E37_79B1) &>> 15 }

  /// Whether a gram is there, as far as two hashes tell.
  private func isLikely(_ gram: UInt32) -> Bool {
    guard bit(gram) & 1 != 0 else { return false }
    let hash = Self.secondHash(gram)
    // Sound: a hash has 17 bits, of which 11 choose the word in the second half.
    return unsafe bits[1 << 11 | Int(truncatingIfNeeded: hash &>> 6)] &>> UInt64(truncatingIfNeeded: hash) & 1 != 0
  }

  private static func secondHash(_ gram: UInt32) -> UInt32 { (gram &* 0x85EB_CA6B) &>> 15 }

  init() {
    unsafe bits.initialize(repeating: 0, count: 2 << 11)
    unsafe textKinds.initialize(repeating: 0, count: 256)
    for byte in "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" { unsafe textKinds[Int(byte.asciiValue ?? 0)] |= 1 }
    for byte in " \n,.;?)/_".utf8 { unsafe textKinds[Int(byte)] |= 1 }
    // Letters of other languages, but for what signs such as `→` and `：` begin with.
    for byte in 0x80...0xFF where byte != 0xE2 && byte != 0xEF { unsafe textKinds[byte] |= 1 }
    for byte in "0123456789abcdefABCDEFTZ-:.+# ".utf8 { unsafe textKinds[Int(byte)] |= 2 }
    for role in [.secret, .made, .text] as [SecretWords.Role] { SecretWords.all.forEach(role) { add(word: $0[0]) } }
    for ending in SensitiveKeyName.endings { add(word: ArraySlice(ending.utf8)) }
    for word in SensitiveKeyName.unspacedWords { add(ArraySlice(word.utf8.suffix(4))) }
    SecretWords.all.forEach(.compound) { words in
      add(word: ArraySlice(words.joined()))
      // Two or three words side by side: what stands around the first place between them.
      add(words[0].suffix(2) + words[1].prefix(2))
      for mark in "_-".utf8 { add(words[0].suffix(2) + [mark] + words[1].prefix(1)) }
    }
    for form in TokenForm.all { add(beginning: ArraySlice(form.beginning.utf8)) }
    for (text, before) in SecretPrefilter.beginnings { add(beginning: text.dropFirst(before)) }
    add(beginning: ArraySlice("://".utf8))
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
      // What may stand behind a name, the beginning of another word in it, or a digit.
      for mark in "=: \"'(_-\\%>),;.]}\t\n23c".utf8 { add(word + [mark]) }
    default: break
    }
  }

  /// The first four bytes, of fewer with whatever stands behind them.
  private func add(beginning: ArraySlice<UInt8>) {
    guard beginning.count < 4 else { return add(beginning.prefix(4)) }
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789_-".utf8 { add(beginning + [letter]) }
  }
}
