extension SecretKey {
  /// Whether it takes a closer look to answer ``matches(_:)``. Most keys hold no word that any secret's name has, and there are tables with
  /// as many keys as values: so the words are hashed where they stand, and few of them fall through the sieve by chance.
  package static func mayMatch(_ key: Span<UInt8>) -> Bool {
    let sieve = sieve
    var (word, previous) = (WordHash(), CharacterKind.mark)
    for place in key.indices {
      guard key[place] < 0x80 else { return true }
      let kind = CharacterKind(ascii: key[place])
      let next = place + 1 < key.count ? CharacterKind(ascii: key[place + 1]) : .mark
      if kind == .mark || (kind == .capital && (previous != .capital || next == .small)) {
        if word.mayBeGlued || sieve.contains(word) { return true }
        word = WordHash()
      }
      if kind != .mark { word.add(key[place]) }
      previous = kind
    }
    return word.mayBeGlued || sieve.contains(word)
  }

  private static let sieve = Sieve(secrets.union(texts).union(compounds.compactMap { $0.split(separator: " ").first.map(String.init) }))

  private struct WordHash {
    private(set) var bits: UInt32 = 0
    /// The last four letters.
    private var tail: UInt32 = 0
    private var count = 0
    private var beginsLikePassword = false

    mutating func add(_ letter: UInt8) {
      bits = bits &* 33 &+ UInt32(letter | 0x20)
      tail = tail &<< 8 | UInt32(letter | 0x20)
      count &+= 1
      if count == 5 { beginsLikePassword = tail == Self.letters("assw") }
    }

    /// Whether the word may be made of two, one of which names a secret.
    var mayBeGlued: Bool { count > 5 && (beginsLikePassword || Self.endings.contains(tail)) }

    private static let endings = ["word", "ords", "sswd", "rase", "oken", "kens", "cret", "ikey", "tkey", "ekey"].map(letters)

    private static func letters(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private struct Sieve {
    private var holes: [UInt64] = Array(repeating: 0, count: 32)

    init(_ words: Set<String>) {
      for word in words {
        var hash = WordHash()
        for letter in word.utf8 { hash.add(letter) }
        holes[Self.place(of: hash)] |= Self.bit(of: hash)
      }
    }

    func contains(_ word: WordHash) -> Bool { holes[Self.place(of: word)] & Self.bit(of: word) != 0 }

    private static func place(of word: WordHash) -> Int { Int(word.bits >> 6 & 31) }
    private static func bit(of word: WordHash) -> UInt64 { 1 << UInt64(word.bits & 63) }
  }
}
