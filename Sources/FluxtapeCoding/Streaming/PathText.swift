import FluxtapeJSON

/// A JSON Pointer, escaped for use inside a JSON string, to which tokens are added and removed.
///
/// Sound: the buffer lives as long as this object and grows before anything is written beyond its end. It is accessed through `state`,
/// since the exclusivity check for each stored property would take longer than the operations here.
@safe
package final class PathText {
  private let state: UnsafeMutablePointer<State>

  @safe
  private struct State {
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
    var capacity: Int
  }

  package init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(bytes: .allocate(capacity: 128), count: 0, capacity: 128))
  }

  deinit {
    unsafe state.pointee.bytes.deallocate()
    unsafe state.deallocate()
  }

  package var count: Int { unsafe state.pointee.count }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(start: state.pointee.bytes, count: state.pointee.count))
  }

  private func append(_ byte: UInt8) {
    unsafe reserve(1).pointee = byte
    unsafe state.pointee.count &+= 1
  }

  private func reserve(_ additional: Int) -> UnsafeMutablePointer<UInt8> {
    if unsafe state.pointee.capacity &- state.pointee.count < additional { grow(by: additional) }
    return unsafe state.pointee.bytes + state.pointee.count
  }

  private func grow(by additional: Int) {
    let capacity = unsafe 2 * state.pointee.capacity + additional
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: state.pointee.bytes, count: state.pointee.count)
    unsafe state.pointee.bytes.deallocate()
    unsafe state.pointee.bytes = larger
    unsafe state.pointee.capacity = capacity
  }
}

extension PathText {
  /// Adds an unescaped key.
  package func append(_ key: String) {
    append(UInt8(ascii: "/"))
    let length = count
    let isPlain = key.withBytes { key in
      for place in key.indices {
        guard Self.isPlain(key[place]) else { return false }
        append(key[place])
      }
      return true
    }
    guard !isPlain else { return }
    rollBack(to: length)
    for byte in JSONValue.string(key).bytes.dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "~"): append(escaped: UInt8(ascii: "0"))
      case UInt8(ascii: "/"): append(escaped: UInt8(ascii: "1"))
      default: append(byte)
      }
    }
  }

  private func append(escaped digit: UInt8) {
    append(UInt8(ascii: "~"))
    append(digit)
  }

  /// Adds an escaped token.
  func append(token: UnsafeBufferPointer<UInt8>) {
    guard let start = token.baseAddress else { return append(UInt8(ascii: "/")) }
    let target = unsafe reserve(token.count + 1)
    unsafe target.pointee = UInt8(ascii: "/")
    unsafe (target + 1).update(from: start, count: token.count)
    unsafe state.pointee.count &+= token.count + 1
  }

  /// Adds an array index.
  package func append(_ index: Int) {
    append(UInt8(ascii: "/"))
    let digits = Output.digitCount(of: index.magnitude)
    unsafe Output.write(index.magnitude, digits: digits, to: reserve(digits))
    unsafe state.pointee.count &+= digits
  }

  /// Discards everything behind the first `count` bytes.
  package func rollBack(to count: Int) {
    assert(count >= 0 && count <= self.count)
    unsafe state.pointee.count = count
  }

  /// Whether the byte needs no escape in a pointer or string.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "/"): false
    default: true
    }
  }
}
