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
    guard let hash = Self.hash(of: value) else { return nil }
    self.hash = hash
    isTelling = Self.isTelling(value)
    switch value {
    case .null, .bool: (number, isPlain) = (nil, true)
    case .number(let text):
      let double = text.double
      let isInstant = [1e9, 1e12, 1e15].contains { ($0..<$0 * 5).contains(abs(double)) }
      (number, isPlain) = (isInstant ? nil : Float(double), !isInstant)
    case .string(let text):
      let pattern = IdentifiedText.mayHoldIdentifier(text) ? IdentifiedText(text) : nil
      (number, isPlain) = (nil, pattern?.identifiers.isEmpty ?? true)
    case .array, .object: return nil
    }
    let isLong = if case .string(let text) = value { text.utf8.count > 32 } else { false }
    isText = if case .string = value { true } else { false }
    isEmpty = value == .null || value == false || value == 0 || value == ""
    choice = if case .number = value { isEmpty ? Self.zero : Self.notZero } else { isPlain && !isLong ? hash : nil }
  }

  /// The hash of a value of which two equal ones are hardly a coincidence; `nil` for others.
  static func tellingHash(_ value: JSONValue) -> UInt32? { isTelling(value) ? hash(of: value) : nil }

  private static func isTelling(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let text): abs(text.double) >= 10
    case .string(let text): text.utf8.count > 2
    case .null, .bool, .array, .object: false
    }
  }

  private static func hash(of value: JSONValue) -> UInt32? {
    var hasher = Hasher()
    switch value {
    case .null: break
    case .bool(let bool): hasher.combine(bool)
    case .number(let text):
      let double = text.double
      // Sums of fractions differ in their last digits; dates with fractions of seconds have many.
      if let int = text.int ?? Int(exactly: double) { hasher.combine(int) } else { hasher.combine((double.bitPattern &+ 0x8000) >> 16) }
    case .string(let text): hasher.combine(text)
    case .array, .object: return nil
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
