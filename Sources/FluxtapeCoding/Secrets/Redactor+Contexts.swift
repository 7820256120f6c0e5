import FluxtapeLog

// The contexts of values and their parts.

extension Redactor {
  /// The context of a whole state.
  func context(named name: String) -> WritingContext {
    let secrecy = WritingContext.Secrecy(names.meaning(of: name))
    return rootContext(secrecy == .secret ? .named : secrecy == .about ? .open : secrecy)
  }

  /// The context of an action's payload.
  func context(ofActionNamed name: String) -> WritingContext {
    let secrecy = WritingContext.Secrecy(names.meaning(of: name))
    return rootContext(secrecy == .secret ? .labelled : secrecy)
  }

  private func rootContext(_ secrecy: WritingContext.Secrecy) -> WritingContext {
    WritingContext(secrecy: paths.isMatch ? .hidden : secrecy, paths: paths)
  }

  /// The context of a member.
  ///
  /// - Parameter key: The app's key.
  func context(forKey key: String, in context: WritingContext) -> WritingContext {
    self.context(forKey: key, names.meaning(of: key), in: context)
  }

  /// The context of a member with a key in its written form, without quotation marks.
  func context(forWrittenKey key: Span<UInt8>, in context: WritingContext) -> WritingContext {
    // Most keys have no meaning, which is found out without making a string.
    if context.secrecy == .open, context.paths == PathMatching.none, !hasOwnKeys, !SensitiveKeyName.mayMatch(key) {
      return context.inside
    }
    return self.context(forKey: JSONText.unescapedKey(JSONBytes.unquotedText(key)), in: context)
  }

  private func context(forKey key: String, _ meaning: SensitiveKeyName.Meaning, in context: WritingContext) -> WritingContext {
    var inside = context.inside
    let own = WritingContext.Secrecy(meaning)
    switch context.secrecy {
    case .open: inside.secrecy = own
    case .text, .made: inside.secrecy = SecretLabel.isPositional(key) ? context.secrecy : own
    case .named: inside.secrecy = SecretLabel.saysNothing(key) ? .secret : own
    case .about, .labelled:
      if meaning == .about || meaning == .secret {
        inside.secrecy = own
      } else if context.secrecy == .labelled, SecretLabel.saysNothing(key) {
        inside.secrecy = .secret
      } else {
        inside.secrecy = SecretLabel.isInnocent(key) ? .open : context.secrecy
      }
    case .secret, .hidden: inside.secrecy = .secret
    }
    return follow(key, from: context, into: inside)
  }

  /// The context of an element of an array.
  func context(forElementAt place: Int, in context: WritingContext) -> WritingContext {
    context.paths == PathMatching.none ? context.inside : follow(String(place), from: context, into: context.inside)
  }

  /// Whether all elements of an array have the same context.
  func areElementsAlike(in context: WritingContext) -> Bool { context.paths.isSameForAllKeys }

  private func follow(_ key: String, from context: WritingContext, into inside: WritingContext) -> WritingContext {
    guard context.paths != PathMatching.none else { return inside }
    var inside = inside
    inside.paths = context.paths.step(to: key)
    if inside.paths.isMatch { inside.secrecy = .hidden }
    return inside
  }
}

extension EncodingRules {
  func digest(of bytes: [UInt8]) -> String { digest(of: bytes.span) }

  /// The digest of bytes: sixteen hexadecimal digits.
  func digest(of bytes: Span<UInt8>) -> String {
    let digits = String(SipHash.digest(of: bytes, key: digestKey), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
