import FluxtapeJSON

/// Secrets that show by their form, whatever they stand under.
enum SecretForm {
  /// Why `text` looks like one, if it does.
  static func sign(in text: String) -> SecretSign? {
    guard text.utf8.count >= 12 else { return nil }
    if text.contains("-----BEGIN "), text.contains("PRIVATE KEY-----") { return .privateKey }
    let words = text.split { $0.isWhitespace || "\"'<>()[]{},;".contains($0) }
    if words.contains(where: isWebToken) { return .webToken }
    if let place = words.firstIndex(where: { $0 == "Bearer" }), place + 1 < words.count, words[place + 1].count >= 16 { return .bearer }
    if words.contains(where: holdsUserInformation) { return .userInformation }
    if words.contains(where: isServiceKey) { return .serviceKey }
    return CardNumber.ranges(in: text).isEmpty ? nil : .cardNumber
  }

  /// RFC 7519: three parts in base64url, the first of which begins with `{"`.
  private static func isWebToken(_ word: Substring) -> Bool {
    guard let start = word.firstRange(of: "eyJ") else { return false }
    let parts = word[start.lowerBound...].split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.prefix(2).allSatisfy { $0.count >= 4 && $0.allSatisfy(isTokenCharacter) }
  }

  /// `https://user:password@host`.
  private static func holdsUserInformation(_ word: Substring) -> Bool {
    guard let scheme = word.firstRange(of: "://") else { return false }
    let authority = word[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else { return false }
    return authority.index(after: colon) < at
  }

  /// Beginnings that services gave their keys so that they can be found, and how many characters follow at least.
  private static let services: [(String, Int)] = [
    ("AKIA", 16), ("ASIA", 16), ("ghp_", 30), ("gho_", 30), ("ghs_", 30), ("github_pat_", 30), ("glpat-", 16), ("xoxb-", 16), ("xoxp-", 16),
    ("sk_live_", 16), ("rk_live_", 16), ("AIza", 35), ("npm_", 30),
  ]

  private static func isServiceKey(_ word: Substring) -> Bool {
    services.contains { beginning, count in
      guard let start = word.firstRange(of: beginning) else { return false }
      return word[start.upperBound...].prefix(while: isTokenCharacter).count >= count
    }
  }

  private static func isTokenCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_" || character == "-")
  }
}
