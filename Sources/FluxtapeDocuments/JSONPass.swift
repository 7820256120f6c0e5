import FluxtapeJSON

/// Passes over JSON values (RFC 8259) in UTF-8 bytes, checks every rule, and keeps nothing but its place.
///
/// It accepts what ``TapeParser`` accepts, which also tells why a text is not JSON. Eight more bytes must follow the text in the bytes that
/// are passed to it, whatever they are: strings are read eight bytes at a time.
package struct JSONPass: Sendable {
  /// The number of bytes that must follow the text.
  package static let padding = 8
  /// The most bytes of a text that can be read.
  package static let maximumByteCount = TapeWord.maximumByteCount

  package var place = 0
  /// The end of the text.
  package private(set) var end = 0
  /// Whether everything so far has the form in which values are written: no white space, no needless escapes. An escape of a control
  /// character counts as needless: few texts have one.
  package private(set) var isInWrittenForm = true
  /// Whether an object so far may have a key twice. `false` is certain.
  package private(set) var mayRepeatKeys = false

  /// A number for each key of the objects around the place. Different keys hardly ever have the same.
  private var signs: [UInt64] = []

  package init() {}

  /// Begins at the start of a text.
  package mutating func begin(_ range: Range<Int>) {
    (place, end) = (range.lowerBound, range.upperBound)
    (isInWrittenForm, mayRepeatKeys) = (true, false)
    // A text before this one may have broken off.
    signs.removeAll(keepingCapacity: true)
  }
}

// MARK: - Values

extension JSONPass {
  /// Passes one value.
  ///
  /// - Parameter depth: The number of arrays and objects around it. Recursion goes as deep as values nest.
  /// - Returns: `false` if no value is here.
  package mutating func value(in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard place < end else { return false }
    switch bytes[place] {
    case UInt8(ascii: "\""): return text(in: bytes) != nil
    case UInt8(ascii: "{"): return object(in: bytes, depth: depth)
    case UInt8(ascii: "["): return array(in: bytes, depth: depth)
    case UInt8(ascii: "t"): return literal(0x6575_7274, length: 4, in: bytes)
    case UInt8(ascii: "f"): return literal(0x65_736C_6166, length: 5, in: bytes)
    case UInt8(ascii: "n"): return literal(0x6C6C_756E, length: 4, in: bytes)
    default: return number(in: bytes)
    }
  }

  private mutating func array(in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard depth < JSONValue.maximumDepth, open(UInt8(ascii: "["), in: bytes) else { return false }
    if take(UInt8(ascii: "]"), in: bytes) { return true }
    repeat { guard value(in: bytes, depth: depth &+ 1) else { return false } } while comma(in: bytes)
    return take(UInt8(ascii: "]"), in: bytes)
  }

  private mutating func object(in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard depth < JSONValue.maximumDepth, open(UInt8(ascii: "{"), in: bytes) else { return false }
    if take(UInt8(ascii: "}"), in: bytes) { return true }
    let first = mark
    repeat {
      guard let key = key(in: bytes) else { return false }
      note(key, in: bytes)
      guard value(in: bytes, depth: depth &+ 1) else { return false }
    } while comma(in: bytes)
    compareKeys(since: first)
    return take(UInt8(ascii: "}"), in: bytes)
  }
}

// MARK: - Keys

extension JSONPass {
  package struct Mark {
    package let place: Int
    fileprivate let signs: Int
  }

  package var mark: Mark { Mark(place: place, signs: signs.count) }

  /// Goes back to a mark in the same array or object. What was found out about keys and the written form stays.
  package mutating func goBack(to mark: Mark) {
    place = mark.place
    signs.removeLast(signs.count - mark.signs)
  }

  /// Notes a key that may repeat in its object.
  @inline(__always) package mutating func note(_ key: TextPlace, in bytes: Span<UInt8>) {
    if key.hasEscapes { mayRepeatKeys = true } else { signs.append(sign(of: key.range, in: bytes)) }
  }

  /// Compares the keys that were noted since a mark with each other, and forgets them.
  @inline(__always) package mutating func compareKeys(since mark: Mark) {
    if signs.count > mark.signs { compareKeys(from: mark.signs) }
  }

