// The contexts of parts of values, decided as the writer decides.

extension ValueWriter {
  /// The context of a whole value.
  func context(named name: String) -> WritingContext {
    let (state, isMatch) = paths.root()
    return WritingContext(secrecy: isMatch ? .hidden : names.isSecret(name) ? .named : .open, paths: state)
  }

  /// The context of a member of an object that stands in `context`.
  ///
  /// - Parameter key: As the app has it; what begins with `$` is written with one more.
  func context(forKey key: String, in context: WritingContext) -> WritingContext {
    var inside = context.inside
    switch context.secrecy {
    case .open: inside.secrecy = names.isSecret(key) ? .secret : .open
    case .named: inside.secrecy = SecretNames.saysNothing(key) || names.isSecret(key) ? .secret : .open
    case .secret, .hidden: inside.secrecy = .secret
    }
    return follow(key, from: context, into: inside)
  }

  /// The context of an element of an array that stands in `context`.
  func context(forElementAt place: Int, in context: WritingContext) -> WritingContext {
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
