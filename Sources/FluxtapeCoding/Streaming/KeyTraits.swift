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
