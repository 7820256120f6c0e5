import FluxtapeLog

// Comparing two values of one type.

extension Coder {
  /// Composes the operations between two values of a trusted type.
  func compare(_ old: Subject, _ new: Subject, in context: WritingContext) {
    let facts = new.facts
    // Writing may have shown that the type is not to be trusted; these values are, as they were.
    if mask(of: facts).areSame(old, new) { return }
    guard !facts.isSpecial else { return compareApart(old, new, in: context) }
    // What is too deep is written without its contents.
    guard facts.isScalar || hasRoom(at: depth + 1) else { return compareWhole(old, new, in: context) }
    switch facts.kind {
    case .text: compareTexts(old.value(as: String.self), new.value(as: String.self), in: context)
    case .optional(let access):
      if !access.compare(old, new, by: self, in: context) { compareWhole(old, new, in: context) }
    case .array(let access):
      access.withElements(of: old, by: self) { old in
        access.withElements(of: new, by: self) { compare(ElementPair(old: old, new: $0, self), in: context) }
      }
    case .dictionary(let access):
      if !access.compare(old, new, by: self, in: context) { compareApart(old, new, in: context) }
    case .bool, .int, .uint, .double, .float, .integer: compareWhole(old, new, in: context)
    case .foundation, .set, .direct, .opaque, .existential, .encodable, .reflected: compareApart(old, new, in: context)
    }
  }

  private func compareApart(_ old: Subject, _ new: Subject, in context: WritingContext) {
    if !compareMembers(old, new, in: context) { imageApart(of: new).compare(to: imageApart(of: old), self, in: context) }
  }

  private func compareWhole(_ old: Subject, _ new: Subject, in context: WritingContext) {
    replaceIfDifferent(bytes { write(old, into: $0) }, bytes { write(new, into: $0) }, in: context)
  }

  func compareTexts(_ old: String, _ new: String, in context: WritingContext) {
    guard !old.hasSameBytes(as: new) else { return }
    let isSpliced =
      context.secrecy == .open && new.utf8.count >= TextSplice.shortestText
      && old.withUTF8Span { oldBytes in new.withUTF8Span { newBytes in writeSplice(from: oldBytes, to: newBytes) } }
    if !isSpliced { replace(in: context) { JSONText.append(new, to: &$0.bytes) } }
  }

  /// Returns `false`, with nothing written, if the new text has to be written whole.
  private func writeSplice(from old: Span<UInt8>, to new: Span<UInt8>) -> Bool {
    // A redacted text has nothing in common with another one.
    guard let splice = TextSplice(from: old, to: new), redactor.leaves(new, old) else { return false }
    self.splice(splice, of: new)
    return true
  }
}
