import FluxtapeJSON

/// Keys that an object of a line has twice. A reader takes the last one, so that what stands under the others is lost on it.
struct RepeatedKeys {
  /// A key by its place in the line: keys that are spelled alike are the same, `\u0061` and `a` count as two.
  private struct Key {
    let hash: UInt64
    let place: Range<Int>
  }

  /// Keys of the objects that are open, the outermost first.
  private var keys: [Key] = []
  /// For each open container where its keys begin; -1 for an array.
  private var starts: [Int] = []
  /// Of objects with many members, by the number of containers around: linear search would take too long.
  private var known: [Int: Set<UInt64>] = [:]

  private static let manyKeys = 32

  /// The first key that comes again in its object, in a line that is known to be JSON.
  static func first(in bytes: [UInt8]) -> String? {
    var search = RepeatedKeys()
    return search.first(in: bytes)
  }

  private mutating func first(in bytes: [UInt8]) -> String? {
    var place = 0
    var isKey = false
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"):
        starts.append(keys.count)
        isKey = true
      case UInt8(ascii: "["):
        starts.append(-1)
        isKey = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        close()
        isKey = false
      case UInt8(ascii: ","): isKey = (starts.last ?? -1) >= 0
      case UInt8(ascii: "\""):
        let end = Self.endOfString(from: place + 1, in: bytes)
        if isKey, isRepeated(place + 1..<end, in: bytes) { return String(decoding: bytes[(place + 1)..<end], as: UTF8.self) }
        isKey = false
        place = end
      default: break
      }
      place += 1
    }
    return nil
  }

  private mutating func close() {
    guard let start = starts.popLast(), start >= 0 else { return }
    keys.removeLast(keys.count - start)
    known[starts.count] = nil
  }

  private static func endOfString(from start: Int, in bytes: [UInt8]) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place, bytes.count)
  }

  private mutating func isRepeated(_ place: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let start = starts.last, start >= 0 else { return false }
    let hash = bytes[place].reduce(into: 0xcbf2_9ce4_8422_2325 as UInt64) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let depth = starts.count - 1
    if keys.count - start == Self.manyKeys { known[depth] = Set(keys[start...].map(\.hash)) }
    let mayBeThere = known[depth].map { $0.contains(hash) } ?? true
    if mayBeThere, keys[start...].contains(where: { $0.hash == hash && bytes[$0.place].elementsEqual(bytes[place]) }) { return true }
    keys.append(Key(hash: hash, place: place))
    known[depth]?.insert(hash)
    return false
  }
}
