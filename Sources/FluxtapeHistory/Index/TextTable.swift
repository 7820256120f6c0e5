/// Texts that come again and again, each kept once and named by a number. Texts differ when their bytes do.
///
/// A text that is known already is found by its bytes alone, so that indexing a line makes no string.
struct TextTable: Sendable {
  private(set) var texts: [String] = []
  /// The bytes of all texts, one after another, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Numbers of texts, each at the place that its hash gives or the next free one; a power of two of them, half of them free.
  private var slots: [UInt32] = [free, free]

  private static let free = UInt32.max
}

extension TextTable {
  subscript(number: UInt32) -> String { texts[Int(number)] }

  func number(of text: String) -> UInt32? {
    let slot = slots[slot(of: Array(text.utf8).span)]
    return slot == Self.free ? nil : slot
  }

  mutating func insert(_ text: String) -> UInt32 { insert(Array(text.utf8).span) }

  mutating func insert(_ text: Span<UInt8>) -> UInt32 {
    let slot = slot(of: text)
    if slots[slot] != Self.free { return slots[slot] }
    let number = UInt32(texts.count)
    for index in text.indices { bytes.append(text[index]) }
    texts.append(String(decoding: bytes[(ends.last ?? 0)...], as: UTF8.self))
    ends.append(bytes.count)
    slots[slot] = number
    if texts.count * 2 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: Self.free, count: slots.count * 2)
    for number in texts.indices {
      let slot = slot(of: bytes.span.extracting(range(of: number)))
      slots[slot] = UInt32(number)
    }
  }

  /// The slot that holds the text, or the free one where it belongs.
  private func slot(of text: Span<UInt8>) -> Int {
    var slot = Self.hash(of: text) & (slots.count - 1)
    while slots[slot] != Self.free, !isText(Int(slots[slot]), text) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private func range(of number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  private func isText(_ number: Int, _ text: Span<UInt8>) -> Bool {
    let range = range(of: number)
    guard range.count == text.count else { return false }
    for index in text.indices where bytes[range.lowerBound + index] != text[index] { return false }
    return true
  }

  /// Seeded by the process: no log can be written so that its texts collide.
  private static func hash(of text: Span<UInt8>) -> Int {
    var hasher = Hasher()
    var word = 0 as UInt64
    for index in text.indices {
      word = word << 8 | UInt64(text[index])
      if index & 7 == 7 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(text.count)
    return hasher.finalize()
  }
}
