import FluxtapeJSON

/// Parses JSON texts (RFC 8259) from UTF-8 bytes, checks all rules, including UTF-8, and makes a tape (``TapeWord``) of them.
///
/// - Numbers keep their text. The last value of a repeated key wins, at the position of the first.
/// - An escaped surrogate without its partner is not a character; it stays in the string as the six characters of its escape, so `"\ud800"`
///   is read as the text `\ud800`. Logs from other languages contain such strings, and losing them would be worse.
/// - Open arrays and objects are kept on the parser's own stack, so no text can exhaust the thread's stack.
///
/// It makes one pass over the bytes, and reads strings eight bytes at a time. Most objects have the keys of the object before, their
/// *twin*: the parser compares such a key instead of reading it, and need not check that the twin's keys differ.
struct TapeParser: ~Copyable {
  /// An open array or object.
  struct Container {
    var isObject = false
    /// The place of its first word.
    var place = 0
    /// The number of elements or members so far.
    var count = 0
    /// The levels of containers in it so far.
    var height = 0
    /// The value of the parser's `irregularities` at its start.
    var irregularities = 0
    /// The place of the twin's next key.
    var twin = 0
    var twinEnd = 0
    /// Whether a key differed from the twin's, so that keys may repeat.
    var mayRepeat = false
  }

  /// The number of elements or members per entry of ``JSONText``'s lists of places.
  static let elementsPerPlace = 32

  /// Bytes read so far.
  var place = 0
  var tape: TapeWords
  /// The container around `place`. ``containers`` has the outer ones, outermost first; the outermost one holds the value itself.
  var container = Container()
  private var containers: [Container] = []
  /// The number of differences from the written form: white space, needless escapes.
  var irregularities = 0
  /// By depth, the place of an object whose keys are known to be distinct.
  private var twins: [Int] = []
  var keyTables: [Int: KeyTable] = [:]
  private var elementPlaces: [Int: [UInt32]] = [:]
  /// The beginnings of an object's keys, while they are compared. The memory serves for the next object.
  var keySigns: [UInt64] = []
  /// The first key that repeats in its object, and its offset.
  var repeatedKey: (text: String, offset: Int)?

  private init(byteCount: Int) {
    tape = TapeWords(capacity: byteCount / 6 + 8)
    containers.reserveCapacity(16)
  }
}

extension TapeParser {
  /// Parses the one value in `range` of `bytes`, with or without white space around it.
  ///
  /// - Throws: `JSONError` for the first byte that breaks a rule. Its offset counts from the beginning of the range.
  static func parse(_ bytes: [UInt8], in range: Range<Int>) throws(JSONError) -> JSONText {
    guard range.count <= TapeWord.maximumByteCount else { throw JSONError(.tooLong(limit: TapeWord.maximumByteCount), at: 0) }
    var parser = TapeParser(byteCount: range.count)
    try parser.document(bytes.span.extracting(range))
    parser.tape.shrink()
    return JSONText(
      bytes: bytes, start: range.lowerBound, tape: parser.tape, keyTables: parser.keyTables, elementPlaces: parser.elementPlaces,
      repeatedKey: parser.repeatedKey?.text)
  }

  /// Parses the values in several parts of `bytes` onto one tape. This is faster for small values than a tape for each.
  ///
  /// - Returns: The text, and for each part the place of its value; `nil` for a part that is not JSON.
  static func parse(_ bytes: [UInt8], in ranges: [Range<Int>]) -> (text: JSONText, places: [Int?]) {
    var parser = TapeParser(byteCount: bytes.count)
    var places: [Int?] = []
    places.reserveCapacity(ranges.count)
    for range in ranges {
      // Reading an empty part as a value would fail, and forget the twins of the objects behind it.
      guard !range.isEmpty else {
        places.append(nil)
        continue
      }
      let start = parser.tape.count
      do throws(JSONError) {
        guard range.upperBound <= TapeWord.maximumByteCount else { throw JSONError(.tooLong(limit: TapeWord.maximumByteCount), at: 0) }
        parser.place = range.lowerBound
        try parser.document(bytes.span.extracting(0..<range.upperBound))
        places.append(start)
      } catch {
        parser.abandon(from: start)
        places.append(nil)
      }
    }
    parser.tape.shrink()
    let text = JSONText(
      bytes: bytes, start: 0, tape: parser.tape, keyTables: parser.keyTables, elementPlaces: parser.elementPlaces,
      repeatedKey: parser.repeatedKey?.text)
    return (text, places)
  }

  /// Removes the words of a value that turned out not to be JSON.
  private mutating func abandon(from start: Int) {
    containers.removeAll(keepingCapacity: true)
    container = Container()
    tape.truncate(to: start)
    forgetPlaces(from: start)
    twins.removeAll(keepingCapacity: true)
  }

  private mutating func document(_ bytes: Span<UInt8>) throws(JSONError) {
    if bytes.count &- place >= 3, bytes[place] == 0xEF, bytes[place + 1] == 0xBB, bytes[place + 2] == 0xBF {
      throw JSONError(.byteOrderMark, at: place)
    }
    skipWhiteSpace(in: bytes)
    guard place < bytes.count else { throw JSONError(.empty, at: bytes.count) }
    try values(in: bytes)
    skipWhiteSpace(in: bytes)
    guard place == bytes.count else { throw JSONError(.trailingBytes, at: place) }
  }

