// Identifiers. Sound: what is written was reserved.

/// Values that are sixteen bytes: written as RFC 9562 has them, in capitals as Foundation does.
final class IdentifierForm<Value>: ValueForm {
  typealias Bytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
  )

  private let bytes: (Value) -> Bytes

  init(_ type: Value.Type, _ bytes: @escaping (Value) -> Bytes) {
    self.bytes = bytes
    super.init(type)
  }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let bytes = bytes(unsafe value.assumingMemoryBound(to: Value.self).pointee)
    unsafe withUnsafeBytes(of: bytes) { bytes in unsafe output.write(identifier: bytes) }
  }
}

extension Output {
  /// Digits alone could be a card number, and are looked at as a text is.
  fileprivate func write(identifier bytes: UnsafeRawBufferPointer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
      var place = 0
      for index in 0..<bytes.count {
        let byte = unsafe bytes[index]
        if index == 4 || index == 6 || index == 8 || index == 10 {
          unsafe text[place] = UInt8(ascii: "-")
          place += 1
        }
        unsafe text[place] = Self.capitalDigit(byte >> 4)
        unsafe text[place + 1] = Self.capitalDigit(byte & 0xF)
        place += 2
      }
      unsafe write(text: UnsafeBufferPointer(text))
    }
  }

  @inline(__always)
  private static func capitalDigit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &+ value &- 10 }
}
