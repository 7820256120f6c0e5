import FluxtapeDocuments
import FluxtapeJSON

/// Repeated texts, each stored once and identified by a number. Texts differ if their bytes do.
///
/// A known text is found by its bytes, so that indexing a line makes no string.
struct TextTable: Sendable {
  private(set) var texts: [String] = []
  /// The bytes of all texts, and the end of each.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// A hash table of the texts' numbers with open addressing; its size is a power of two, and most slots are free.
  private var slots: [UInt32] = [free, free]

  private static let free = UInt32.max
}

extension TextTable {
  subscript(number: Int) -> String { texts[number] }

  var count: Int { texts.count }

  func number(of text: String) -> Int? {
    let utf8 = Array(text.utf8)
    let slot = slots[slot(of: TextHash(utf8).value) { bytes[$0].elementsEqual(utf8) }]
    return slot == Self.free ? nil : Int(slot)
  }

  mutating func insert(_ text: String) -> Int {
    let utf8 = Array(text.utf8)
    let hash = TextHash(utf8).value
    let slot = slot(of: hash) { bytes[$0].elementsEqual(utf8) }
    return slots[slot] != Self.free ? Int(slots[slot]) : add(utf8, hash: hash, slot: slot)
  }

  /// Inserts a text in a line, behind which eight more bytes follow.
  @inline(__always) mutating func insert(_ text: TextPlace, of line: Span<UInt8>) -> Int {
    guard !text.hasEscapes else { return insert(text.text(in: line)) }
    let range = text.range
    let hash = TextHash(range, of: line).value
    let slot = slot(of: hash) { [bytes] in
      $0.count == range.count && line.hasSameBytes(at: range.lowerBound, as: bytes.span, at: $0.lowerBound, length: range.count)
    }
    return slots[slot] != Self.free ? Int(slots[slot]) : add(line.bytes(range), hash: hash, slot: slot)
  }

  private mutating func add(_ text: [UInt8], hash: UInt64, slot: Int) -> Int {
    let number = texts.count
    bytes += text
    texts.append(String(decoding: text, as: UTF8.self))
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(number)
    if texts.count * 4 > slots.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: Self.free, count: slots.count * 4)
    for number in texts.indices { slots[slot(of: hashes[number]) { _ in false }] = UInt32(number) }
  }

  /// The slot of the text, or a free slot for it.
  @inline(__always) private func slot(of hash: UInt64, isText: (Range<Int>) -> Bool) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != Self.free {
      let number = Int(slots[slot])
      if hashes[number] == hash, isText((number == 0 ? 0 : ends[number - 1])..<ends[number]) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}

/// The hash of a text in words of eight bytes, the last padded with zeros. Each process draws a new key, so that no log can be crafted with
/// texts that collide.
struct TextHash {
  private static let key = UInt64.random(in: 0 ... .max) | 1
  private static let multiplier = UInt64.random(in: 0 ... .max) | 1

  private let multiplier = Self.multiplier
  private var state = Self.key

  @inline(__always) mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* multiplier
    state ^= state >> 32
  }

  @inline(__always) var value: UInt64 { state }
}

extension TextHash {
  init(_ text: [UInt8]) {
    let padded = text + [UInt8](repeating: 0, count: JSONPass.padding)
    self.init(text.indices, of: padded.span)
  }

  /// The hash of bytes behind which eight more follow.
  @inline(__always) init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    self.init()
    var place = range.lowerBound
    while place < range.upperBound {
      combine(bytes.word(at: place, before: range.upperBound))
      place &+= 8
    }
    // Texts of zeros differ by their length.
    combine(UInt64(truncatingIfNeeded: range.count))
  }
}
