/// Finds a member of a line without making values of the others.
enum LineContents {
  /// Where the value under `key` stands in a line that is known to be an object.
  static func value(of key: String, in line: [UInt8]) -> Range<Int>? {
    let key = Array(key.utf8)
    var (place, depth, start): (Int, Int, Int?) = (0, 0, nil)
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""):
        let end = endOfString(from: place + 1, in: line)
        if start == nil, depth == 1, line[(place + 1)..<end].elementsEqual(key), end + 1 < line.count, line[end + 1] == UInt8(ascii: ":") {
          start = end + 2
        }
        place = end
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0, let start { return start..<place }
      case UInt8(ascii: ","): if depth == 1, let start, start < place { return start..<place }
      default: break
      }
      place += 1
    }
    return nil
  }

  /// The same for equal texts, and hardly ever for others.
  static func hash(of key: String, in line: [UInt8]) -> UInt64? {
    value(of: key, in: line).map { TextHash(Array(line[$0])).value }
  }

  private static func endOfString(from start: Int, in line: [UInt8]) -> Int {
    var place = start
    while place < line.count, line[place] != UInt8(ascii: "\"") { place += line[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place, line.count)
  }
}
