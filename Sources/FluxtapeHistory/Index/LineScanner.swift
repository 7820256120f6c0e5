import FluxtapeJSON

/// Reads the lines that make nearly all of a log, some ten times faster than `LogLine` does: it checks the JSON and notes
/// where things stand, and makes no values.
///
/// It may give up on any line, and does so on everything rare; the line is then read in full, which also finds the words for what
/// is wrong with it. What it accepts is what a full reading accepts: a test compares both, byte for byte.
package struct LineScanner {
  /// Bytes read so far.
  var place = 0

  /// Whether the containers around `place` are objects, outermost first. The line's own object is not among them.
  private var containers: [Bool] = []

  /// Deeper lines are left to the parser, which has its own limit.
  private static let maximumDepth = JSONValue.maximumDepth / 2

  package init() {}
}

// MARK: - Structure

extension LineScanner {
  mutating func restart() {
    place = 0
    containers.removeAll(keepingCapacity: true)
  }

  /// Goes past one value, with white space before it.
  mutating func skipValue(in bytes: Span<UInt8>) -> Bool {
    while true {
      guard let isWhole = skipScalarOrOpen(in: bytes) else { return false }
      guard isWhole else { continue }
      guard let isDone = closeContainers(in: bytes) else { return false }
      if isDone { return true }
    }
  }

  /// Goes past a scalar or an empty container, or up to the first value of another one.
  /// - Returns: whether a value is whole; `nil` if there is none.
  private mutating func skipScalarOrOpen(in bytes: Span<UInt8>) -> Bool? {
    skipWhiteSpace(in: bytes)
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""): return skipString(in: bytes) ? true : nil
    case UInt8(ascii: "{"): return open(object: true, in: bytes)
    case UInt8(ascii: "["): return open(object: false, in: bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return skipNumber(in: bytes) ? true : nil
    case UInt8(ascii: "t"): return skipWord(Self.trueWord, length: 4, in: bytes) ? true : nil
    case UInt8(ascii: "f"): return skipWord(Self.falseWord, length: 5, in: bytes) ? true : nil
    case UInt8(ascii: "n"): return skipWord(Self.nullWord, length: 4, in: bytes) ? true : nil
    default: return nil
    }
  }

  private mutating func open(object isObject: Bool, in bytes: Span<UInt8>) -> Bool? {
    guard containers.count < Self.maximumDepth else { return nil }
    place += 1
    if skip(isObject ? "}" : "]", in: bytes) { return true }
    containers.append(isObject)
    if isObject, key(in: bytes) == nil { return nil }
    return false
  }

  /// After a value: goes past the ends of containers, or up to the next value.
  /// - Returns: whether all containers are closed; `nil` if neither an end nor a comma comes.
  private mutating func closeContainers(in bytes: Span<UInt8>) -> Bool? {
    while let isObject = containers.last {
      if skip(",", in: bytes) { return !isObject || key(in: bytes) != nil ? false : nil }
      guard skip(isObject ? "}" : "]", in: bytes) else { return nil }
      containers.removeLast()
    }
    return true
  }

  /// Goes past a key and its colon. - Returns: where the key's contents stand.
  mutating func key(in bytes: Span<UInt8>) -> Range<Int>? {
    skipWhiteSpace(in: bytes)
    let start = place + 1
    guard skipString(in: bytes) else { return nil }
    let end = place - 1
    return skip(":", in: bytes) ? start..<end : nil
  }

  /// Goes past white space and `mark`, if that comes next.
  mutating func skip(_ mark: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
    skipWhiteSpace(in: bytes)
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }
}
