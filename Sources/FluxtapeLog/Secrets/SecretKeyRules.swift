/// Which keys name secrets in an app: the general ones of ``KeyWords``, plus those that the app adds, minus those that it declares open.
package struct SecretKeyRules: Hashable, Sendable {
  /// In lower case.
  package let secret, open: Set<String>
  let hidesPersonalData: Bool
  package let areGeneral: Bool

  /// - Parameters: Keys of the app, case-insensitive; whether names, addresses, phone numbers and places are secret, too.
  package init(secret: Set<String> = [], open: Set<String> = [], hidesPersonalData: Bool = false) {
    (self.secret, self.open) = (Set(secret.map { $0.lowercased() }), Set(open.map { $0.lowercased() }))
    self.hidesPersonalData = hidesPersonalData
    areGeneral = secret.isEmpty && open.isEmpty && !hidesPersonalData
  }

  package func meaning(of key: String) -> KeyWords.Meaning { key.withUTF8Span { meaning(of: $0, KeyWords($0)) } }

  func meaning(of key: Span<UInt8>, _ words: KeyWords) -> KeyWords.Meaning {
    guard !areGeneral else { return words.meaning }
    let key = key.text(key.indices).lowercased()
    if open.contains(key) { return .none }
    return secret.contains(key) || hidesPersonalData && isPersonal(words) ? .secret : words.meaning
  }

  /// A phrase such as `phoneNumber` names personal data anywhere in a key, a word such as `email` at its end.
  private func isPersonal(_ words: KeyWords) -> Bool {
    // `birthDate` is personal, though a date under another key is only a fact.
    words.endsInPhrase(with: .personal)
      || (words.hasPhrase(with: .personal) || words.end(with: .personal)) && !words.has(.attribute)
  }

  /// The maximum length of a name in bytes. Longer texts are prose.
  package static let longestName = 64
}
