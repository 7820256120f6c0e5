import FluxtapeLog

// The contexts of values and their parts.

extension Redactor {
  /// The context of a whole state, or of an action's payload.
  func context(named name: String, isAction: Bool = false) -> WritingContext {
    var secrecy = WritingContext.Secrecy.key(meaning(of: name))
    if secrecy == .secret { secrecy = isAction ? .labelled : .named } else if secrecy == .key(.about), !isAction { secrecy = .open }
    return context(secrecy, rules.hiddenPaths.map { $0[...] })
  }

  /// The context of a member.
  ///
  /// - Parameter key: The app's key.
  func context(forKey key: String, in context: WritingContext) -> WritingContext {
    self.context(KeyWords(key), meaning(of: key), in: context) { key }
  }

  /// The context of a member with a key in its written form, without quotation marks. No string is made of most keys.
  func context(forWrittenKey key: Span<UInt8>, _ words: KeyWords, in context: WritingContext) -> WritingContext {
    self.context(words, meaning(ofWritten: key, words), in: context) { JSONText.unescapedKey(JSONBytes.unquotedText(key)) }
  }

  private func context(
    _ words: KeyWords, _ meaning: KeyWords.Meaning, in context: WritingContext, _ key: () -> String
  ) -> WritingContext {
    let isAboutSecret = meaning == .about || meaning == .secret
    let secrecy: WritingContext.Secrecy =
      switch context.secrecy {
      case .key(.none): .key(meaning)
      case .key(.text), .key(.made): words.isEmpty ? context.secrecy : .key(meaning)
      case .key(.about): isAboutSecret ? .key(meaning) : words.areAll(.innocent) ? .open : context.secrecy
      case .named: words.sayNothing ? .secret : .key(meaning)
      case .labelled: isAboutSecret ? .key(meaning) : words.sayNothing ? .secret : words.areAll(.innocent) ? .open : .labelled
      case .key(.secret), .hidden: .secret
      case .message: .message
      }
    return follow(from: context, into: secrecy, key)
  }

  /// The context of an element of an array.
  func context(forElementAt place: Int, in context: WritingContext) -> WritingContext {
    follow(from: context, into: context.secrecy.inside) { "\(place)" }
  }

  /// Whether all elements of an array have the same context.
  func areElementsAlike(in context: WritingContext) -> Bool { context.paths.allSatisfy { $0.first ?? "*" == "*" } }

  private func follow(from context: WritingContext, into secrecy: WritingContext.Secrecy, _ key: () -> String) -> WritingContext {
    guard !context.paths.isEmpty else { return WritingContext(secrecy: secrecy) }
    let key = key()
    return self.context(secrecy, context.paths.compactMap { $0.first == "*" || $0.first == key ? $0.dropFirst() : nil })
  }

  private func context(_ secrecy: WritingContext.Secrecy, _ paths: [ArraySlice<String>]) -> WritingContext {
    WritingContext(secrecy: paths.contains(where: \.isEmpty) ? .hidden : secrecy, paths: paths)
  }

  // MARK: - What keys say

  func meaning(of key: String) -> KeyWords.Meaning { hidesSecrets ? keys.meaning(of: key) : .none }

  /// The words of a key in its written form, without quotation marks. No string is made of most keys.
  func words(ofWritten key: Span<UInt8>) -> KeyWords {
    key.place(of: UInt8(ascii: "\\"), from: 0) == key.count ? KeyWords(key) : KeyWords(JSONBytes.unquotedText(key))
  }

  func meaning(ofWritten key: Span<UInt8>, _ words: KeyWords) -> KeyWords.Meaning {
    guard hidesSecrets else { return .none }
    return keys.areGeneral ? words.meaning : keys.meaning(of: JSONText.unescapedKey(JSONBytes.unquotedText(key)))
  }

  /// Whether a text with the name is or may be a secret, not only a fact about one.
  func isSecret(_ name: String) -> Bool { ![.none, .about].contains(meaning(of: name)) }
}
