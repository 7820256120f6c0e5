/// A JSON number in its written form: `9007199254740993`, `0.10` and `1e400` lose nothing.
///
/// Equality compares the text. `isNumericallyEqual(to:)` in FluxtapeDocuments compares values, like the `test` operation of RFC 6902.
public struct JSONNumber: Sendable {
  private enum Storage: Hashable {
    case integer(Int64)  // the text is exactly this integer's decimal form
    case text(String)
  }

  private let storage: Storage

  /// Creates a number from an integer.
  public init(_ value: Int) { storage = .integer(Int64(value)) }

  public init(_ value: some BinaryInteger) {
    if let small = Int64(exactly: value) { storage = .integer(small) } else { storage = .text(String(value)) }
  }

  /// Creates a number with the shortest text that reads back as `value`, without `.0`; `nil` if the value is not finite.
  public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else { return nil }
    let text = value.description
    self.init(validatedText: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Creates a number from text that is already known to be valid by RFC 8259.
  package init(validatedText text: String) {
    if let small = Int64(text), small != 0 || text.utf8.count == 1 { storage = .integer(small) } else { storage = .text(text) }
  }
}

extension JSONNumber {
  /// Creates a number from bytes that are already known to be valid by RFC 8259.
  package init(validatedBytes bytes: Span<UInt8>) {
    let isNegative = bytes.count > 1 && bytes[0] == UInt8(ascii: "-")
    let firstDigit = isNegative ? 1 : 0
    // Up to 18 digits always fit an `Int64`. `-0` is not stored as an integer, since that would lose its text.
    guard bytes.count - firstDigit <= 18, !(isNegative && bytes[1] == UInt8(ascii: "0")) else {
      self.init(validatedText: String(utf8Bytes: bytes))
      return
    }
    var magnitude = 0 as Int64
    for index in firstDigit..<bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else {
        self.init(validatedText: String(utf8Bytes: bytes))
        return
      }
      magnitude = magnitude &* 10 &+ Int64(digit)
    }
    self.init(isNegative ? -magnitude : magnitude)
  }
}

// MARK: - Reading

extension JSONNumber {
  /// The number in its JSON form.
  public var text: String {
    switch storage {
    case .integer(let value): String(value)
    case .text(let text): text
    }
  }

  /// The value as an integer, if it is written without fraction or exponent and fits.
  public var int: Int? {
    if case .integer(let value) = storage { Int(exactly: value) } else { nil }
  }

  /// The nearest double; infinite if the number exceeds its range.
  public var double: Double {
    switch storage {
    case .integer(let value): Double(value)
    case .text(let text): Double(text) ?? .nan
    }
  }
}

extension JSONNumber: Hashable, CustomStringConvertible {
  public var description: String { text }
}