  /// Reads to the end of one value.
  private mutating func values(in bytes: Span<UInt8>) throws(JSONError) {
    repeat {
      guard try scalarOrEmptyContainer(in: bytes) else { continue }
      while !containers.isEmpty, try isAtEnd(in: bytes) { try close(in: bytes) }
    } while !containers.isEmpty
  }

  /// Reads a scalar or an empty container. At the beginning of another container, reads up to its first value and returns `false`.
  @inline(__always)
  private mutating func scalarOrEmptyContainer(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    skipWhiteSpace(in: bytes)
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: .value), at: bytes.count) }
    let first = bytes[place]
    switch first {
    case UInt8(ascii: "\""): try string(in: bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(in: bytes)
    case UInt8(ascii: "{"): return try open(object: true, in: bytes)
    case UInt8(ascii: "["): return try open(object: false, in: bytes)
    case UInt8(ascii: "t"): try literal(.boolean, 0x6575_7274, length: 4, in: bytes)
    case UInt8(ascii: "f"): try literal(.boolean, 0x65_736C_6166, length: 5, in: bytes)
    case UInt8(ascii: "n"): try literal(.null, 0x6C6C_756E, length: 4, in: bytes)
    default: throw JSONError(.unexpectedByte(first, expected: .value), at: place)
    }
    return true
  }
}

// MARK: - Containers

extension TapeParser {
  /// - Returns: Whether the container is empty, and so already closed.
  private mutating func open(object isObject: Bool, in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    let limit = JSONValue.maximumDepth
    guard containers.count < limit else { throw JSONError(.tooDeep(limit: limit), at: place) }
    containers.append(container)
    container = Container(isObject: isObject, place: tape.count, irregularities: irregularities)
    tape.append(TapeWord(isObject ? .object : .array, offset: place).bits)
    tape.append(0)
    tape.append(0)
    place += 1
    skipWhiteSpace(in: bytes)
    if place < bytes.count, bytes[place] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      try close(in: bytes)
      return true
    }
    if isObject {
      beginTwin()
      try key(in: bytes)
    }
    return false
  }

  /// After a value in a container: skips a comma and the next key, or stops at the closing bracket.
  @inline(__always)
  private mutating func isAtEnd(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    container.count &+= 1
    skipWhiteSpace(in: bytes)
    let expected = container.isObject ? JSONError.Expectation.commaOrBrace : .commaOrBracket
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: expected), at: bytes.count) }
    let end = container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let byte = bytes[place]
    if byte == end { return true }
    guard byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte(byte, expected: expected), at: place) }
    let comma = place
    place &+= 1
    skipWhiteSpace(in: bytes)
    if place < bytes.count, bytes[place] == end { throw JSONError(.trailingComma, at: comma) }
    if container.isObject { try key(in: bytes) }
    return false
  }

  /// At the closing bracket: completes the container's words.
  private mutating func close(in bytes: Span<UInt8>) throws(JSONError) {
    place += 1
    if container.isObject, container.mayRepeat || container.count >= KeyTable.worthwhileFrom { dropRepeatedMembers(in: bytes) }
    let word = TapeWord(bits: tape[container.place])
    let words = ContainerWords(
      count: container.count, words: tape.count - container.place, bytes: place - word.offset, height: container.height + 1)
    tape[container.place] =
      TapeWord(word.kind, offset: word.offset, isIrregular: irregularities != container.irregularities).bits
    tape[container.place + 1] = words.second
    tape[container.place + 2] = words.third
    if container.count > Self.elementsPerPlace { keepPlaces() }
    if container.isObject, container.count > 0 { twins[containers.count - 1] = container.place }
    let height = container.height + 1
    container = containers.removeLast()
    container.height = max(container.height, height)
  }

  /// Finds the last object at this depth.
  private mutating func beginTwin() {
    while twins.count < containers.count { twins.append(-1) }
    let twin = twins[containers.count - 1]
    guard twin >= 0 else { return }
    container.twin = twin + TapeWord.containerHead
    container.twinEnd = twin + ContainerWords.words(tape[twin + 1])
  }

  /// Stores the place of every 32nd element or member, unless all have the same width.
  private mutating func keepPlaces() {
    let words = tape.count - container.place - TapeWord.containerHead
    guard words != container.count * (container.isObject ? 2 : 1) else { return }
    var places: [UInt32] = []
    places.reserveCapacity(container.count / Self.elementsPerPlace + 1)
    var next = container.place + TapeWord.containerHead
    for index in 0..<container.count {
      if index % Self.elementsPerPlace == 0 { places.append(UInt32(truncatingIfNeeded: next)) }
      if container.isObject { next += 1 }
      next += width(next)
    }
    elementPlaces[container.place] = places
  }

  /// Removes the entries of places that have changed.
  mutating func forgetPlaces(from place: Int) {
    if !keyTables.isEmpty { keyTables = keyTables.filter { $0.key < place } }
    if !elementPlaces.isEmpty { elementPlaces = elementPlaces.filter { $0.key < place } }
    for depth in containers.count..<max(twins.count, containers.count) { twins[depth] = -1 }
  }

  @inline(__always)
  func width(_ place: Int) -> Int {
    TapeWord(bits: tape[place]).isContainer ? ContainerWords.words(tape[place + 1]) : 1
  }
}
