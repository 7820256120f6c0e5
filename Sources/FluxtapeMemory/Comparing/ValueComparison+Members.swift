import FluxtapeCoding
import FluxtapeJSON

// Values with members, compared by what their `encode(to:)` writes.

extension ValueComparison {
  func compareMembers(
    _ old: ErasedValuePointer, _ new: ErasedValuePointer, by access: ComparedType.Members, keeping kept: Kept, in context: WritingContext
  ) -> Outcome {
    let known: Capture.Captured? =
      switch kept {
      case .nothing: nil
      case .whole(let old, _): capture.takeKept(of: old)
      case .part(let place): capture.takeKeptPart(at: place)
      }
    guard let oldCapture = known ?? capture.capture(old, by: access) else { return compareDocuments(old, new, in: context) }
    guard let newCapture = capture.capture(new, by: access, besides: oldCapture) else {
      // A kept part lies below the later captures and must stay.
      if case .part = kept, known != nil {} else { capture.release(oldCapture) }
      return compareDocuments(old, new, in: context)
    }
    defer { finish(oldCapture, newCapture, wasKept: known != nil, keeping: kept) }
    let mark = mark
    guard oldCapture.kind == newCapture.kind else { return compareDocuments(old, new, in: context) }
    let pair = PartsPair(kind: newCapture.kind, old: oldCapture.parts, new: newCapture.parts)
    let outcome: Outcome
    if newCapture.summary.isParallel, newCapture.summary.isFlat {
      guard isComparable(pair, newCapture.summary) else { return compareDocuments(old, new, in: context) }
      outcome = compareParts(pair, newCapture.summary.changes, areKept: kept.isWhole, in: context)
    } else {
      guard isComparable(pair, in: context) else { return compareDocuments(old, new, in: context) }
      outcome = compareParts(pair, in: context)
    }
    guard outcome == .rewritten, replaceIfShorter(since: mark, { writer.write(new, in: context) }) else { return outcome }
    return .replaced
  }

  /// Keeps or releases the captured parts.
  private func finish(_ old: Capture.Captured, _ new: Capture.Captured, wasKept: Bool, keeping kept: Kept) {
    switch kept {
    case .nothing: capture.release(old)
    case .whole(_, let value): capture.keep(new, insteadOf: old, of: value)
    case .part where wasKept: capture.keepPart(new, insteadOf: old)
    case .part(let place):
      capture.release(old)
      capture.noteComparedPart(at: place)
    }
  }

  /// The old and new parts of a container.
  struct PartsPair {
    let kind: Capture.Kind
    let old: Range<Int>
    let new: Range<Int>
  }

  private func compareParts(_ pair: PartsPair, in context: WritingContext) -> Outcome {
    let mark = mark
    var isRewritten = true
    capture.allSiblings(pair.old) { place, _ in
      if capture.partner(place) == nil { at(label: capture.key(place)) { writeRemove() } }
      return true
    }
    capture.allSiblings(pair.new) { place, index in
      var outcome = Outcome.unchanged
      if !capture.isUnchanged(place) { outcome = at(place, index, of: pair.kind, in: context) { comparePart(place, in: $0) } }
      if outcome == .unchanged || outcome == .changedInside { isRewritten = false }
      return true
    }
    guard operationCount > mark.operations else { return .unchanged }
    return isRewritten ? .rewritten : .changedInside
  }

  /// The fast path for parts with the positions and forms of their partners and without nested parts, of which only those in `changes` may
  /// differ.
  ///
  /// - Parameter areKept: Whether the earlier parts are kept.
  private func compareParts(_ pair: PartsPair, _ changes: Range<Int>, areKept: Bool, in context: WritingContext) -> Outcome {
    let (mark, length) = (mark, path.count)
    let distance = pair.new.lowerBound - pair.old.lowerBound
    var rewrittenCount = 0
    for place in changes {
      // An unchanged part has no copy.
      guard let new = capture.copy(place) else { continue }
      let inside = enter(place, place - pair.new.lowerBound, of: pair.kind, in: context)
      var outcome = Outcome.unchanged
      if let old = capture.copy(place - distance) {
        outcome = compare(old.value, new.value, keeping: areKept ? .part(place - distance) : .nothing, in: inside)
      } else {
        outcome = comparePart(place, in: inside)
      }
      path.rollBack(to: length)
      if outcome == .replaced || outcome == .rewritten { rewrittenCount += 1 }
    }
    guard operationCount > mark.operations else { return .unchanged }
    return rewrittenCount == pair.new.count ? .rewritten : .changedInside
  }

