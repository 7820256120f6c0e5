import FluxtapeJSON

/// A telling value of a payload.
struct PayloadValue {
  let path: UInt32
  let hash: UInt32
  let number: Float?
}

/// A value without parts, as facts see it.
struct FactScalar {
  let hash: UInt32
  /// `nil` for what is no number, and for one that tells an instant.
  let number: Float?
  /// Whether two equal ones are hardly a coincidence.
  let isTelling: Bool
  /// Whether it is not another one in every run by its nature.
  let isPlain: Bool
  /// Whether it is null, false, 0 or a text without characters.
  let isEmpty: Bool
  let isText: Bool
  /// See ``WrittenValue/choice``.
  let choice: UInt32?

  static let (zero, notZero): (UInt32, UInt32) = (0, 1)

  init?(_ value: JSONValue) {
    var hasher = Hasher()
    switch value {
    case .null: (number, isTelling, isPlain) = (nil, false, true)
    case .bool(let bool):
      hasher.combine(bool)
      (number, isTelling, isPlain) = (nil, false, true)
    case .number(let text):
      let double = text.double
      // Sums of fractions differ in their last digits; dates with fractions of seconds have many.
      if let int = text.int ?? Int(exactly: double) { hasher.combine(int) } else { hasher.combine((double.bitPattern &+ 0x8000) >> 16) }
      let isInstant = [1e9, 1e12, 1e15].contains { ($0..<$0 * 5).contains(abs(double)) }
      (number, isTelling, isPlain) = (isInstant ? nil : Float(double), abs(double) >= 10, !isInstant)
    case .string(let text):
      hasher.combine(text)
      let pattern = IdentifiedText.mayHoldIdentifier(text) ? IdentifiedText(text) : nil
      (number, isTelling, isPlain) = (nil, text.utf8.count > 2, pattern?.identifiers.isEmpty ?? true)
    case .array, .object: return nil
    }
    let isLong = if case .string(let text) = value { text.utf8.count > 32 } else { false }
    isText = if case .string = value { true } else { false }
    isEmpty = value == .null || value == false || value == 0 || value == ""
    hash = UInt32(truncatingIfNeeded: hasher.finalize())
    choice = if case .number = value { isEmpty ? Self.zero : Self.notZero } else { isPlain && !isLong ? hash : nil }
  }
}
