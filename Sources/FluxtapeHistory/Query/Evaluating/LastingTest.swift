import FluxtapeDocuments
import FluxtapeJSON

/// A question whether any of many values passes a test of its own. Its answer can be kept over a patch by looking at what the
/// patch wrote, and not at all the others.
struct LastingTest: Sendable {
  private enum Test: Sendable {
    case comparison(Relation, JSONValue)
    case matches(TextPattern)
    /// A key or scalar anywhere holds the text.
    case text(TextPattern)
  }

  private let test: Test
  private let path: PathPattern

  /// - Returns: `nil` for other questions.
  init?(_ condition: StateCondition) {
    guard condition.isLasting, condition.choices.count == 1 else { return nil }
    switch condition.question {
    case .text(let pattern): (test, path) = (.text(pattern), PathPattern(parts: []))
    case .matches(let side, let pattern):
      guard case .value(.after, let path) = side.operand, path.hasMany else { return nil }
      (test, self.path) = (.matches(pattern), path)
    case .comparison(let left, let relation, let right):
      if case .value(.after, let path) = left.operand, case .literal(let value) = right.operand, path.hasMany {
        (test, self.path) = (.comparison(relation, value), path)
      } else if case .value(.after, let path) = right.operand, case .literal(let value) = left.operand, path.hasMany {
        (test, self.path) = (.comparison(relation.mirrored, value), path)
      } else {
        return nil
      }
    case .changed: return nil
    }
  }
}

// MARK: - One value

extension LastingTest {
  private func passes(_ value: JSONValue) -> Truth {
    switch test {
    case .comparison(let relation, let other): relation.holds(value, other)
    case .matches(let pattern): OperandValues(values: [value]).truth(of: pattern)
    case .text(let pattern): Truth(pattern.matches(value))
    }
  }

  /// Where a value stands that passes.
  func witness(in document: JSONValue) -> JSONPointer? {
    if case .text = test { return textWitness(in: document, at: JSONPointer()) }
    return witness(path.parts[...], document, at: JSONPointer())
  }

  private func witness(_ parts: ArraySlice<PathPattern.Part>, _ value: JSONValue, at pointer: JSONPointer) -> JSONPointer? {
    guard let part = parts.first else { return passes(value) == .yes ? pointer : nil }
    switch (part, value) {
    case (.every, .array(let elements)):
      for (index, element) in elements.enumerated() {
        if let found = witness(parts.dropFirst(), element, at: pointer.appending(index)) { return found }
      }
      return nil
    case (.every, .object(let object)):
      for member in object {
        if let found = witness(parts.dropFirst(), member.value, at: pointer.appending(member.key)) { return found }
      }
      return nil
    case (.every, _): return nil
    case (.one(.elementWith), _): return nil  // its place may change with any element
    case (.one(.member(let key)), _), (.one(.token(let key)), _):
      let token = value.token(askedFor: key)
      return value[token].flatMap { witness(parts.dropFirst(), $0, at: pointer.appending(token)) }
    case (.one(.element(let index)), _):
      return value.child(.element(index)).flatMap { witness(parts.dropFirst(), $0, at: pointer.appending(index)) }
    }
  }

  /// The outermost value that is a scalar with the text, or has a key with it, or the element or member that leads to one.
  private func textWitness(in value: JSONValue, at pointer: JSONPointer) -> JSONPointer? {
    guard case .text(let pattern) = test else { return nil }
    switch value {
    case .object(let object):
      if object.keys.contains(where: pattern.matches) { return pointer }
      for member in object {
        if let found = textWitness(in: member.value, at: pointer.appending(member.key)) { return found }
      }
      return nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = textWitness(in: element, at: pointer.appending(index)) { return found }
      }
      return nil
    default: return pattern.matches(value) ? pointer : nil
    }
  }
}

// MARK: - Keeping an answer

extension LastingTest {
  /// Whether an answer still holds after a patch, as far as can be told from what the patch wrote.
  ///
  /// - Parameters:
  ///   - witness: Where a value passed, if the answer was that one does.
  ///   - document: The state after the patch.
  func keeps(_ answer: Truth, witness: JSONPointer?, over patch: JSONPatch, in document: JSONValue) -> Bool {
    switch answer {
    case .yes: return witness.flatMap { document[$0] }.map { passes($0) == .yes } ?? false
    case .no: return writesNothingPassing(patch, in: document)
    case .unknown, .pending: return false
    }
  }

  /// Whether every element of each array on the way counts, so that it does not matter where one stands.
  private var isOfEvery: Bool {
    path.parts.allSatisfy { part in
      switch part {
      case .every, .one(.member): true
      case .one(.element), .one(.elementWith), .one(.token): false
      }
    }
  }

  private func writesNothingPassing(_ patch: JSONPatch, in document: JSONValue) -> Bool {
    guard isOfEvery else { return false }
    // Places that an operation names are those of the state after the patch, if none of the others moves elements.
    let isInPlace = patch.operations.count == 1 || !patch.operations.contains(where: \.mayMoveElements)
    return patch.operations.allSatisfy { operation in
      switch operation {
      case .test: return true
      // What moves up was there before, at a place that counts too.
      case .remove: return true
      case .add(let path, let value), .replace(let path, let value):
        return isNothingPassing(value, at: path.tokens)
      case .splice(let path, _, _, _), .move(_, let path), .copy(_, let path):
        guard isInPlace, path.tokens.last != "-", let value = document[path] else { return false }
        return isNothingPassing(value, at: path.tokens)
      }
    }
  }

  private func isNothingPassing(_ value: JSONValue, at tokens: [String]) -> Bool {
    if case .text(let pattern) = test {
      return !pattern.matches(value) && !(tokens.last.map(pattern.matches) ?? false)
    }
    for (part, token) in zip(path.parts, tokens) {
      switch part {
      case .every: continue
      case .one(.member(let key)): if !TaggedValue.isKey(key, token) { return true }
      case .one(.token), .one(.element), .one(.elementWith): return false
      }
    }
    // What is written lies inside a value that is tested as a whole.
    guard tokens.count <= path.parts.count else { return false }
    let rest = PathPattern(parts: Array(path.parts[tokens.count...]))
    return rest.forEachValue(in: value) { passes($0) == .no }
  }
}

extension JSONPatch.Operation {
  /// Whether elements of an array may have another place after it.
  fileprivate var mayMoveElements: Bool {
    func isElement(_ path: JSONPointer) -> Bool { path.tokens.last.map { $0 == "-" || JSONPointer.arrayIndex($0) != nil } ?? false }
    switch self {
    case .add(let path, _), .remove(let path), .copy(_, let path): return isElement(path)
    case .move(let from, let path): return isElement(from) || isElement(path)
    case .replace, .test, .splice: return false
    }
  }
}