  /// Runs `body` with the path and context of a part.
  private func at<Result>(
    _ place: Int, _ index: Int, of kind: Capture.Kind, in context: WritingContext, _ body: (WritingContext) -> Result
  ) -> Result {
    let length = path.count
    defer { path.rollBack(to: length) }
    return body(enter(place, index, of: kind, in: context))
  }

  /// Appends a part to the path and returns its context.
  @inline(__always)
  private func enter(_ place: Int, _ index: Int, of kind: Capture.Kind, in context: WritingContext) -> WritingContext {
    switch kind {
    case .single: return context.deeper
    case .array:
      path.append(index)
      return writer.context(forElementAt: index, in: context)
    case .object, .nothing:
      let key = capture.key(place)
      writer.appendToken(ofLabel: key, to: path)
      return writer.context(forLabel: key, capture.traits(place), in: context)
    }
  }

  private func comparePart(_ place: Int, in context: WritingContext) -> Outcome {
    guard let partner = capture.partner(place) else {
      writeAdd { writePart(place, in: context) }
      return .replaced
    }
    if let inner = innerPair(place) { return compareParts(inner, in: context) }
    if let old = capture.copy(partner), let new = capture.copy(place) {
      return compare(old.value, new.value, in: context)
    }
    return compareDocuments({ _ in writePart(partner, in: context) }, { _ in writePart(place, in: context) })
  }

  /// Writes a part that is not a container.
  private func writePart(_ place: Int, in context: WritingContext) {
    guard let copy = capture.copy(place) else { return writer.append("null") }
    writer.write(copy.value, in: context)
  }

  /// The nested parts of two containers of the same kind.
  private func innerPair(_ place: Int) -> PartsPair? {
    guard let partner = capture.partner(place), capture.form(place) == capture.form(partner), capture.isContainer(place) else { return nil }
    let kind: Capture.Kind = capture.form(place) == .object ? .object : .array
    return PartsPair(kind: kind, old: partner + 1..<capture.end(partner), new: place + 1..<capture.end(place))
  }
}

// MARK: - Parts that depend on each other

extension ValueComparison {
  /// Whether the changes can be written part by part. They cannot if parts depend on each other, or if a container was added or removed,
  /// since no copy of it exists.
  private func isComparable(_ pair: PartsPair, in context: WritingContext) -> Bool {
    var hasChanged = false
    let areComparable = capture.allSiblings(pair.old) { place, _ in
      guard capture.partner(place) == nil else { return true }
      hasChanged = true
      // A removed element shifts the others.
      return pair.kind == .object && !capture.isContainer(place) && isOnlyOne(place, in: pair.old)
    }
    guard areComparable else { return false }
    return capture.allSiblings(pair.new) { place, index in
      if capture.isUnchanged(place) { return true }
      hasChanged = true
      return isComparable(place, index, of: pair, in: context)
    } && (!hasChanged || !dependOnEachOther(pair))
  }

  /// The fast path for parts that all have partners and no nested parts.
  private func isComparable(_ pair: PartsPair, _ summary: Capture.Summary) -> Bool {
    guard !summary.changes.isEmpty else { return true }
    let areOnlyOnes =
      pair.kind != .object || summary.areKeysDifferent
      || summary.changes.allSatisfy { capture.isUnchanged($0) || isOnlyOne($0, in: pair.new) }
    return areOnlyOnes && (!mayDependOnEachOther(pair, summary.traits) || !dependOnEachOther(pair))
  }

  /// Whether, given the traits of all keys, one part may determine the encoding of another.
  private func mayDependOnEachOther(_ pair: PartsPair, _ traits: KeyTraits) -> Bool {
    guard pair.kind == .object else { return true }
    // In a small object any part may depend on the others.
    if (2...SecretNames.mostNeighbours).contains(pair.new.count) { return !traits.isDisjoint(with: .keys) }
    return traits.contains(.value) && traits.contains(.keyOfNeighbour)
  }

