import FluxtapeLog

/// The relation of a member's key to the members beside it.
struct KeyTraits: OptionSet {
  let rawValue: UInt8

  /// The member's value may be the key of its neighbor `value`: `name`, `field`.
  static let keyOfNeighbor = KeyTraits(rawValue: 1)
  /// The member is that neighbor: `value`, `text`.
  static let value = KeyTraits(rawValue: 2)
  /// In an object of two or three members, the member's value may be the key of all others: `id`, `_0`.
  static let keyOfFew = KeyTraits(rawValue: 4)
  /// With ``keyOfNeighbor``: the member's value names its neighbor only if it names a password, `{"kind":"password","value":"x"}`.
  static let kindOfNeighbor = KeyTraits(rawValue: 8)
}

extension KeyTraits {
  /// The key may be in lower case, capitalized or in upper case.
  init(ofNeighbor key: Span<UInt8>) {
    // Most keys are told apart by their length and first letter, without making a string.
    let mayBeKnown = key.count > 0 && key.count < 16 && Self.lengths[Int(key[0])] >> UInt16(key.count) & 1 == 1
    self = mayBeKnown ? Self.known[key.text(key.indices)] ?? [] : []
  }

  /// By the first letter, the lengths of the known keys as bits.
  private static let lengths: [UInt16] = known.keys.reduce(into: Array(repeating: 0, count: 256)) {
    $0[Int($1.utf8.first ?? 0)] |= 1 << UInt16($1.utf8.count)
  }

  private static let known: [String: KeyTraits] = {
    var known: [String: KeyTraits] = [:]
    for key in valueKeys { known[key] = .value }
    for key in neighborKeys { known[key] = .keyOfNeighbor }
    for key in spellings(["type", "kind"]) { known[key] = [.keyOfNeighbor, .kindOfNeighbor] }
    // `_0`, `_1`, `_2`: the positions in small payloads.
    for key in spellings(["id", "label", "forKey", "parameter", "identifier"]) + ["_0", "_1", "_2"] { known[key] = .keyOfFew }
    return known
  }()

  /// All spellings of keys with ``value`` and with ``keyOfNeighbor``.
  static let valueKeys = spellings(["value", "values", "text"])
  static let neighborKeys = spellings(["key", "name", "field", "header", "keyPath", "inputType", "type", "kind"])

  private static func spellings(_ words: [String]) -> [String] {
    words.flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst(), $0.uppercased()] }
  }
}
