import FluxtapeJSON

/// Which keys and names are those of secrets under given rules. It remembers what it has judged, so it is used under a lock.
struct SecretNames {
  private let rules: EncodingRules
  private var judged: [String: Bool] = [:]

  /// Keys beyond this number are judged anew each time: the keys of a dictionary of data could be any number.
  private static let mostJudged = 10_000

  init(_ rules: EncodingRules) { self.rules = rules }

  mutating func isSecret(_ key: String) -> Bool {
    guard rules.hidesSecrets, key.withBytes({ mayBeSecret($0) }) else { return false }
    if let known = judged[key] { return known }
    let isSecret = rules.isSecret(key)
    if judged.count < Self.mostJudged { judged[key] = isSecret }
    return isSecret
  }

  mutating func traits(of key: String) -> KeyTraits {
    let traits: KeyTraits = isSecret(key) ? .secret : []
    return traits.union(key.withBytes(KeyTraits.init(ofNeighbour:)))
  }

  private func mayBeSecret(_ key: Span<UInt8>) -> Bool { !rules.secretKeys.isEmpty || SecretKey.mayMatch(key) }

  /// Labels that leave it to the name around them what they hold: `_0` of an enum case, `value` of a wrapper.
  static func saysNothing(_ key: String) -> Bool {
    isPositional(key) || ["value", "rawValue", "newValue", "text", "string"].contains(key)
  }

  static func isPositional(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "_") && key.utf8.count > 1
      && key.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Members that hold the key of their neighbour `value` as data: headers, form fields, query items.
  static let keysOfNeighbour = KeyTraits.keysOfNeighbour

  /// Whether the member's secrecy is also a matter of what stands beside it.
  static func dependsOnNeighbours(_ key: String) -> Bool { key == neighbourOfKeys }

  static let neighbourOfKeys = KeyTraits.neighbour
}

extension EncodingRules {
  /// Whether a label leaves it to the name around it what it holds: `_0`, `value`, `text`.
  package static func saysNothing(_ key: String) -> Bool { SecretNames.saysNothing(key) }

  var hasOwnKeys: Bool { !secretKeys.isEmpty || !openKeys.isEmpty }

  /// Whether `key` is that of a secret, by what the app says and by the general rules.
  package func isSecret(_ key: String) -> Bool {
    guard hasOwnKeys else { return SecretKey.matches(key) }
    let lowercased = key.lowercased()
    return !openKeys.contains(lowercased) && (secretKeys.contains(lowercased) || SecretKey.matches(key))
  }
}
