import FluxtapeJSON

/// Writes values as the bytes of their JSON, under rules: what is secret or too large is replaced before anything leaves it.
///
/// The bytes are those of ``ValueEncoder`` but for what the rules replace. One per store, used under the store's lock: it keeps
/// its buffers and what it found out about types and keys.
package final class ValueWriter {
  package let rules: EncodingRules
  var names: SecretNames
  var paths: PathMatching
  /// What is being written. A whole value, or what ``StateDelta`` puts together.
  var buffer: [UInt8] = []

  package init(rules: EncodingRules) {
    self.rules = rules
    names = SecretNames(rules)
    paths = PathMatching(rules.hiddenPaths)
  }

  /// Appends the JSON of `value`.
  ///
  /// - Parameter name: Stands for the key of a value that has no label: the name of a case, type, scope or store.
  package func write<Value>(_ value: Value, named name: String, appendingTo bytes: inout [UInt8]) {
    let start = buffer.count
    write(value, in: context(named: name))
    bytes.append(contentsOf: buffer[start...])
    buffer.removeSubrange(start...)
  }
}

// MARK: - Parts of values

extension ValueWriter {
  /// Appends the value at an address to the writer's own buffer.
  func write(_ plan: TypePlan, at address: UnsafeRawPointer, in context: WritingContext) {
    write(unsafe plan.memory.boxed(address), in: context)
  }

  /// Appends a value to the writer's own buffer.
  func write<Value>(_ value: Value, in context: WritingContext) {
    let session = EncodingSession(rules)
    let json = session.encode(value, at: EncodingPlace(parent: nil, key: nil, depth: context.depth))
    write(json, in: context)
  }

  /// Whether values of the type are replaced or hidden as a whole.
  func isWrittenWhole(_ plan: TypePlan) -> Bool {
    rules.hook(for: plan.type) != nil
  }

  /// Whether a member of an object that has this type is not written.
  func isLeftOut(_ plan: TypePlan) -> Bool { rules.leavesOut(plan.type) }
}

// MARK: - The writer's own buffer

extension ValueWriter {
  /// Bytes in the buffer.
  var count: Int { buffer.count }

  subscript(place: Int) -> UInt8 { buffer[place] }

  /// A copy of what was written there.
  func bytes(_ range: Range<Int>) -> [UInt8] { Array(buffer[range]) }

  /// Takes back what was written behind the first `count` bytes.
  func rollBack(to count: Int) { buffer.removeSubrange(count...) }

  /// Whether the same was written in both places.
  func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool { buffer[left] == buffer[right] }

  func append(_ byte: UInt8) { buffer.append(byte) }
  func append(_ text: StaticString) { buffer.append(contentsOf: text.description.utf8) }
  func append(_ text: String) { buffer.append(contentsOf: text.utf8) }
  func append(_ bytes: [UInt8]) { buffer.append(contentsOf: bytes) }
  func append(_ range: Range<Int>) { buffer.append(contentsOf: buffer[range]) }

  /// Moves what stands in the buffer from `start` on to the end of `bytes`.
  func move(from start: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: buffer[start...])
    rollBack(to: start)
  }
}

// MARK: - Contexts

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
