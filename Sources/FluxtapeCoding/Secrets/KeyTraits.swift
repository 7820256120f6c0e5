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
    // Fast path: most keys have another length.
    self =
      switch key.count {
      case 2: Self.isEqual(key, "id") || Self.isPlace(key) ? .keyOfFew : []
      case 3: Self.isEqual(key, "key") ? .keyOfNeighbor : []
      case 4:
        if Self.isEqual(key, "name") {
          .keyOfNeighbor
        } else if Self.isEqual(key, "text") {
          .value
        } else {
          Self.isEqual(key, "type") || Self.isEqual(key, "kind") ? [.keyOfNeighbor, .kindOfNeighbor] : []
        }
      case 5:
        Self.isEqual(key, "field") ? .keyOfNeighbor : Self.isEqual(key, "value") ? .value : Self.isEqual(key, "label") ? .keyOfFew : []
      case 6:
        Self.isEqual(key, "header") ? .keyOfNeighbor : Self.isEqual(key, "values") ? .value : Self.isEqual(key, "forKey") ? .keyOfFew : []
      case 7: Self.isEqual(key, "keyPath") ? .keyOfNeighbor : []
      case 9: Self.isEqual(key, "inputType") ? .keyOfNeighbor : Self.isEqual(key, "parameter") ? .keyOfFew : []
      case 10: Self.isEqual(key, "identifier") ? .keyOfFew : []
      default: []
      }
  }

  /// `_0`, `_1`, `_2`: the positions in small payloads.
  private static func isPlace(_ key: Span<UInt8>) -> Bool {
    key[0] == UInt8(ascii: "_") && (UInt8(ascii: "0")...UInt8(ascii: "2")).contains(key[1])
  }

  private static func isEqual(_ key: Span<UInt8>, _ word: String) -> Bool {
    let isCapital = key[0] & 0x20 == 0
    let isUppercase = isCapital && key[1] & 0x20 == 0
    var place = 0
    for byte in word.utf8 {
      guard key[place] == byte & ~((place == 0 ? isCapital : isUppercase) ? 0x20 : 0) else { return false }
      place += 1
    }
    return true
  }
}

extension KeyTraits {
  /// All spellings of keys with ``value`` and with ``keyOfNeighbor``.
  static let valueKeys = spellings(["value", "values", "text"])
  static let neighborKeys = spellings(["key", "name", "field", "header", "keyPath", "inputType", "type", "kind"])

  private static func spellings(_ words: [String]) -> [String] {
    words.flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst(), $0.uppercased()] }
  }
}
