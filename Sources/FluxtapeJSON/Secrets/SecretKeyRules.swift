/// Which keys name secrets in an app: the general ones of ``SensitiveKeyName``, some of its own, and none that it calls open.
package struct SecretKeyRules: Hashable, Sendable {
  /// Keys that name secrets of this app. In lower case.
  package let secret: Set<String>
  /// Keys that look like secrets and are none in this app. In lower case.
  package let open: Set<String>
  /// Whether what belongs to a person is a secret too: names, addresses, numbers of telephones, places.
  package let hidesPersonalData: Bool

  /// - Parameters: Keys of the app. Upper and lower case are the same.
  package init(secret: Set<String> = [], open: Set<String> = [], hidesPersonalData: Bool = false) {
    self.hidesPersonalData = hidesPersonalData
    self.secret = Set(secret.map { $0.lowercased() })
    self.open = Set(open.map { $0.lowercased() })
  }

  package var areGeneral: Bool { secret.isEmpty && open.isEmpty && !hidesPersonalData }

  /// What `key` says about secrets.
  package func meaning(of key: String) -> SensitiveKeyName.Meaning {
    guard !areGeneral else { return SensitiveKeyName.meaning(of: key) }
    let lowercased = key.lowercased()
    if open.contains(lowercased) { return .none }
    if secret.contains(lowercased) { return .secret }
    return hidesPersonalData && SensitiveKeyName.isPersonal(SensitiveKeyName.words(of: key)) ? .secret : SensitiveKeyName.meaning(of: key)
  }
}
