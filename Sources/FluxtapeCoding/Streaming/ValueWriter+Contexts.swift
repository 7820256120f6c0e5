import FluxtapeJSON

// The contexts of parts of values, decided in the same way as by the writer.

extension ValueWriter {
  /// The context of a whole value.
  package func context(named name: String) -> WritingContext {
    // Most writers belong to one store and see only one name.
    if let (known, context) = latestNamed, known.hasSameBytes(as: name) { return context }
    let (state, isMatch) = paths.root()
    let context = WritingContext(secrecy: isMatch ? .hidden : secrecy(ofStoreNamed: name), paths: state)
    latestNamed = (name, context)
    return context
  }

  private func secrecy(ofStoreNamed name: String) -> WritingContext.Secrecy {
    switch names.meaning(of: name) {
    case .none, .about: .open
    case .text: .text
    case .made: .made
    case .secret: .named
    }
  }

  /// The context of an action's payload.
  package func context(ofActionNamed name: String) -> WritingContext {
    let (state, isMatch) = paths.root()
    if isMatch { return WritingContext(secrecy: .hidden, paths: state) }
    let secrecy = WritingContext.Secrecy(names.meaning(of: name))
    return WritingContext(secrecy: secrecy == .secret ? .labelled : secrecy, paths: state)
  }

  /// The context of a member of an object in `context`.
  ///
  /// - Parameter key: The app's key; if it begins with `$`, it is written with one more.
  package func context(forKey key: String, in context: WritingContext) -> WritingContext {
    self.context(forKey: key, meaning: names.meaning(of: key), in: context)
  }

  @inline(__always)
  private func context(forKey key: String, meaning: @autoclosure () -> SensitiveKeyName.Meaning, in context: WritingContext)
    -> WritingContext
  {
    var inside = context.inside
    switch context.secrecy {
    case .open: inside.secrecy = WritingContext.Secrecy(meaning())
    case .text, .made: inside.secrecy = SecretLabel.isPositional(key) ? context.secrecy : WritingContext.Secrecy(meaning())
    case .named: inside.secrecy = SecretLabel.saysNothing(key) ? .secret : WritingContext.Secrecy(meaning())
    case .about, .labelled: inside.secrecy = secrecy(ofLabel: key, meaning(), in: context.secrecy)
    case .secret, .hidden: inside.secrecy = .secret
    }
    return follow(key, from: context, into: inside)
  }

  private func secrecy(
    ofLabel key: String, _ meaning: SensitiveKeyName.Meaning, in outer: WritingContext.Secrecy
  ) -> WritingContext.Secrecy {
    guard meaning == .none || meaning == .text || meaning == .made else { return WritingContext.Secrecy(meaning) }
    if outer == .labelled, SecretLabel.saysNothing(key) { return .secret }
    return SecretLabel.isInnocent(key) ? .open : outer
  }

  /// The context of an element of an array in `context`.
  package func context(forElementAt place: Int, in context: WritingContext) -> WritingContext {
    guard context.paths != PathMatching.none else { return context.inside }
    return follow(String(place), from: context, into: context.inside)
  }

  private func follow(_ key: String, from context: WritingContext, into inside: WritingContext) -> WritingContext {
    guard context.paths != PathMatching.none else { return inside }
    var inside = inside
    let (state, isMatch) = paths.step(from: context.paths, to: key)
    inside.paths = state
    if isMatch { inside.secrecy = .hidden }
    return inside
  }
}