  private func isComparable(_ place: Int, _ index: Int, of pair: PartsPair, in context: WritingContext) -> Bool {
    if pair.kind == .object, !isOnlyOne(place, in: pair.new) { return false }
    guard let partner = capture.partner(place) else { return pair.kind == .object && !capture.isContainer(place) }
    guard let inner = innerPair(place) else { return !capture.isContainer(place) && !capture.isContainer(partner) }
    return at(place, index, of: pair.kind, in: context) { $0.isOpen && $0.depth < maximumDepth && isComparable(inner, in: $0) }
  }

  /// Whether no other part has the same key. The last of two such parts wins.
  private func isOnlyOne(_ place: Int, in range: Range<Int>) -> Bool {
    let key = capture.key(place)
    return capture.allSiblings(range) { other, _ in other == place || !capture.key(other).isSameText(as: key) }
  }

  /// Whether one part may determine the encoding of another.
  private func dependOnEachOther(_ pair: PartsPair) -> Bool {
    switch pair.kind {
    case .nothing, .single: return false
    case .array: return mayHoldKeys(pair.old) || mayHoldKeys(pair.new)
    case .object: return haveSecretNeighbour(pair.old) || haveSecretNeighbour(pair.new)
    }
  }

  /// Whether one element may name the following ones as secrets.
  func mayHoldKeys(_ range: Range<Int>) -> Bool {
    guard writer.rules.hidesSecrets, isSmall(range) else { return false }
    return !capture.allSiblings(range) { place, _ in capture.end(place) == range.upperBound || !mayBeSecretKey(place) }
  }

  /// Whether there are two or three parts.
  private func isSmall(_ range: Range<Int>) -> Bool {
    var count = 0
    capture.allSiblings(range) { _, _ in
      count += 1
      return count <= SecretNames.mostNeighbours
    }
    return (2...SecretNames.mostNeighbours).contains(count)
  }

  /// Whether a member may be secret because of its neighbors.
  func haveSecretNeighbour(_ range: Range<Int>) -> Bool {
    guard writer.rules.hidesSecrets else { return false }
    let isSmall = isSmall(range)
    let hasValue = isSmall || !capture.allSiblings(range) { place, _ in !capture.traits(place).contains(.value) }
    let keys: KeyTraits = isSmall ? .keys : .keyOfNeighbour
    return hasValue && !capture.allSiblings(range) { place, _ in capture.traits(place).isDisjoint(with: keys) || !mayBeSecretKey(place) }
  }

  /// Whether the part may name a secret. An unchanged part has no copy; its partner has.
  private func mayBeSecretKey(_ place: Int) -> Bool {
    // It may be an enum case.
    if capture.form(place) == .object { return true }
    let copy = capture.copy(place) ?? capture.partner(place).flatMap { capture.copy($0) }
    return copy.map { mayBeSecretKey($0.value) } ?? false
  }

  /// Whether the value may be written as a text, or as an enum case, that names a secret. A value with an `encode(to:)` is captured to find
  /// out.
  func mayBeSecretKey(_ value: ErasedValuePointer) -> Bool {
    switch value.type.way {
    case .text: return writer.names.isSecret(value.text)
    case .number, .list, .dictionary: return false
    case .optional:
      guard let access = value.type.optional else { return true }
      return value.withWrapped(by: access, types.of(access.wrapped.type)) { wrapped in wrapped.map { mayBeSecretKey($0) } ?? false }
    case .document: return value.type.mayBeName
    case .members(let access):
      guard let captured = capture.capture(value, by: access) else { return true }
      defer { capture.release(captured) }
      guard captured.kind == .single else { return captured.kind == .object && mayBeCase(captured.parts) }
      return mayBeSecretKey(captured.parts.lowerBound)
    }
  }

  /// Whether the only part is an empty container whose key names a secret, like an enum case without payload.
  private func mayBeCase(_ parts: Range<Int>) -> Bool {
    guard let place = parts.first, capture.end(place) == parts.upperBound else { return false }
    return capture.traits(place).meaning != .none
  }
}
