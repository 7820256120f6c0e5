import FluxtapeJSON

/// A JSON text with its tape (``TapeWord``), which indexes the values without making any. Immutable.
final class JSONText: Sendable {
  /// The bytes that contain the text, perhaps with others around it.
  let bytes: [UInt8]
  /// The text's start in `bytes`. The tape's offsets count from here.
  let start: Int
  let tape: TapeWords

  /// Lookup tables by the container's place on the tape: for objects with many members, and for elements of different widths.
  private let keyTables: [Int: KeyTable]
  private let elementPlaces: [Int: [UInt32]]
  /// The first key that repeats in its object. The tape has the last of its values.
  let repeatedKey: String?

  init(
    bytes: [UInt8], start: Int, tape: consuming TapeWords, keyTables: [Int: KeyTable], elementPlaces: [Int: [UInt32]],
    repeatedKey: String?
  ) {
    self.bytes = bytes
    self.start = start
    self.tape = tape
    self.keyTables = keyTables
    self.elementPlaces = elementPlaces
    self.repeatedKey = repeatedKey
  }
}

// MARK: - The tape

extension JSONText {
  @inline(__always)
  func word(_ place: Int) -> TapeWord { TapeWord(bits: tape[place]) }

  @inline(__always)
  func count(_ place: Int) -> Int { ContainerWords.count(tape[place + 1]) }

  /// The number of words of the value at `place`.
  @inline(__always)
  func width(_ place: Int) -> Int { word(place).isContainer ? ContainerWords.words(tape[place + 1]) : 1 }

  /// The levels of containers in the value at `place`.
  func height(_ place: Int) -> Int { word(place).isContainer ? ContainerWords.height(tape[place + 2]) : 0 }

  /// The range in `bytes` of the value at `place`; for a string, without its quotation marks.
  func range(_ place: Int) -> Range<Int> {
    let word = word(place)
    let lower = start + word.offset
    if word.isContainer { return lower..<lower + ContainerWords.bytes(tape[place + 2]) }
    if let length = word.length { return lower..<lower + length }
    let bytes = bytes
    return lower..<lower + Self.measuredLength(of: word.kind, at: lower, in: bytes.span)
  }

  /// Measures a string or number whose length does not fit in its word.
  static func measuredLength(of kind: JSONNode.Kind, at lower: Int, in bytes: Span<UInt8>) -> Int {
    var end = lower
    if kind == .string {
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    } else {
      while end < bytes.count, Self.isInNumber(bytes[end]) { end += 1 }
    }
    return min(end, bytes.count) - lower
  }

  private static func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

// MARK: - Scalars

extension JSONText {
  /// The string at `place`: a value, or a member's key.
  func string(_ place: Int) -> String {
    let range = range(place)
    let bytes = bytes
    guard word(place).hasEscapes else { return String(utf8Bytes: bytes.span.extracting(range)) }
    return TapeParser.unescaped(bytes.span.extracting(range))
  }

  func number(_ place: Int) -> JSONNumber {
    let bytes = bytes
    return JSONNumber(validatedBytes: bytes.span.extracting(range(place)))
  }

  /// Whether the string at `place` is `text`.
  @inline(__always)
  func isString(_ place: Int, _ text: Span<UInt8>) -> Bool {
    let word = word(place)
    guard !word.hasEscapes, let length = word.length else { return isUnusualString(place, text) }
    guard length == text.count else { return false }
    let bytes = bytes
    return text.hasSameBytes(at: 0, as: bytes.span, at: start + word.offset, length: length)
  }

  @inline(never)
  private func isUnusualString(_ place: Int, _ text: Span<UInt8>) -> Bool {
    let range = range(place)
    let bytes = bytes
    guard word(place).hasEscapes else {
      return range.count == text.count && text.hasSameBytes(at: 0, as: bytes.span, at: range.lowerBound, length: text.count)
    }
    return range.count >= text.count
      && TapeParser.unescaped(bytes.span.extracting(range)).withBytes { decoded in
        decoded.count == text.count && text.hasSameBytes(at: 0, as: decoded, at: 0, length: text.count)
      }
  }
}

// MARK: - Contents of containers

extension JSONText {
  /// The place of the element at `index` of the array at `place`.
  ///
  /// - Precondition: the array has the element.
  func element(_ index: Int, of place: Int) -> Int {
    let first = place + TapeWord.containerHead
    // All elements are scalars, which have one word each.
    if width(place) == TapeWord.containerHead + count(place) { return first + index }
    let known = index < TapeParser.elementsPerPlace ? nil : elementPlaces[place].map { Int($0[index / TapeParser.elementsPerPlace]) }
    var element = known ?? first
    for _ in 0..<(known == nil ? index : index % TapeParser.elementsPerPlace) { element += width(element) }
    return element
  }

  /// The place of the key at `index` of the object at `place`. Its value follows in the next word.
  ///
  /// - Precondition: the object has the key.
  func key(_ index: Int, of place: Int) -> Int {
    let first = place + TapeWord.containerHead
    if width(place) == TapeWord.containerHead + 2 * count(place) { return first + 2 * index }
    let known = index < TapeParser.elementsPerPlace ? nil : elementPlaces[place].map { Int($0[index / TapeParser.elementsPerPlace]) }
    var key = known ?? first
    for _ in 0..<(known == nil ? index : index % TapeParser.elementsPerPlace) { key += 1 + width(key + 1) }
    return key
  }

  /// The place of the key `text` in the object at `place`, and the member's index.
  func key(_ text: Span<UInt8>, of place: Int) -> (place: Int, index: Int)? {
    let count = count(place)
    if count >= KeyTable.worthwhileFrom, let table = keyTables[place] { return table.member(text, in: self) }
    var key = place + TapeWord.containerHead
    for index in 0..<count {
      if isString(key, text) { return (key, index) }
      key += 1 + width(key + 1)
    }
    return nil
  }
}
