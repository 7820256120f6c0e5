/// Which keys name secrets in an app: the general ones of ``SecretKey``, some of its own, and none that it calls open.
package struct SecretKeyRules: Hashable, Sendable {
  /// Keys that name secrets of this app. In lower case.
  package let secret: Set<String>
  /// Keys that look like secrets and are none in this app. In lower case.
  package let open: Set<String>

  /// - Parameters: Keys of the app. Upper and lower case are the same.
  package init(secret: Set<String> = [], open: Set<String> = []) {
    self.secret = Set(secret.map { $0.lowercased() })
    self.open = Set(open.map { $0.lowercased() })
  }

  package var areGeneral: Bool { secret.isEmpty && open.isEmpty }

  /// What `key` says about secrets.
  package func meaning(of key: String) -> SecretKey.Meaning {
    guard !areGeneral else { return SecretKey.meaning(of: key) }
    let lowercased = key.lowercased()
    if open.contains(lowercased) { return .none }
    return secret.contains(lowercased) ? .secret : SecretKey.meaning(of: key)
  }
}
