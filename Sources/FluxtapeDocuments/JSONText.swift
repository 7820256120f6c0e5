import FluxtapeJSON

/// The bytes of JSON values in the form in which values are written: no white space, no needless escapes, no key twice in an object.
///
/// So equal strings have equal bytes, and a value that stands in a text is read where it stands. Immutable.
final class JSONText: Sendable {
  /// The values, with ``JSONPass/padding`` more bytes behind each.
  let bytes: [UInt8]
  /// The first key that an object had twice before the text was written in this form. The object has the last of the values.
  let repeatedKey: String?

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    repeatedKey = nil
  }

  /// - Parameter bytes: A value, without padding.
  init(written bytes: [UInt8], repeatedKey: String? = nil) {
    var bytes = bytes
    bytes.append(contentsOf: repeatElement(0, count: JSONPass.padding))
    self.bytes = bytes
    self.repeatedKey = repeatedKey
  }
}

extension JSONText {
  /// Checks the value in `range` of `bytes`, with or without white space around it.
  ///
  /// - Returns: A text with the value, and the value's place in it.
  static func parse(_ bytes: [UInt8], in range: Range<Int>) throws(JSONError) -> (text: JSONText, place: Range<Int>) {
    guard range.upperBound + JSONPass.padding <= min(bytes.count, JSONPass.maximumByteCount) else {
      guard range.count <= JSONPass.maximumByteCount - JSONPass.padding else {
        throw JSONError(.tooLong(limit: JSONPass.maximumByteCount), at: 0)
      }
      var padded: [UInt8] = []
      padded.reserveCapacity(range.count + JSONPass.padding)
      bytes.span.append(range, to: &padded)
      padded.append(contentsOf: repeatElement(0, count: JSONPass.padding))
      return try parse(padded, in: 0..<range.count)
    }
    var pass = JSONPass()
    pass.begin(range)
    guard pass.document(in: bytes.span) else { throw pass.fault ?? JSONError(.empty, at: 0) }
    if pass.isInWrittenForm, !pass.mayRepeatKeys { return (JSONText(bytes), range) }
    return inWrittenForm(bytes, range, mayRepeatKeys: pass.mayRepeatKeys)
  }

  /// Checks the values in several ranges of `bytes`, which share one text.
  ///
  /// - Returns: `nil` for a range that is not JSON.
  static func parse(_ bytes: [UInt8], in ranges: [Range<Int>]) -> [(text: JSONText, place: Range<Int>)?] {
    let bytes = bytes + repeatElement(0, count: JSONPass.padding)
    let text = JSONText(bytes)
    var pass = JSONPass()
    return ranges.map { range in
      pass.begin(range)
      guard pass.document(in: bytes.span) else { return nil }
      return pass.isInWrittenForm && !pass.mayRepeatKeys ? (text, range) : inWrittenForm(bytes, range, mayRepeatKeys: pass.mayRepeatKeys)
    }
  }

  private static func inWrittenForm(
    _ bytes: [UInt8], _ range: Range<Int>, mayRepeatKeys: Bool
  ) -> (text: JSONText, place: Range<Int>) {
    let form = WrittenForm(of: bytes.span, in: range, mayRepeatKeys: mayRepeatKeys)
    return (JSONText(written: form.bytes, repeatedKey: form.repeatedKey), 0..<form.bytes.count)
  }
}

// MARK: - Reading values where they stand

extension Span<UInt8> {
  /// The end of the value at `place` inside of a container that was checked.
  @inline(__always)
  func endOfValue(at place: Int) -> Int {
    switch self[place] {
    case UInt8(ascii: "\""): return endOfString(at: place)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(at: place)
    default:
      var end = place &+ 1
      while !isEndOfScalar(self[end]) { end &+= 1 }
      return end
    }
  }

  @inline(__always)
  private func isEndOfScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  /// The end of the string with an opening quotation mark at `place`.
  @inline(__always)
  func endOfString(at place: Int) -> Int {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    var place = place &+ 1
    while true {
      let word = word(at: place)
      let (quotes, backslashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      // The highest bit marks each found byte. Bytes above the first one may be marked wrongly.
      let found = ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highBits
      guard found != 0 else {
        place &+= 8
        continue
      }
      place &+= found.trailingZeroBitCount >> 3
      if self[place] == UInt8(ascii: "\"") { return place &+ 1 }
      place &+= 2
    }
  }

  private func endOfContainer(at place: Int) -> Int {
    var place = place
    var depth = 0
    repeat {
      switch self[place] {
      case UInt8(ascii: "\""):
        place = endOfString(at: place)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
      default: break
      }
      place &+= 1
    } while depth > 0
    return place
  }
}

extension JSONText {
  /// How many levels of containers a value has.
  func height(of range: Range<Int>) -> Int {
    let bytes = bytes
    var (place, depth, height) = (range.lowerBound, 0, 0)
    while place < range.upperBound {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = bytes.span.endOfString(at: place)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        height = max(height, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
    }
    return height
  }

  /// The number of values in a value with itself, and of keys.
  func valueCount(of range: Range<Int>) -> Int {
    let bytes = bytes
    var (place, count) = (range.lowerBound, 1)
    while place < range.upperBound {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = bytes.span.endOfString(at: place)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"): count += 1
      default: break
      }
      place += 1
    }
    return count
  }
}

/// Goes through the elements, or the keys and values, of a container that stands in a text.
struct TextContents {
  let text: JSONText
  /// The next element or key, or the end of the container.
  private var place: Int
  private let end: Int

  /// - Parameter container: The place of an array or object.
  init(of text: JSONText, in container: Range<Int>) {
    self.text = text
    end = container.upperBound
    place = container.count > 2 ? container.lowerBound + 1 : end
  }

  /// The place of the next element.
  @inline(__always)
  mutating func nextElement() -> Range<Int>? {
    guard place < end else { return nil }
    let bytes = text.bytes
    let start = place
    let endOfValue = bytes.span.endOfValue(at: start)
    // Behind a comma or the closing bracket.
    place = endOfValue &+ 1
    return start..<endOfValue
  }

  /// The places of the next key, with its quotation marks, and of its value.
  @inline(__always)
  mutating func nextMember() -> (key: Range<Int>, value: Range<Int>)? {
    guard place < end else { return nil }
    let bytes = text.bytes
    let start = place
    let endOfKey = bytes.span.endOfString(at: start)
    let endOfValue = bytes.span.endOfValue(at: endOfKey &+ 1)
    place = endOfValue &+ 1
    return (start..<endOfKey, endOfKey &+ 1..<endOfValue)
  }
}
