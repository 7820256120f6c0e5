import FluxtapeLog

/// A set of bytes, with functions to scan a text by it. They are functions, since a closure would be compiled anew at each call site.
struct ByteSet: Sendable {
  private var bits: [Bool]

  init(_ isInside: (UInt8) -> Bool) { bits = (0...UInt8.max).map(isInside) }

  /// The bytes of `text`.
  init(_ text: String) { self.init { text.utf8.contains($0) } }

  func contains(_ byte: UInt8) -> Bool { bits[Int(byte)] }

  func union(_ text: String) -> ByteSet { ByteSet { contains($0) || text.utf8.contains($0) } }

  static let letters = ByteSet { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  static let digits = ByteSet("0123456789")
  static let smallHexadecimal = ByteSet("0123456789abcdef")
  /// Bytes of names: letters of all languages, digits, `_` and `-`.
  static let key = ByteSet(TextByte.isKey)
  /// Bytes of a token by RFC 9110, which includes JWTs.
  static let token = key.union(".~+/=")
  static let quotesAndBlanks = ByteSet(TextByte.isQuoteOrSpace)
  static let quotesAndEscapes = quotesAndBlanks.union("\\")
}

extension [UInt8] {
  /// Whether `text` is at a position.
  func isAt(_ place: Int, _ text: String) -> Bool {
    var place = place
    for byte in text.utf8 {
      guard place < count, self[place] == byte else { return false }
      place += 1
    }
    return true
  }

  /// The first position of a byte of the set, from `start` on and before `limit`.
  func first(_ set: ByteSet, from start: Int, before limit: Int = .max) -> Int? {
    let end = Swift.min(count, limit)
    var place = start
    while place < end, !set.contains(self[place]) { place += 1 }
    return place < end ? place : nil
  }

  /// The first position of a byte, from `start` on and before `limit`.
  func first(_ byte: UInt8, from start: Int, before limit: Int = .max) -> Int? {
    let end = Swift.min(count, limit)
    var place = start
    while place < end, self[place] != byte { place += 1 }
    return place < end ? place : nil
  }

  /// The end of the run of bytes of the set at `start`.
  func end(of set: ByteSet, from start: Int) -> Int {
    var place = start
    while place < count, set.contains(self[place]) { place += 1 }
    return place
  }

  /// The start of the run of bytes of the set that ends at `end`, at least `limit`.
  func start(of set: ByteSet, before end: Int, from limit: Int = 0) -> Int {
    var place = end
    while place > limit, set.contains(self[place - 1]) { place -= 1 }
    return place
  }

  func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}
