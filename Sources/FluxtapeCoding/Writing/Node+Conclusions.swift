// Conclusions about a type from a complete value.

extension Node {
  func conclude<Value>(_ value: Value) {
    guard let facts else { return }
    if shape == .object, facts.plan.isEmpty, !draft.isEmpty, !isOdd, draft.count == count, Set(draft.map(\.name)).count == draft.count {
      facts.plan = draft
    }
    guard !facts.isTrivial, facts.doubt == nil, !facts.isDeclaredValue else { return }
    if facts.style == nil { facts.style = .some(value is any CustomReflectable ? nil : Mirror(reflecting: value).displayStyle) }
    if facts.isEnum { return concludeCase(value, facts) }
    if facts.isKnownByMirror { return }
    guard facts.isStruct, account.isComplete, !isOdd else { return coder.concludeByMirror(value, facts) }
    guard facts.layout == nil else { return }
    guard !draft.isEmpty, draft.count == count else { return }
    facts.layout = draft.map { ($0.facts, $0.offset) }
    coder.knowledge += 1
  }

  /// The payload of an enum's case has to consist of what was written, as its place in memory is not known.
  private func concludeCase<Value>(_ value: Value, _ facts: TypeFacts) {
    // The form that the compiler makes: the case, and the payload in it.
    guard shape == .object, count == 1, nested.count == 1, !isOdd else { return facts.distrust("is an enum with its own encoding", coder) }
    guard facts.cases.insert(firstKey).inserted else { return }
    let payload = Mirror(reflecting: value).children.first?.value
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
  func concludeByMirror<Value>(_ value: Value, _ facts: TypeFacts) {
    guard facts.isStruct, !(value is any CustomReflectable), UnownedFields.of(Value.self).isEmpty else {
      return facts.distrust("hides something from its encoding", self)
    }
    facts.isBeingConcluded = true
    defer { facts.isBeingConcluded = false }
    var layout: [(TypeFacts, Int)] = []
    let isComplete = withAccount(of: value, as: Value.self) { value, account in
      var account = account
      for child in Mirror(reflecting: value).children {
        func open<Part>(_ type: Part.Type) {
          guard let part = child.value as? Part else { return }
          let known = self.facts(type)
          // Writing it makes its type known; what it writes does not matter.
          if !known.isClosed(), !known.isObject { _ = bytes { write(part, known, into: $0) } }
          if known.isClosed() { layout.append((known, account.add(part, mask(of: known)))) }
          facts.add(known, self)
        }
        _openExistential(type(of: child.value), do: open)
      }
      return account.isComplete
    }
    guard isComplete else { return facts.distrust("hides something from its encoding", self) }
    facts.layout = layout
    facts.isKnownByMirror = true
    knowledge += 1
  }
}
