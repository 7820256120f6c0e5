/// Which keys name secrets in an app: the general ones of ``SecretKey``, some of its own, and none that it calls open.
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
  package func meaning(of key: String) -> SecretKey.Meaning {
    guard !areGeneral else { return SecretKey.meaning(of: key) }
    let lowercased = key.lowercased()
    if open.contains(lowercased) { return .none }
    if secret.contains(lowercased) { return .secret }
    return hidesPersonalData && SecretKey.isPersonal(SecretKey.words(of: key)) ? .secret : SecretKey.meaning(of: key)
  }
}
