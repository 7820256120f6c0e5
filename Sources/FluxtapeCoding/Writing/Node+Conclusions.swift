// Conclusions about a type from a complete value.

extension Node {
  func conclude(_ value: Subject) {
    guard let facts else { return }
    if shape == .object, facts.plan.isEmpty, !draft.isEmpty, !isOdd, draft.count == count, Set(draft.map(\.name)).count == draft.count {
      facts.plan = draft
    }
    // Most values are as the earlier ones.
    if isAsPlanned, facts.layout != nil { return }
    guard !facts.isTrivial, facts.doubt == nil, !facts.isDeclaredValue else { return }
    if facts.form == nil { facts.setForm(from: value.boxed) }
    if facts.form == .enumeration { return concludeCase(value, facts) }
    if facts.isKnownByMirror { return }
    guard facts.isStruct, account.isComplete, !isOdd else { return coder.concludeByMirror(value) }
    guard facts.layout == nil else { return }
    guard !draft.isEmpty, draft.count == count else { return }
    facts.layout = draft.map { ($0.facts, $0.offset) }
    coder.knowledge += 1
  }

  /// Whether the value wrote the members of the plan, and they make up its bytes.
  var isAsPlanned: Bool { followsPlan && account.isComplete && !isOdd && shape == .object && count == facts?.plan.count }

  /// The payload of an enum's case has to consist of what was written, as its place in memory is not known.
  private func concludeCase(_ value: Subject, _ facts: TypeFacts) {
    // The form that the compiler makes: the case, and the payload in it.
    guard shape == .object, count == 1, nested.count == 1, !isOdd else { return facts.distrust("is an enum with its own encoding", coder) }
    guard facts.cases.insert(firstKey).inserted else { return }
    let payload = Mirror(reflecting: value.boxed).children.first?.value
    var types: [ObjectIdentifier] = []
    if let payload {
      let contents = Mirror(reflecting: payload)
      types =
        contents.displayStyle == .tuple
        ? contents.children.map { ObjectIdentifier(type(of: $0.value)) } : [ObjectIdentifier(type(of: payload))]
    }
    if types != innerTypes { facts.distrust("hides something in a case", coder) }
  }
}

extension Coder {
  /// Checks whether the stored properties of a struct make up its bytes, if its `encode(to:)` does not show them all.
  func concludeByMirror(_ value: Subject) {
    let facts = value.facts
    guard facts.isStruct, !(facts.type is any CustomReflectable.Type), UnownedFields.of(facts.type).isEmpty else {
      return facts.distrust("hides something from its encoding", self)
    }
    facts.isBeingConcluded = true
    defer { facts.isBeingConcluded = false }
    var layout: [(TypeFacts, Int)] = []
    var account = value.account
    for child in Mirror(reflecting: value.boxed).children {
      open(child.value) { part in
        // Writing it makes its type known; what it writes does not matter.
        if !part.facts.isClosed(), !part.facts.isObject { _ = bytes { write(part, into: $0) } }
        if part.facts.isClosed() { layout.append((part.facts, account.add(part, mask(of: part.facts)))) }
        facts.add(part.facts, self)
      }
    }
    guard account.isComplete else { return facts.distrust("hides something from its encoding", self) }
    facts.layout = layout
    facts.isKnownByMirror = true
    knowledge += 1
  }
}
