import FluxtapeJSON

/// Encodes values of a Foundation type from the output of their `encode(to:)`. Unexpected output is written as it is.
final class PartsForm<Value: Encodable, Part>: ValueForm {
  private let part: (FoundationParts) -> Part?
  private let writePart: (Part, Output) -> Void
  private let plain = EncodableForm<Value>(Value.self)
  /// Reused for all values, since no `encode(to:)` of Foundation leads back here.
  private let parts = FoundationParts()
  /// The assumed meaning of a value's bytes; `nil` if the bytes are not used.
  private var bytes: KnownBytes?
  /// Whether a value with a nonzero byte gave the same output from its bytes and from its `encode(to:)`.
  private var areBytesProven = false

  init(
    _ type: Value.Type, _ part: @escaping (FoundationParts) -> Part?, bytes: KnownBytes? = nil,
    _ writePart: @escaping (Part, Output) -> Void
  ) {
    (self.part, self.writePart) = (part, writePart)
    self.bytes = bytes?.count == MemoryLayout<Value>.size ? bytes : nil
    super.init(type)
  }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    if areBytesProven, let bytes { return unsafe output.write(value, bytes) }
    parts.clear()
    guard (try? unsafe value.assumingMemoryBound(to: Value.self).pointee.encode(to: parts)) != nil, !parts.isOdd, let part = part(parts)
    else { return unsafe plain.write(value, to: output) }
    let start = output.count
    writePart(part, output)
    unsafe prove(value, start..<output.count, output)
  }

  private func prove(_ value: UnsafeRawPointer, _ written: Range<Int>, _ output: Output) {
    guard let bytes, unsafe UnsafeRawBufferPointer(start: value, count: bytes.count).contains(where: { $0 != 0 }) else { return }
    unsafe output.write(value, bytes)
    areBytesProven = output.isSame(written, written.upperBound..<output.count)
    if !areBytesProven { self.bytes = nil }
    output.rollBack(to: written.upperBound)
  }
}

/// The meaning of a value's bytes, to avoid the slow `encode(to:)` of Foundation.
enum KnownBytes {
  /// Seconds since 2001.
  case instant
  case identifier

  var count: Int {
    switch self {
    case .instant: 8
    case .identifier: 16
    }
  }
}

extension Output {
  fileprivate func write(_ value: UnsafeRawPointer, _ bytes: KnownBytes) {
    switch bytes {
    case .instant: write(instant: unsafe value.load(as: Double.self))
    case .identifier: unsafe write(identifier: value)
    }
  }
}

/// Collects the output of a Foundation value's `encode(to:)`: one number, one text, bytes, or a few of these under keys.
final class FoundationParts: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  private(set) var number: Double?
  private(set) var text: String?
  private(set) var data: [UInt8]?
  fileprivate var integers: [String: Int] = [:]
  fileprivate var words: [UInt16] = []
  /// The base of a relative URL.
  fileprivate var base: String?
  /// Whether the output contained anything else.
  fileprivate(set) var isOdd = false

  func clear() { (number, text, data, integers, words, base, isOdd) = (nil, nil, nil, [:], [], nil, false) }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { words.count }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(KeyedParts(parts: self)) }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    data = []
    return self
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func superEncoder() -> any Encoder { odd() }
  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { odd().container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { odd() }

  fileprivate func odd() -> FoundationParts {
    isOdd = true
    return self
  }

  func encodeNil() { isOdd = true }
  func encode(_ value: Double) { number = value }
  func encode(_ value: String) { text = value }
  func encode(_ value: UInt8) { data?.append(value) }
  func encode(_ value: UInt16) { words.append(value) }
  func encode(_ value: some Encodable) { isOdd = true }
  func encode(contentsOf sequence: some Sequence<UInt8>) {
    let isDone: Void? = sequence.withContiguousStorageIfAvailable { unsafe data?.append(contentsOf: $0) }
    if isDone == nil { data?.append(contentsOf: sequence) }
  }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let parts: FoundationParts

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { parts.encodeNil() }
  func encode(_ value: String, forKey key: Key) { parts.encode(value) }
  func encode(_ value: Bool, forKey key: Key) { parts.integers[key.stringValue] = value ? 1 : 0 }
  func encode(_ value: Int32, forKey key: Key) { parts.integers[key.stringValue] = Int(value) }
  func encode(_ value: UInt32, forKey key: Key) { parts.integers[key.stringValue] = Int(clamping: value) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    let inner = FoundationParts()
    try value.encode(to: inner)
    parts.base = inner.url
    if parts.base == nil { parts.isOdd = true }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    parts.odd().container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { parts }
  func superEncoder() -> any Encoder { parts.odd() }
  func superEncoder(forKey key: Key) -> any Encoder { parts.odd() }
}

// MARK: - URLs

extension FoundationParts {
  /// The absolute URL. Loses the split into a base and a relative path.
  var url: String? { text.map { text in base.map { URLReference(text).text(resolvedAgainst: URLReference($0)) } ?? text } }
}

// MARK: - Decimal numbers

extension FoundationParts {
  /// A `Decimal` with all its digits.
  var decimal: String? {
    guard let exponent = integers["exponent"], let length = integers["length"], let negative = integers["isNegative"], words.count >= length
    else { return nil }
    if length == 0, negative == 1 { return TaggedValue.float(.nan).json.text }
    let digits = Self.digits(of: Array(words.prefix(length)))
    guard !digits.isEmpty else { return "0" }
    return (negative == 1 ? "-" : "") + (exponent < 0 ? Self.text(of: digits, decimals: -exponent) : digits + Self.zeros(exponent))
  }

  /// The decimal digits of a number in words of 16 bits, lowest first.
  private static func digits(of words: [UInt16]) -> String {
    var (words, digits) = (words, "")
    while words.contains(where: { $0 != 0 }) {
      var remainder: UInt32 = 0
      for place in words.indices.reversed() {
        let dividend = remainder << 16 | UInt32(words[place])
        words[place] = UInt16(truncatingIfNeeded: dividend / 10)
        remainder = dividend % 10
      }
      digits.append(String(remainder))
    }
    return String(digits.reversed())
  }

  private static func text(of digits: String, decimals: Int) -> String {
    let padded = zeros(decimals + 1 - digits.utf8.count) + digits
    let fraction = padded.suffix(decimals)
    return padded.dropLast(decimals) + "." + fraction
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
}

// MARK: - Bytes

extension Output {
  /// Writes bytes as base64 text.
  func write(base64 bytes: [UInt8]) {
    let digits = Self.base64Digits
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - place
      let bits = UInt32(bytes[place]) << 16 | (left > 1 ? UInt32(bytes[place + 1]) << 8 : 0) | (left > 2 ? UInt32(bytes[place + 2]) : 0)
      text.append(digits[Int(bits >> 18)])
      text.append(digits[Int(bits >> 12 & 63)])
      text.append(left > 1 ? digits[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      text.append(left > 2 ? digits[Int(bits & 63)] : UInt8(ascii: "="))
    }
    unsafe text.withUnsafeBufferPointer { unsafe write(text: $0) }
  }

  private static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

// MARK: - Identifiers

extension Output {
  /// Writes sixteen bytes in the form of RFC 9562, in capitals as Foundation does. If the text consists of digits only, it could be a card
  /// number and is checked like any text.
  private func write(identifier bytes: UnsafeRawPointer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
      var place = 0
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          unsafe text[place] = UInt8(ascii: "-")
          place += 1
        }
        let byte = unsafe bytes.load(fromByteOffset: index, as: UInt8.self)
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
