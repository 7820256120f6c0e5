// The contexts of parts of values, decided as the writer decides.

extension ValueWriter {
  /// The context of a whole value.
  func context(named name: String) -> WritingContext {
    // Most writers have one store, and so one name.
    if let (known, context) = latestNamed, known.isSameText(as: name) { return context }
    let (state, isMatch) = paths.root()
    let context = WritingContext(secrecy: isMatch ? .hidden : names.isSecret(name) ? .named : .open, paths: state)
    latestNamed = (name, context)
    return context
  }

  /// The context of a member of an object that stands in `context`.
  ///
  /// - Parameter key: As the app has it; what begins with `$` is written with one more.
  func context(forKey key: String, in context: WritingContext) -> WritingContext {
    self.context(forKey: key, isSecret: names.isSecret(key), in: context)
  }

  /// The context of a member whose key is not data but one of a type's, which is remembered.
  func context(forLabel key: String, in context: WritingContext) -> WritingContext {
    self.context(forKey: key, isSecret: output.traits(ofLabel: key).contains(.secret), in: context)
  }

  /// Adds a key of a type's to a pointer.
  func appendToken(ofLabel key: String, to path: PathText) { output.appendToken(ofLabel: key, to: path) }

  @inline(__always)
  private func context(forKey key: String, isSecret: @autoclosure () -> Bool, in context: WritingContext) -> WritingContext {
    var inside = context.inside
    switch context.secrecy {
    case .open: inside.secrecy = isSecret() ? .secret : .open
    case .named: inside.secrecy = SecretNames.saysNothing(key) || isSecret() ? .secret : .open
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
