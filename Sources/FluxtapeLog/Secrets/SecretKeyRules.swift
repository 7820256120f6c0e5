/// Which keys name secrets in an app: the general ones of ``SensitiveKeyName``, plus those that the app adds, minus those that it declares
/// open.
package struct SecretKeyRules: Hashable, Sendable {
  /// Additional keys that name secrets in this app, in lower case.
  package let secret: Set<String>
  /// Keys that look like secrets but are not secret in this app, in lower case.
  package let open: Set<String>
  /// Whether personal data is secret, too: names, addresses, phone numbers, places.
  package let hidesPersonalData: Bool

  /// - Parameters: Keys of the app, case-insensitive.
  package init(secret: Set<String> = [], open: Set<String> = [], hidesPersonalData: Bool = false) {
    self.hidesPersonalData = hidesPersonalData
    self.secret = Set(secret.map { $0.lowercased() })
    self.open = Set(open.map { $0.lowercased() })
  }

  package var areGeneral: Bool { secret.isEmpty && open.isEmpty && !hidesPersonalData }

  /// The meaning of `key` for secrets.
  package func meaning(of key: String) -> SensitiveKeyName.Meaning {
    guard !areGeneral else { return SensitiveKeyName.meaning(of: key) }
    let lowercased = key.lowercased()
    if open.contains(lowercased) { return .none }
    if secret.contains(lowercased) { return .secret }
    return hidesPersonalData && SensitiveKeyName.isPersonal(SensitiveKeyName.words(of: key)) ? .secret : SensitiveKeyName.meaning(of: key)
  }
}