  private mutating func compareKeys(from first: Int) {
    if signs.count - first > 8 {
      signs[first...].sort()
      for place in first..<signs.count - 1 where signs[place] == signs[place + 1] { mayRepeatKeys = true }
    } else {
      for place in first..<signs.count {
        for other in first..<place where signs[other] == signs[place] { mayRepeatKeys = true }
      }
    }
    while signs.count > first { signs.removeLast() }
  }

  /// A number for a key: its length and its bytes if they are few.
  @inline(__always) private func sign(of key: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    var sign = UInt64(truncatingIfNeeded: key.count) << 56
    var place = key.lowerBound
    while place < key.upperBound {
      sign ^= bytes.word(at: place, before: key.upperBound)
      place &+= 8
      if place < key.upperBound { sign = (sign &* 0x9E37_79B9_7F4A_7C15) ^ (sign >> 29) }
    }
    return sign
  }
}

// MARK: - Punctuation

extension JSONPass {
  @inline(__always) package mutating func skipSpace(in bytes: Span<UInt8>) {
    guard bytes[place] <= 0x20 else { return }
    skipBytesOfSpace(in: bytes)
  }

  @inline(never) private mutating func skipBytesOfSpace(in bytes: Span<UInt8>) {
    let start = place
    while place < end, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
    if place > start { isInWrittenForm = false }
  }

  /// Passes a byte if it is next.
  @inline(__always) package mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place &+= 1
    return true
  }

  /// Passes an opening bracket, with the white space after it.
  @inline(__always) package mutating func open(_ bracket: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard take(bracket, in: bytes) else { return false }
    skipSpace(in: bytes)
    return true
  }

  /// Passes a comma, with the white space around it, if it is next behind a value.
  @inline(__always) package mutating func comma(in bytes: Span<UInt8>) -> Bool {
    skipSpace(in: bytes)
    guard take(UInt8(ascii: ","), in: bytes) else { return false }
    skipSpace(in: bytes)
    return true
  }

  /// Passes a key and its colon, with the white space after them.
  @inline(__always) package mutating func key(in bytes: Span<UInt8>) -> TextPlace? {
    guard let key = text(in: bytes) else { return nil }
    skipSpace(in: bytes)
    guard take(UInt8(ascii: ":"), in: bytes) else { return nil }
    skipSpace(in: bytes)
    return key
  }
}

// MARK: - Scalars

/// A string in bytes, without its quotation marks.
package struct TextPlace: Sendable {
  package var range = 0..<0
  package var hasEscapes = false

  package init() {}

  package init(_ range: Range<Int>, hasEscapes: Bool = false) { (self.range, self.hasEscapes) = (range, hasEscapes) }

  /// The string with its quotation marks.
  package var quoted: Range<Int> { range.lowerBound - 1..<range.upperBound + 1 }

  /// The string, of bytes that were passed.
  package func text(in bytes: Span<UInt8>) -> String {
    let bytes = bytes.extracting(range)
    return hasEscapes ? TapeParser.unescaped(bytes) : String(utf8Bytes: bytes)
  }

  package func isSame(as other: String, in bytes: Span<UInt8>) -> Bool {
    guard !hasEscapes else { return text(in: bytes).hasSameBytes(as: other) }
    return other.withBytes {
      $0.count == range.count && bytes.hasSameBytes(at: range.lowerBound, as: $0, at: 0, length: $0.count)
    }
  }
}

extension JSONPass {
  /// Passes a string from its opening to its closing quotation mark; `nil` if no string is here.
  @inline(__always) package mutating func text(in bytes: Span<UInt8>) -> TextPlace? {
    guard take(UInt8(ascii: "\""), in: bytes) else { return nil }
    let start = place
    skipPlainText(in: bytes)
    guard place < end else { return nil }
    if bytes[place] == UInt8(ascii: "\"") {
      place &+= 1
      return TextPlace(start..<place &- 1, hasEscapes: false)
    }
    return textWithMore(from: start, in: bytes)
  }

