/// What the key of a member says about secrets.
struct KeyTraits: OptionSet {
  let rawValue: UInt8

  /// It names a secret.
  static let secret = KeyTraits(rawValue: 1)
  /// What the member holds may be the key of its neighbour `value`.
  static let keyOfNeighbour = KeyTraits(rawValue: 2)
  /// The member is that neighbour.
  static let value = KeyTraits(rawValue: 4)

  static let neighbours: KeyTraits = [.keyOfNeighbour, .value]
  static let all: KeyTraits = [.secret, .keyOfNeighbour, .value]
}

extension KeyTraits {
  static let neighbour = "value"
  static let keysOfNeighbour = ["key", "name", "field", "header"]

  /// What a key of these bytes has to do with its neighbours.
  init(ofNeighbour key: Span<UInt8>) {
    // Most keys have another length.
    let isKey =
      switch key.count {
      case 3: Self.isEqual(key, "key")
      case 4: Self.isEqual(key, "name")
      case 5: Self.isEqual(key, "field")
      case 6: Self.isEqual(key, "header")
      default: false
      }
    self = isKey ? .keyOfNeighbour : key.count == 5 && Self.isEqual(key, Self.neighbour) ? .value : []
  }

  private static func isEqual(_ key: Span<UInt8>, _ word: String) -> Bool {
    var place = 0
    for byte in word.utf8 {
      guard key[place] == byte else { return false }
      place += 1
    }
    return true
  }
}
