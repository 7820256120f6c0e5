import FluxtapeJSON

/// Reads JSON texts as `JSONParser` does, with the same rules and errors, and makes a tape (``TapeWord``) instead of values.
///
/// One pass over the bytes. Strings are passed eight bytes at a time. The members of most objects have the keys of the object
/// before, its *twin*: such a key is compared and not read, and keys that are those of the twin are known to be different.
struct TapeParser: ~Copyable {
  /// An array or object that is begun and not ended.
  struct Container {
    var isObject = false
    /// The place of its first word.
    var place = 0
    /// Elements, or members, so far.
    var count = 0
    /// Levels of containers in it so far.
    var height = 0
    /// What `irregularities` was before it.
    var irregularities = 0
    /// The place of the twin's next key.
    var twin = 0
    var twinEnd = 0
    /// Whether a key was not that of the twin.
    var mayRepeat = false
  }

  /// Elements or members of one container from one place in ``JSONText``'s lists to the next.
  static let elementsPerPlace = 32

  /// Bytes read so far.
  var place = 0
  var tape: TapeWords
  /// The container around `place`, and those around it, outermost first. There is one around the value itself.
  var container = Container()
  private var containers: [Container] = []
  /// What was seen that is not written so: white space, needless escapes.
  var irregularities = 0
  /// By depth, where an object lies whose keys are known to be different.
  private var twins: [Int] = []
  var keyTables: [Int: KeyTable] = [:]
  private var elementPlaces: [Int: [UInt32]] = [:]
  /// The first key that comes again in its object, and where it does.
  var repeatedKey: (text: String, offset: Int)?

  private init(byteCount: Int) {
    tape = TapeWords(capacity: byteCount / 6 + 8)
    containers.reserveCapacity(16)
  }
}

extension TapeParser {
  /// The one value in `range` of `bytes`, with white space around it or none.
  ///
  /// - Throws: `JSONError` for the first byte that breaks a rule, its offset counted from the beginning of the range.
  static func parse(_ bytes: [UInt8], in range: Range<Int>) throws(JSONError) -> JSONText {
    guard range.count <= TapeWord.maximumByteCount else { throw JSONError(.tooLong(limit: TapeWord.maximumByteCount), at: 0) }
    var parser = TapeParser(byteCount: range.count)
    try parser.document(bytes.span.extracting(range))
    parser.tape.shrink()
    return JSONText(
      bytes: bytes, start: range.lowerBound, tape: parser.tape, keyTables: parser.keyTables, elementPlaces: parser.elementPlaces,
      repeatedKey: parser.repeatedKey?.text)
  }

  /// The values in several parts of `bytes`, on one tape: quicker than each on a tape of its own where they are small.
  ///
  /// - Returns: the text, and for each part the place of its value; `nil` where a rule is broken.
  static func parse(_ bytes: [UInt8], in ranges: [Range<Int>]) -> (text: JSONText, places: [Int?]) {
    var parser = TapeParser(byteCount: bytes.count)
    var places: [Int?] = []
    places.reserveCapacity(ranges.count)
    for range in ranges {
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
    let text = JSONText(bytes: bytes, start: 0, tape: parser.tape, keyTables: parser.keyTables, elementPlaces: parser.elementPlaces)
    return (text, places)
  }

  /// Forgets a value in which a rule is broken.
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

  /// Reads up to the end of one value.
  private mutating func values(in bytes: Span<UInt8>) throws(JSONError) {
    repeat {
      guard try scalarOrEmptyContainer(in: bytes) else { continue }
      while !containers.isEmpty, try isAtEnd(in: bytes) { try close(in: bytes) }
    } while !containers.isEmpty
  }

  /// Reads a value that holds no other. Where one begins that does, reads up to its first value and returns `false`.
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
  /// - Returns: whether it is empty, and so already closed.
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

  /// After a value in a container: passes a comma and the next key, or stops at the closing bracket.
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

  /// Looks up the object that was the last at this depth.
  private mutating func beginTwin() {
    while twins.count < containers.count { twins.append(-1) }
    let twin = twins[containers.count - 1]
    guard twin >= 0 else { return }
    container.twin = twin + TapeWord.containerHead
    container.twinEnd = twin + ContainerWords.words(tape[twin + 1])
  }

  /// Enters where every 32nd element or member begins, unless that can be told from their number.
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

  /// Forgets what is known by places that have changed.
  mutating func forgetPlaces(from place: Int) {
    keyTables = keyTables.filter { $0.key < place }
    elementPlaces = elementPlaces.filter { $0.key < place }
    for depth in containers.count..<max(twins.count, containers.count) { twins[depth] = -1 }
  }

  @inline(__always)
  func width(_ place: Int) -> Int {
    TapeWord(bits: tape[place]).isContainer ? ContainerWords.words(tape[place + 1]) : 1
  }
}
