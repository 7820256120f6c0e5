import FluxtapeJSON

/// Writes a JSON text that was checked in the form in which values are written: without white space and needless escapes, and with the last
/// value of a repeated key, at the position of the first. Recursion goes as deep as values nest.
struct WrittenForm {
  private(set) var bytes: [UInt8] = []
  /// The first key that an object has twice.
  private(set) var repeatedKey: String?

  private var place = 0
  private var repeatedAt = Int.max

  /// Writes the value in a range, with or without white space around it. ``JSONPass/padding`` more bytes must follow.
  mutating func write(_ source: Span<UInt8>, in range: Range<Int>) {
    bytes.reserveCapacity(range.count)
    place = range.lowerBound
    value(source)
  }
}

extension WrittenForm {
  private mutating func skipSpace(_ source: Span<UInt8>) { while source[place] <= 0x20 { place += 1 } }

  private mutating func value(_ source: Span<UInt8>) {
    skipSpace(source)
    let start = place
    switch source[place] {
    case UInt8(ascii: "\""): string(source)
    case UInt8(ascii: "["): array(source)
    case UInt8(ascii: "{"): object(source)
    default:
      // A number or a word. At its end is a bracket, a comma, white space or the padding.
      while Self.isInScalar(source[place]) { place += 1 }
      source.append(start..<place, to: &bytes)
    }
  }

  private static func isInScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  private mutating func string(_ source: Span<UInt8>) {
    let start = place
    place = source.endOfString(at: start)
    let contents = source.extracting(start + 1..<place - 1)
    if contents.hasEscapes { JSONValue.writeString(contents.unescaped, into: &bytes) } else { source.append(start..<place, to: &bytes) }
  }

  /// Passes a comma.
  /// - Returns: `false` at the closing bracket, which is passed too.
  private mutating func comma(_ source: Span<UInt8>) -> Bool {
    skipSpace(source)
    defer { place += 1 }
    bytes.append(source[place])
    return source[place] == UInt8(ascii: ",")
  }

  private mutating func isEmpty(_ source: Span<UInt8>) -> Bool {
    bytes.append(source[place])
    place += 1
    skipSpace(source)
    guard source[place] == UInt8(ascii: "]") || source[place] == UInt8(ascii: "}") else { return false }
    bytes.append(source[place])
    place += 1
    return true
  }

  private mutating func array(_ source: Span<UInt8>) {
    if isEmpty(source) { return }
    repeat { value(source) } while comma(source)
  }

  private mutating func object(_ source: Span<UInt8>) {
    let start = bytes.count
    if isEmpty(source) { return }
    var members: [(key: Range<Int>, value: Range<Int>)] = []
    var places: [ArraySlice<UInt8>: Int] = [:]
    var isRepeating = false
    repeat {
      skipSpace(source)
      let (key, keyInSource) = (bytes.count, place)
      string(source)
      let behindKey = bytes.count
      skipSpace(source)
      bytes.append(UInt8(ascii: ":"))
      place += 1
      value(source)
      let member = (key..<behindKey, behindKey + 1..<bytes.count)
      if let first = places[bytes[key..<behindKey]] {
        isRepeating = true
        note(bytes[key..<behindKey], at: keyInSource)
        members[first].value = member.1
      } else {
        places[bytes[key..<behindKey]] = members.count
        members.append(member)
      }
    } while comma(source)
    if isRepeating { keepLast(members, from: start) }
  }

  private mutating func note(_ key: ArraySlice<UInt8>, at place: Int) {
    guard place < repeatedAt else { return }
    repeatedAt = place
    repeatedKey = key.span.extracting(1..<key.count - 1).unescaped
  }

  /// Writes an object again, with some of its members.
  private mutating func keepLast(_ members: [(key: Range<Int>, value: Range<Int>)], from start: Int) {
    let written = bytes[start...]
    bytes.removeSubrange(start...)
    bytes.append(UInt8(ascii: "{"))
    for (key, value) in members {
      if bytes.count > start + 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: written[key])
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: written[value])
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
