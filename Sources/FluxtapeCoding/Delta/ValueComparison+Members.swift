import FluxtapeJSON

// Values that encode themselves, by the members that their `encode(to:)` writes.

extension ValueComparison {
  func compareMembers(_ old: PlacedValue, _ new: PlacedValue, by access: any EncodableAccess, in context: WritingContext) -> Outcome {
    guard let oldCapture = capture.capture(old, by: access) else { return compareDocuments(old, new, in: context) }
    defer { capture.release(oldCapture) }
    guard let newCapture = capture.capture(new, by: access, besides: oldCapture) else { return compareDocuments(old, new, in: context) }
    let pair = PartsPair(kind: newCapture.kind, old: oldCapture.parts, new: newCapture.parts)
    guard oldCapture.kind == newCapture.kind, isComparable(pair, in: context) else { return compareDocuments(old, new, in: context) }
    let mark = mark
    let outcome = compareParts(pair, in: context)
    guard outcome == .rewritten, replaceIfShorter(since: mark, { writer.write(new, in: context) }) else { return outcome }
    return .replaced
  }

  /// The parts of a container before and after.
  struct PartsPair {
    let kind: Capture.Kind
    let old: Range<Int>
    let new: Range<Int>
  }

  private func compareParts(_ pair: PartsPair, in context: WritingContext) -> Outcome {
    let mark = mark
    var isRewritten = true
    for place in siblings(pair.old) where parts[place].partner == nil {
      at(parts[place].key) { writeRemove() }
    }
    for (index, place) in siblings(pair.new).enumerated() {
      guard !isUnchanged(place) else {
        isRewritten = false
        continue
      }
      let outcome = at(place, index, of: pair.kind, in: context) { comparePart(place, in: $0) }
      if outcome == .unchanged || outcome == .changedInside { isRewritten = false }
      if pair.kind == .single { return outcome }
    }
    guard operationCount > mark.operations else { return .unchanged }
    return isRewritten ? .rewritten : .changedInside
  }

  /// Goes to a part while `body` runs.
  private func at<Result>(
    _ place: Int, _ index: Int, of kind: Capture.Kind, in context: WritingContext, _ body: (WritingContext) -> Result
  ) -> Result {
    switch kind {
    case .single: return body(context.deeper)
    case .array: return at(index) { body(writer.context(forElementAt: index, in: context)) }
    case .object, .nothing:
      let key = parts[place].key
      return at(key) { body(writer.context(forKey: key, in: context)) }
    }
  }

  private func comparePart(_ place: Int, in context: WritingContext) -> Outcome {
    guard let partner = parts[place].partner else {
      writeAdd { writePart(place, in: context) }
      return .replaced
    }
    if let inner = innerPair(place) { return compareParts(inner, in: context) }
    if let old = parts[partner].copy, let new = parts[place].copy { return compare(old.value, new.value, in: context) }
    return compareDocuments({ _ in writePart(partner, in: context) }, { _ in writePart(place, in: context) })
  }

  /// Writes a part that is no container.
  private func writePart(_ place: Int, in context: WritingContext) {
    guard let copy = parts[place].copy else { return writer.append("null") }
    writer.write(copy.value, in: context)
  }
}

// MARK: - Parts

extension ValueComparison {
  private var parts: [Capture.Part] { capture.parts }

  private func siblings(_ range: Range<Int>) -> some Sequence<Int> { capture.siblings(range) }

  private func isUnchanged(_ place: Int) -> Bool {
    guard let partner = parts[place].partner, parts[place].form == parts[partner].form else { return false }
    switch parts[place].form {
    case .value: return parts[place].copy == nil
    case .null: return true
    case .object, .array: return false
    }
  }

  /// What is inside of two containers of one kind.
  private func innerPair(_ place: Int) -> PartsPair? {
    guard let partner = parts[place].partner, parts[place].form == parts[partner].form else { return nil }
    let kind: Capture.Kind
    switch parts[place].form {
    case .value, .null: return nil
    case .object: kind = .object
    case .array: kind = .array
    }
    return PartsPair(kind: kind, old: partner + 1..<parts[partner].end, new: place + 1..<parts[place].end)
  }
}

// MARK: - What cannot be compared part by part

extension ValueComparison {
  /// Whether what changed can be written part by part. Not if parts depend on each other, or if a container came or went, which has no value of
  /// its own that could be written.
  private func isComparable(_ pair: PartsPair, in context: WritingContext) -> Bool {
    let changed = siblings(pair.new).enumerated().filter { !isUnchanged($1) }
    let gone = siblings(pair.old).filter { parts[$0].partner == nil }
    guard !changed.isEmpty || !gone.isEmpty else { return true }
    switch pair.kind {
    case .nothing: break
    case .single, .array:
      // An element that came or went moves the others.
      guard gone.isEmpty, changed.allSatisfy({ parts[$1].partner != nil }), !isPairWithKey(pair) else { return false }
    case .object:
      guard !haveNeighbours(pair.old), !haveNeighbours(pair.new), gone.allSatisfy({ isOnlyOne($0, in: pair.old) }) else { return false }
      guard changed.allSatisfy({ isOnlyOne($1, in: pair.new) }) else { return false }
    }
    return gone.allSatisfy { !isContainer($0) } && changed.allSatisfy { isComparable($1, $0, of: pair.kind, in: context) }
  }

  private func isComparable(_ place: Int, _ index: Int, of kind: Capture.Kind, in context: WritingContext) -> Bool {
    guard let inner = innerPair(place) else { return !isContainer(place) && parts[place].partner.map(isContainer) != true }
    return at(place, index, of: kind, in: context) { $0.isOpen && $0.depth < maximumDepth && isComparable(inner, in: $0) }
  }

  private func isContainer(_ place: Int) -> Bool { parts[place].form == .object || parts[place].form == .array }

  /// Whether no other part has the key. Of two the last decides.
  private func isOnlyOne(_ place: Int, in range: Range<Int>) -> Bool {
    let key = parts[place].key
    return siblings(range).allSatisfy { $0 == place || !parts[$0].key.isSameText(as: key) }
  }

  private func haveNeighbours(_ range: Range<Int>) -> Bool { writer.haveNeighbours(siblings(range).lazy.map { self.parts[$0].key }) }

  /// Whether this may be an array of a key and its value, which the key may make a secret.
  private func isPairWithKey(_ pair: PartsPair) -> Bool {
    guard writer.rules.hidesSecrets, pair.kind == .array, siblings(pair.new).reduce(0, { count, _ in count + 1 }) == 2 else { return false }
    // Unchanged parts have no copy of their own.
    return [pair.old.lowerBound, pair.new.lowerBound].contains { parts[$0].copy.map { mayBeText($0.value) } ?? false }
  }

  /// Whether the value may be written as a text. To say so of one that encodes itself it is captured.
  func mayBeText(_ value: PlacedValue) -> Bool {
    switch value.type.way {
    case .list, .dictionary: return false
    case .text, .optional: return true
    case .document: return value.type.hasIdentity
    case .members(let access):
      guard let captured = capture.capture(value, by: access) else { return true }
      defer { capture.release(captured) }
      return captured.kind == .single
    }
  }
}

extension ValueWriter {
  /// Whether a member called `value` may be a secret by what stands beside it.
  func haveNeighbours(_ keys: some Sequence<String>) -> Bool {
    guard rules.hidesSecrets, keys.contains(where: SecretNames.dependsOnNeighbours) else { return false }
    return keys.contains { SecretNames.keysOfNeighbour.contains($0) }
  }
}
