/// Which keys name secrets.
///
/// A key is taken apart into words, at capitals, digits and punctuation. It names a secret if one of its words does, or some words side by
/// side: `password`, `newPassword2`, `X-API-Key`, `access_token`, also without a mark between them: `userpassword`, `PASSWORDHASH`. Other parts
/// of words mean nothing: `pinned`, `tokenizer`, `passenger`. The words themselves are in `SensitiveKeyName+Tables.swift`.
public enum SensitiveKeyName {
  /// What a key says about the value under it.
  public enum Meaning: Hashable, Sendable {
    /// Nothing.
    case none
    /// A text there is a secret. Anything else is something that goes by the same name: the result of a test, `pass`.
    case text
    /// A text there is a secret if it looks like one: it has digits or signs among its letters, or is a number. Others are words: the state of
    /// an `authorization`, the purpose of a `session`.
    case made
    /// The value is something *about* a secret: `tokenCount`, `passwordAttempts`. Numbers and dates tell that; what is a text may be the
    /// secret itself.
    case about
    /// Whatever is there is a secret.
    case secret
  }

  /// What `key` says about its value.
  public static func meaning(of key: String) -> Meaning {
    key.withBytes { mayMatch($0) } ? meaning(of: words(of: key)) : .none
  }

  /// Whether a text that stands under `key` is, or may be, a secret, and not just something about one.
  public static func matches(_ key: String) -> Bool {
    switch meaning(of: key) {
    case .none, .about: false
    case .text, .made, .secret: true
    }
  }

  package static func meaning(of words: [String]) -> Meaning {
    guard let last = words.last else { return .none }
    let named = named(by: words, last)
    guard named != .none, !descriptions.contains(last), !holds(otherThings, words) else { return .none }
    return named == .secret && words.contains { attributes.contains($0) || isAttributeOfPassword($0) } ? .about : named
  }

  /// Whether `words` name something about a person that ``SecretKeyRules/hidesPersonalData`` hides.
  static func isPersonal(_ words: [String]) -> Bool {
    guard let last = words.last, !words.contains(where: attributes.contains) else { return false }
    return personal.contains(last) || holds(personalCompounds, words)
  }
}

// MARK: - Words side by side

extension SensitiveKeyName {
  private static func named(by words: [String], _ last: String) -> Meaning {
    if words.contains(where: isSecret) || holds(compounds, words) { return .secret }
    if words.contains("authorization") || mades.contains(last) { return .made }
    guard last == "pass", words.count > 1 else { return texts.contains(last) ? .text : .none }
    return passOwners.contains(words[words.count - 2]) ? .text : .made
  }

  private static func isSecret(_ word: String) -> Bool {
    secrets.contains(word) || endings.contains { word.hasSuffix($0) } || (word.hasPrefix("password") && word != "passwordless")
      || word.hasPrefix("aspsessionid")
      || (word.utf8.contains { $0 >= 0x80 } && unspacedWords.contains { word.contains($0) })
  }

  /// Whether two or three words that stand side by side are in the table.
  private static func holds(_ compounds: Set<String>, _ words: [String]) -> Bool {
    guard words.count > 1 else { return false }
    return words.indices.dropLast().contains { start in
      let pair = words[start] + " " + words[start + 1]
      return compounds.contains(pair) || (start + 2 < words.count && compounds.contains(pair + " " + words[start + 2]))
    }
  }

  /// Whether two words that stand side by side in a sentence name a secret together: `API key`.
  static func isPair(_ text: String) -> Bool {
    let words = words(of: text)
    return words.count < 4 && holds(compounds, words)
  }

  /// Whether what `name` ends with may be the name of a secret, as that of a type is: `AccessToken`, and not `TokenBucket`.
  package static func mayEndWithSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    return isSecret(last)
      || (2...3).contains { count in words.count >= count && compounds.contains(words.suffix(count).joined(separator: " ")) }
  }

  /// `passwordlength` in one word.
  private static func isAttributeOfPassword(_ word: String) -> Bool {
    word.hasPrefix("password") && attributes.contains(String(word.dropFirst("password".count)))
  }
}
