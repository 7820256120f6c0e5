#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Members or elements written in iteration order that have to be sorted by some of their bytes.
///
/// Sound: positions of bytes are noted as parts are added, and nothing is written during comparisons.
struct WrittenParts {
  private struct Part {
    /// The part's range in the output.
    let place: Range<Int>
    /// The range of the sort key's bytes: in the output, or in `names`.
    let key: Range<Int>
    let isInNames: Bool
  }

  private var parts: [Part] = []
  /// Names whose written form is escaped.
  private var names: [UInt8] = []
  private var order: [(prefix: UInt64, part: Int)] = []

  init(capacity: Int) { parts.reserveCapacity(capacity) }

  /// Adds a member.
  ///
  /// - Parameter isPlain: Whether its name is written without escapes.
  mutating func add(named name: String, _ place: Range<Int>, isPlain: Bool) {
    let count = name.utf8.count
    if isPlain {
      let start = place.lowerBound + 1
      parts.append(Part(place: place, key: start..<start + count, isInNames: false))
    } else {
      names.append(contentsOf: name.utf8)
      parts.append(Part(place: place, key: names.count - count..<names.count, isInNames: true))
    }
  }

  /// Adds an element, or a member that is sorted by other bytes.
  mutating func add(sortedBy key: Range<Int>, _ place: Range<Int>) { parts.append(Part(place: place, key: key, isInNames: false)) }

  /// Sorts the parts. Returns `false` if two of them have the same key.
  @discardableResult
  mutating func sort(in output: Output) -> Bool {
    guard parts.count > 1 else {
      order = parts.indices.map { (0, $0) }
      return true
    }
    return unsafe names.withUnsafeBufferPointer { names in
      let keys = unsafe Keys(output: output.memory.pointee.bytes, names: names.baseAddress)
      let shared = keys.commonPrefix(of: parts)
      order = parts.indices.map { (keys.prefix(of: parts[$0], behind: shared), $0) }
      order.sort { left, right in
        left.prefix != right.prefix ? left.prefix < right.prefix : keys.compare(parts[left.part], parts[right.part]) < 0
      }
      return zip(order, order.dropFirst()).allSatisfy { left, right in
        left.prefix != right.prefix || keys.compare(parts[left.part], parts[right.part]) != 0
      }
    }
  }

  var isInOrder: Bool { zip(order, order.dropFirst()).allSatisfy { $0.part < $1.part } }

  /// The ranges of the parts, in sorted order.
  var places: some Sequence<Range<Int>> { order.lazy.map { parts[$0.part].place } }
}

extension WrittenParts {
  @safe private struct Keys {
    let output: UnsafeMutablePointer<UInt8>
    let names: UnsafePointer<UInt8>?

    @inline(__always)
    func start(of part: Part) -> UnsafePointer<UInt8> {
      if part.isInNames, let names = unsafe names { return unsafe names + part.key.lowerBound }
      return unsafe UnsafePointer(output + part.key.lowerBound)
    }

    /// The length of the prefix shared by all keys: `item-` of `item-1`, `item-2`.
    func commonPrefix(of parts: [Part]) -> Int {
      let first = unsafe start(of: parts[0])
      return parts.dropFirst().reduce(parts[0].key.count) { shared, part in
        let other = unsafe start(of: part)
        let end = min(shared, part.key.count)
        return (0..<end).first { unsafe first[$0] != other[$0] } ?? end
      }
    }

    /// The next eight bytes as a number: most keys differ in them.
    @inline(__always)
    func prefix(of part: Part, behind shared: Int) -> UInt64 {
      let start = unsafe start(of: part)
      var prefix: UInt64 = 0
      for place in shared..<shared + 8 { prefix = unsafe prefix << 8 | (place < part.key.count ? UInt64(start[place]) : 0) }
      return prefix
    }

    func compare(_ left: Part, _ right: Part) -> Int {
      let order = unsafe memcmp(start(of: left), start(of: right), min(left.key.count, right.key.count))
      return order != 0 ? Int(order) : left.key.count - right.key.count
    }
  }
}

extension Output {
  /// Completes the last member or element and returns its range.
  @inline(__always)
  func endPart() -> Range<Int> {
    unsafe settle(frame)
    return unsafe frame.pointee.member..<count
  }

  /// Sorts the contents of the innermost frame.
  func arrange(_ parts: WrittenParts) {
    guard !parts.isInOrder else { return }
    withoutLimit { rearrange(parts) }
  }

  private func rearrange(_ parts: WrittenParts) {
    let start = unsafe frame.pointee.start + 1
    let end = count
    _ = unsafe reserve(end - start)
    for place in parts.places {
      if count > end { append(UInt8(ascii: ",")) }
      append(place)
    }
    assert(count - end == end - start)
    unsafe (memory.pointee.bytes + start).update(from: memory.pointee.bytes + end, count: end - start)
    rollBack(to: end)
  }
}
