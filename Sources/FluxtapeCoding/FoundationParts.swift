import FluxtapeJSON

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
