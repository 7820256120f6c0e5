import FluxtapeJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Members or elements that were written as they came, and are to stand in the order of some bytes.
///
/// Sound: the places of the bytes are those that were noted as they were added.
struct WrittenParts {
  private struct Part {
    /// The first eight bytes that decide, as a number: most parts differ in them.
    let prefix: UInt64
    /// All of them, in `bytes`.
    let key: Range<Int>
    /// Where the part stands in the output.
    let place: Range<Int>
  }

  private var parts: [Part] = []
  private var bytes: [UInt8] = []

  init(capacity: Int) { parts.reserveCapacity(capacity) }

  mutating func add(named name: String, _ place: Range<Int>) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    add(keyFrom: start, place)
  }

  mutating func add(bytesAt key: Range<Int>, of output: Output, _ place: Range<Int>) {
    let start = bytes.count
    unsafe output.withBytes(key) { key in unsafe bytes.append(contentsOf: key) }
    add(keyFrom: start, place)
  }

  private mutating func add(keyFrom start: Int, _ place: Range<Int>) {
    var prefix: UInt64 = 0
    for index in start..<start + 8 { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    parts.append(Part(prefix: prefix, key: start..<bytes.count, place: place))
  }

  /// Sorts the parts. `false` if two of them have the same key.
  @discardableResult
  mutating func sort() -> Bool {
    guard parts.count > 1 else { return true }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return }
      parts.sort { unsafe Self.order($0, $1, bytes) < 0 }
    }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return false }
      return zip(parts, parts.dropFirst()).allSatisfy { unsafe Self.order($0, $1, bytes) != 0 }
    }
  }

  @inline(__always)
  private static func order(_ left: Part, _ right: Part, _ bytes: UnsafePointer<UInt8>) -> Int {
    if left.prefix != right.prefix { return left.prefix < right.prefix ? -1 : 1 }
    let order = unsafe memcmp(bytes + left.key.lowerBound, bytes + right.key.lowerBound, min(left.key.count, right.key.count))
    return order != 0 ? Int(order) : left.key.count - right.key.count
  }

  var isInOrder: Bool { zip(parts, parts.dropFirst()).allSatisfy { $0.place.lowerBound < $1.place.lowerBound } }

  /// Where the parts stand, in their new order.
  var places: some Sequence<Range<Int>> { parts.lazy.map(\.place) }
}

extension Output {
  /// Ends the member or element that was written last, and returns where it stands.
  func endPart() -> Range<Int> {
    unsafe settle(frame)
    return unsafe frame.pointee.member..<count
  }

  /// Brings the contents of the innermost frame into order.
  func arrange(_ parts: WrittenParts) {
    guard !parts.isInOrder else { return }
    let start = unsafe frame.pointee.start + 1
    let end = count
    for place in parts.places {
      if count > end { append(UInt8(ascii: ",")) }
      append(place)
    }
    assert(count - end == end - start)
    unsafe (memory.pointee.bytes + start).update(from: memory.pointee.bytes + end, count: end - start)
    rollBack(to: end)
  }
}