  /// Skips to the next quotation mark, backslash, control character or byte that is not ASCII, or beyond the end.
  @inline(__always) private mutating func skipPlainText(in bytes: Span<UInt8>) {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    while place < end {
      let word = bytes.word(at: place)
      // The highest bit marks each found byte. Bytes above the first one may be marked wrongly.
      let found =
        (((word ^ (ones &* 0x22)) &- ones) | ((word ^ (ones &* 0x5C)) &- ones) | (word &- ones &* 0x20) | word) & highBits
      if found != 0 {
        place &+= found.trailingZeroBitCount >> 3
        return
      }
      place &+= 8
    }
  }

  @inline(never) private mutating func textWithMore(from start: Int, in bytes: Span<UInt8>) -> TextPlace? {
    var hasEscapes = false
    while place < end {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return TextPlace(start..<place - 1, hasEscapes: hasEscapes)
      }
      if byte >= 0x80 {
        guard let next = try? TapeParser.endOfScalar(at: place, in: bytes) else { return nil }
        place = next
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        guard escape(in: bytes) else { return nil }
      } else if byte < 0x20 {
        return nil
      } else {
        skipPlainText(in: bytes)
      }
    }
    return nil
  }

  private mutating func escape(in bytes: Span<UInt8>) -> Bool {
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      place += 2
    case UInt8(ascii: "/"):
      isInWrittenForm = false
      place += 2
    case UInt8(ascii: "u"):
      isInWrittenForm = false
      guard (try? TapeParser.codeUnit(at: place, in: bytes)) != nil else { return false }
      place += 6
    default: return false
    }
    return true
  }

  @inline(__always) private mutating func literal(_ spelling: UInt64, length: Int, in bytes: Span<UInt8>) -> Bool {
    guard bytes.word(at: place, before: place &+ length) == spelling, place &+ length <= end else { return false }
    place &+= length
    return true
  }

  /// number = [ "-" ] int [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT ]
  @inline(__always) package mutating func number(in bytes: Span<UInt8>) -> Bool {
    _ = take(UInt8(ascii: "-"), in: bytes)
    let first = place
    guard digits(in: bytes), place == first &+ 1 || bytes[first] != UInt8(ascii: "0") else { return false }
    if take(UInt8(ascii: "."), in: bytes) { guard digits(in: bytes) else { return false } }
    guard place < end, bytes[place] | 0x20 == UInt8(ascii: "e") else { return true }
    place &+= 1
    if !take(UInt8(ascii: "+"), in: bytes) { _ = take(UInt8(ascii: "-"), in: bytes) }
    return digits(in: bytes)
  }

  /// Passes an integer of at most 18 digits, and returns it; `nil` for another number or form, from which the place is anywhere.
  @inline(__always) package mutating func integer(in bytes: Span<UInt8>) -> Int? {
    let isNegative = take(UInt8(ascii: "-"), in: bytes)
    let first = place
    guard digits(in: bytes), place &- first <= 18 else { return nil }
    var value = 0
    for place in first..<place { value = value &* 10 &+ Int(bytes[place] &- UInt8(ascii: "0")) }
    // Another way to write zero, or a zero before other digits.
    guard bytes[first] != UInt8(ascii: "0") || (place == first &+ 1 && !isNegative) else { return nil }
    guard place == end || (bytes[place] != UInt8(ascii: ".") && bytes[place] | 0x20 != UInt8(ascii: "e")) else { return nil }
    return isNegative ? -value : value
  }

  @inline(__always) private mutating func digits(in bytes: Span<UInt8>) -> Bool {
    let first = place
    while place < end, bytes[place] &- UInt8(ascii: "0") <= 9 { place &+= 1 }
    return place > first
  }
}

extension Span<UInt8> {
  /// The bytes from `place` on and before `end`, at most eight; zeros take the place of those behind. Eight bytes must be there.
  @inline(__always) package func word(at place: Int, before end: Int) -> UInt64 {
    let word = word(at: place)
    return end &- place >= 8 ? word : word & (1 &<< UInt64(truncatingIfNeeded: (end &- place) &* 8) &- 1)
  }
}
