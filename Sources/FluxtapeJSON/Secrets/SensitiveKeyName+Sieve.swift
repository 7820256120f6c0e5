extension SensitiveKeyName {
  /// Whether ``matches(_:)`` needs a full check. Most keys contain no word of a secret's name, and some tables have as many keys as values.
  /// So the words are hashed in place, and few others pass the filter by chance.
  package static func mayMatch(_ key: Span<UInt8>) -> Bool {
    var end = key.count
    // Characters after the last letter belong to no word, like the number in `sku-10234`.
    while end > 0, !isLetter(key[end &- 1]) {
      guard key[end &- 1] < 0x80 else { return true }
      end &-= 1
    }
    guard end > 0 else { return false }
    let sieve = sieve
    var (word, isAfterCapital) = (WordHash(), false)
    for place in 0..<end {
      let byte = key[place]
      guard isLetter(byte) else {
        guard byte < 0x80 else { return true }
        if sieve.mayHold(word) { return true }
        (word, isAfterCapital) = (WordHash(), false)
        continue
      }
      let isCapital = isCapital(byte)
      if isCapital, !isAfterCapital || (place &+ 1 < end && isSmall(key[place &+ 1])) {
        if sieve.mayHold(word) { return true }
        word = WordHash()
      }
      word.add(byte)
      isAfterCapital = isCapital
    }
    return sieve.mayHold(word)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte | 0x20) }
  private static func isSmall(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  /// Only for letters.
  private static func isCapital(_ letter: UInt8) -> Bool { letter & 0x20 == 0 }

  private static let sieve = Sieve()

  private struct WordHash {
    private(set) var bits: UInt32 = 0
    /// The last four letters.
    private var tail: UInt32 = 0
    private(set) var count = 0
    private var beginsLikePassword = false

    mutating func add(_ letter: UInt8) {
      bits = bits &* 33 &+ UInt32(letter | 0x20)
      tail = tail &<< 8 | UInt32(letter | 0x20)
      count &+= 1
      if count == 5 { beginsLikePassword = tail == Self.letters("assw") }
    }

    /// Whether the word may consist of two words, one of which names a secret.
    var mayBeGlued: Bool { count > 5 && (beginsLikePassword || Self.endings.contains(tail)) }

    private static let endings = ["word", "ords", "wort", "sswd", "rase", "oken", "kens", "cret", "ikey", "tkey", "ekey", "onid", "ssid"]
      .map(letters)

    private static func letters(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private struct Sieve {
    private var holes: [UInt64] = Array(repeating: 0, count: 128)

    init() {
      for role in [.secret, .text, .made, .compound] as [SecretWords.Role] {
        SecretWords.all.forEach(role) { words in
          add(words[0])
          if words.count > 1 { add(ArraySlice(words.joined())) }
        }
      }
      add(ArraySlice("authorization".utf8))
    }

    private mutating func add(_ letters: ArraySlice<UInt8>) {
      var hash = WordHash()
      for letter in letters { hash.add(letter) }
      holes[Self.place(of: hash)] |= Self.bit(of: hash)
    }

    /// Whether the word may name a secret, or begin a phrase that does. No such word is a single letter.
    func mayHold(_ word: WordHash) -> Bool {
      word.count > 1 && (holes[Self.place(of: word)] & Self.bit(of: word) != 0 || word.mayBeGlued)
    }

    private static func place(of word: WordHash) -> Int { Int(word.bits >> 6 & 127) }
    private static func bit(of word: WordHash) -> UInt64 { 1 << UInt64(word.bits & 63) }
  }
}
