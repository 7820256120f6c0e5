import FluxtapeJSON
import FluxtapeLogReading

/// Truncates documents that nest deeper than a line of a log may.
enum DeepValues {
  /// The maximum depth. It leaves room for the record around a value, below ``JSONValue/maximumDepth``.
  static let limit = 400

  /// Replaces every deeper array and object by a truncation tag. Returns the text and the number of replacements.
  ///
  /// Does not validate the text; errors in it stay.
  static func truncated(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
    var result: [UInt8] = []
    var (depth, count, start) = (0, 0, 0)
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let end = endOfString(bytes, from: place)
        if depth <= limit { result += bytes[place..<end] }
        place = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == limit + 1 { start = place }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == limit {
          result += tag(for: bytes[start...place]).bytes
          count += 1
          place += 1
          continue
        }
      default: break
      }
      if depth <= limit { result.append(bytes[place]) }
      place += 1
    }
    return (result, count)
  }

  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place + 1, bytes.count)
  }

  /// The digest only distinguishes values.
  private static func tag(for bytes: ArraySlice<UInt8>) -> JSONValue {
    TaggedValue.truncated(bytes: bytes.count, digest: String(bytes.stableHash, radix: 16)).json
  }
}
