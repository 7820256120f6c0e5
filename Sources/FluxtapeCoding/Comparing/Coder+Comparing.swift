import FluxtapeJSON

// Comparing two values of one type.

extension Coder {
  /// Composes the operations between two values of a trusted type.
  func compare<Value>(_ old: Value, _ new: Value, _ facts: TypeFacts, in context: WritingContext) {
    // Writing may have shown that the type is not to be trusted; these values are, as they were.
    if mask(of: facts).areSame(old, new) { return }
    guard !facts.isSpecial else { return compareApart(old, new, facts, in: context) }
    // What is too deep is written without its contents.
    guard facts.isScalar || hasRoom(at: depth + 1) else { return compareWhole(old, new, facts, in: context) }
    switch facts.kind {
    case .text: compareTexts(known(old, as: String.self), known(new, as: String.self), in: context)
    case .optional(let access):
      if !access.compare(old, new, by: self, in: context) { compareWhole(old, new, facts, in: context) }
    case .array(let access): access.compare(old, new, by: self, in: context)
    case .dictionary(let access):
      if !access.compare(old, new, by: self, in: context) { compareApart(old, new, facts, in: context) }
    case .bool, .int, .uint, .double, .float, .integer: compareWhole(old, new, facts, in: context)
    case .foundation, .set, .direct, .opaque, .existential, .encodable, .reflected: compareApart(old, new, facts, in: context)
    }
  }

  private func compareApart<Value>(_ old: Value, _ new: Value, _ facts: TypeFacts, in context: WritingContext) {
    imageApart(of: new, facts).compare(to: imageApart(of: old, facts), self, in: context)
  }

  private func compareWhole<Value>(_ old: Value, _ new: Value, _ facts: TypeFacts, in context: WritingContext) {
    replaceIfDifferent(bytes { write(old, facts, into: $0) }, bytes { write(new, facts, into: $0) }, in: context)
  }

  func compareTexts(_ old: String, _ new: String, in context: WritingContext) {
    guard !old.isSameText(as: new) else { return }
    let isSpliced =
      context.secrecy == .open && new.utf8.count >= TextSplice.shortestText
      && old.withBytes { oldBytes in new.withBytes { newBytes in writeSplice(from: oldBytes, to: newBytes) } }
    if !isSpliced { replace(in: context) { JSONText.append(new, to: &$0.bytes) } }
  }

  /// Returns `false`, with nothing written, if the new text has to be written whole.
  private func writeSplice(from old: Span<UInt8>, to new: Span<UInt8>) -> Bool {
    // A redacted text has nothing in common with another one.
    guard let splice = TextSplice(from: old, to: new), redactor.leaves(new, old, where: splice.replaced) else { return false }
    self.splice(splice, of: new)
    return true
  }
}
