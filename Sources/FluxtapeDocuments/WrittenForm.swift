import FluxtapeJSON

/// Writes a JSON text that was checked in the form in which values are written: without white space and needless escapes, and with the last
/// value of a repeated key, at the position of the first. Recursion goes as deep as values nest.
struct WrittenForm {
  private(set) var bytes: [UInt8] = []
  /// The first key that an object has twice.
  private(set) var repeatedKey: String?

  private var place: Int
  private let end: Int
  private let mayRepeatKeys: Bool
  /// Where in the source the first repeated key stands.
  private var repeatedAt = Int.max
  /// The members of the objects around the place, those of the outermost one first.
  private var members: [Member] = []

  private struct Member {
    let keyInSource: Int
    /// Places in the written bytes. The key has its quotation marks.
    let key: Range<Int>
    var value: Range<Int>
  }

  /// Writes the value in a range of a text, with or without white space around it. ``JSONPass/padding`` more bytes must follow.
  init(of source: Span<UInt8>, in range: Range<Int>, mayRepeatKeys: Bool) {
    (place, end, self.mayRepeatKeys) = (range.lowerBound, range.upperBound, mayRepeatKeys)
    bytes.reserveCapacity(range.count + JSONPass.padding)
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
      while place < end, Self.isInScalar(source[place]) { place += 1 }
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
    let (start, first) = (bytes.count, members.count)
    if isEmpty(source) { return }
    repeat {
      skipSpace(source)
      let (key, keyInSource) = (bytes.count, place)
      string(source)
      let behindKey = bytes.count
      skipSpace(source)
      bytes.append(UInt8(ascii: ":"))
      place += 1
      value(source)
      if mayRepeatKeys {
        members.append(Member(keyInSource: keyInSource, key: key..<behindKey, value: behindKey + 1..<bytes.count))
      }
    } while comma(source)
    if mayRepeatKeys { dropRepeated(from: first, objectAt: start) }
  }

  /// Writes an object that has a key twice again, and forgets its members.
  @inline(never)
  private mutating func dropRepeated(from first: Int, objectAt start: Int) {
    defer { members.removeSubrange(first...) }
    var kept: [Member] = []
    var places: [[UInt8]: Int] = [:]
    for member in members[first...] {
      let key = Array(bytes[member.key])
      if let known = places[key] {
        note(key, at: member.keyInSource)
        kept[known].value = member.value
      } else {
        places[key] = kept.count
        kept.append(member)
      }
    }
    guard kept.count < members.count - first else { return }
    let written = Array(bytes[start...])
    bytes.removeSubrange(start...)
    bytes.append(UInt8(ascii: "{"))
    for member in kept {
      if bytes.count > start + 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: written[member.key.lowerBound - start..<member.key.upperBound - start])
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: written[member.value.lowerBound - start..<member.value.upperBound - start])
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func note(_ key: [UInt8], at place: Int) {
    guard place < repeatedAt else { return }
    repeatedAt = place
    repeatedKey = key.span.extracting(1..<key.count - 1).unescaped
  }
}
