import FluxtapeJSON

/// Passes over JSON values (RFC 8259) in UTF-8 bytes, checks every rule, and keeps nothing but its place.
///
/// Eight more bytes must follow the text in the bytes that are passed to it, whatever they are: strings are read eight bytes at a time.
/// An escaped surrogate without its partner is accepted, though it is no character: logs from other languages have some.
package struct JSONPass: Sendable {
  /// The number of bytes that must follow the text.
  package static let padding = 8
  /// The most bytes of a text that can be read.
  package static let maximumByteCount = Int(Int32.max)

  package var place = 0
  /// The end of the text.
  package private(set) var end = 0
  /// Whether everything so far has the form in which values are written: no white space, no needless escapes. An escape of a control
  /// character counts as needless: few texts have one.
  package internal(set) var isInWrittenForm = true
  /// Whether an object so far may have a key twice. `false` is certain.
  package private(set) var mayRepeatKeys = false
  /// Why the text is not JSON, if a value was not accepted. The place counts from the start of the text.
  package private(set) var fault: JSONError?

  private var start = 0
  /// A number for each key of the objects around the place. Different keys hardly ever have the same.
  private var signs: [UInt64] = []

  package init() {}

  /// Begins at the start of a text.
  package mutating func begin(_ range: Range<Int>) {
    (place, start, end) = (range.lowerBound, range.lowerBound, range.upperBound)
    (isInWrittenForm, mayRepeatKeys, fault) = (true, false, nil)
    // A text before this one may have broken off.
    signs.removeAll(keepingCapacity: true)
  }
}

// MARK: - Values

extension JSONPass {
  /// Passes a text that is one value, with or without white space around it.
  mutating func document(in bytes: Span<UInt8>) -> Bool {
    guard end - place <= Self.maximumByteCount else { return fail(.tooLong(limit: Self.maximumByteCount), at: start) }
    if end - place >= 3, bytes[place] == 0xEF, bytes[place + 1] == 0xBB, bytes[place + 2] == 0xBF {
      return fail(.byteOrderMark, at: place)
    }
    skipSpace(in: bytes)
    guard place < end else { return fail(.empty, at: end) }
    guard value(in: bytes, depth: 0) else { return false }
    skipSpace(in: bytes)
    return place == end || fail(.trailingBytes, at: place)
  }

  /// Notes why the text is not JSON.
  @discardableResult @inline(never)
  mutating func fail(_ reason: JSONError.Reason, at place: Int) -> Bool {
    if fault == nil { fault = JSONError(reason, at: place - start) }
    return false
  }

  /// Notes that something else stands at the place, or nothing.
  @discardableResult
  mutating func fail(_ expected: JSONError.Expectation, in bytes: Span<UInt8>) -> Bool {
    place < end ? fail(.unexpectedByte(bytes[place], expected: expected), at: place) : fail(.unexpectedEnd(expected: expected), at: end)
  }

  /// Passes one value.
  ///
  /// - Parameter depth: The number of arrays and objects around it. Recursion goes as deep as values nest.
  /// - Returns: `false` if no value is here.
  package mutating func value(in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard place < end else { return fail(.value, in: bytes) }
    switch bytes[place] {
    case UInt8(ascii: "\""): return text(in: bytes) != nil
    case UInt8(ascii: "{"): return object(in: bytes, depth: depth)
    case UInt8(ascii: "["): return array(in: bytes, depth: depth)
    case UInt8(ascii: "t"): return literal(0x6575_7274, length: 4, in: bytes)
    case UInt8(ascii: "f"): return literal(0x65_736C_6166, length: 5, in: bytes)
    case UInt8(ascii: "n"): return literal(0x6C6C_756E, length: 4, in: bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(in: bytes)
    default: return fail(.value, in: bytes)
    }
  }

  private mutating func array(in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard depth < JSONValue.maximumDepth else { return fail(.tooDeep(limit: JSONValue.maximumDepth), at: place) }
    guard open(UInt8(ascii: "["), in: bytes) else { return false }
    if take(UInt8(ascii: "]"), in: bytes) { return true }
    repeat { guard value(in: bytes, depth: depth &+ 1) else { return false } } while comma(before: UInt8(ascii: "]"), in: bytes)
    return close(UInt8(ascii: "]"), in: bytes)
  }

  private mutating func object(in bytes: Span<UInt8>, depth: Int) -> Bool {
    guard depth < JSONValue.maximumDepth else { return fail(.tooDeep(limit: JSONValue.maximumDepth), at: place) }
    guard open(UInt8(ascii: "{"), in: bytes) else { return false }
    if take(UInt8(ascii: "}"), in: bytes) { return true }
    let first = mark
    repeat {
      guard let key = key(in: bytes) else { return false }
      note(key, in: bytes)
      guard value(in: bytes, depth: depth &+ 1) else { return false }
    } while comma(before: UInt8(ascii: "}"), in: bytes)
    compareKeys(since: first)
    return close(UInt8(ascii: "}"), in: bytes)
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

  /// Passes a comma, with the white space around it, if it is next behind a value. A comma right before the closing bracket stays, so that
  /// ``close(_:in:)`` finds it.
  @inline(__always) package mutating func comma(before bracket: UInt8, in bytes: Span<UInt8>) -> Bool {
    skipSpace(in: bytes)
    let comma = place
    guard take(UInt8(ascii: ","), in: bytes) else { return false }
    skipSpace(in: bytes)
    guard place < end, bytes[place] == bracket else { return true }
    place = comma
    return false
  }

  /// Passes a closing bracket.
  @inline(__always) package mutating func close(_ bracket: UInt8, in bytes: Span<UInt8>) -> Bool {
    take(bracket, in: bytes) || failToClose(bracket, in: bytes)
  }

  private mutating func failToClose(_ bracket: UInt8, in bytes: Span<UInt8>) -> Bool {
    if place < end, bytes[place] == UInt8(ascii: ",") { return fail(.trailingComma, at: place) }
    return fail(bracket == UInt8(ascii: "}") ? .commaOrBrace : .commaOrBracket, in: bytes)
  }

  /// Passes a key and its colon, with the white space after them.
  @inline(__always) package mutating func key(in bytes: Span<UInt8>) -> TextPlace? {
    guard place < end, bytes[place] == UInt8(ascii: "\"") else {
      fail(.key, in: bytes)
      return nil
    }
    guard let key = text(in: bytes) else { return nil }
    skipSpace(in: bytes)
    guard take(UInt8(ascii: ":"), in: bytes) else {
      fail(.colon, in: bytes)
      return nil
    }
    skipSpace(in: bytes)
    return key
  }
}
