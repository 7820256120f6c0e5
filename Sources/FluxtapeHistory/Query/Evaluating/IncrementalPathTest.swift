import FluxtapeDocuments
import FluxtapeJSON

/// A test whether any of many values passes. After a patch, it checks only the values that the patch wrote.
struct IncrementalPathTest: Sendable {
  private enum Test: Sendable {
    case comparison(Relation, JSONValue)
    case matches(TextPattern)
    /// A key or scalar anywhere contains the text.
    case text(TextPattern)
  }

  private let test: Test
  private let path: PathPattern

  /// Returns `nil` for conditions that cannot be tested incrementally.
  init?(_ condition: StateCondition) {
    guard condition.isLasting, condition.choices.count == 1 else { return nil }
    switch condition.question {
    case .text(let pattern): (test, path) = (.text(pattern), PathPattern(parts: []))
    case .matches(let operand, let pattern):
      guard case .value(.after, let path) = operand, path.hasMany else { return nil }
      (test, self.path) = (.matches(pattern), path)
    case .comparison(let left, let relation, let right):
      if case .value(.after, let path) = left, case .literal(let value) = right, path.hasMany {
        (test, self.path) = (.comparison(relation, value), path)
      } else if case .value(.after, let path) = right, case .literal(let value) = left, path.hasMany {
        (test, self.path) = (.comparison(relation.mirrored, value), path)
      } else {
        return nil
      }
    case .changed: return nil
    }
  }
}

// MARK: - One value

extension IncrementalPathTest {
  private func passes(_ value: JSONNode) -> Truth {
    switch test {
    case .comparison(let relation, let other): relation.holds(value.value, other)
    case .matches(let pattern): OperandValues(values: [value]).truth(of: pattern)
    case .text(let pattern): Truth(pattern.matches(value))
    }
  }

  /// The place of a value that passes.
  func witness(in document: JSONNode) -> JSONPointer? {
    if case .text = test { return textWitness(in: document, at: JSONPointer()) }
    return witness(path.parts[...], document, at: JSONPointer())
  }

  private func witness(_ parts: ArraySlice<PathPattern.Part>, _ value: JSONNode, at pointer: JSONPointer) -> JSONPointer? {
    guard let part = parts.first else { return passes(value) == .yes ? pointer : nil }
    switch (part, value.kind) {
    case (.every, .array):
      for (index, element) in value.elements.enumerated() {
        if let found = witness(parts.dropFirst(), element, at: pointer.appending(index)) { return found }
      }
      return nil
    case (.every, .object):
      for member in value.members {
        if let found = witness(parts.dropFirst(), member.value, at: pointer.appending(member.key)) { return found }
      }
      return nil
    case (.every, _): return nil
    // The chosen element may change with any element.
    case (.one(.elementWith), _), (.one(.member), .array): return nil
    case (.one(.member(let key)), _), (.one(.token(let key)), _):
      let token = value.token(askedFor: key)
      return value[token].flatMap { witness(parts.dropFirst(), $0, at: pointer.appending(token)) }
    case (.one(.element(let index)), _):
      return value.child(.element(index)).flatMap { witness(parts.dropFirst(), $0, at: pointer.appending(index)) }
    }
  }

  /// The place of the outermost value that is a scalar with the text, or an object with a key that has it.
  private func textWitness(in value: JSONNode, at pointer: JSONPointer) -> JSONPointer? {
    guard case .text(let pattern) = test else { return nil }
    switch value.kind {
    case .object:
      if value.members.contains(where: { pattern.matches($0.key) }) { return pointer }
      for member in value.members {
        if let found = textWitness(in: member.value, at: pointer.appending(member.key)) { return found }
      }
      return nil
    case .array:
      for (index, element) in value.elements.enumerated() {
        if let found = textWitness(in: element, at: pointer.appending(index)) { return found }
      }
      return nil
    default: return pattern.matches(value) ? pointer : nil
    }
  }
}

// MARK: - Keeping an answer

extension IncrementalPathTest {
  /// Whether the values that a patch wrote show that an answer still holds.
  ///
  /// - Parameters:
  ///   - witness: The place of a value that passed, if the answer was yes. Becomes its place after the patch.
  ///   - document: The state after the patch.
  func keeps(_ answer: Truth, witness: inout JSONPointer?, over patch: NodePatch, in document: JSONNode) -> Bool {
    switch answer {
    case .yes:
      witness = witness.map { moved($0, by: patch) }
      return witness.flatMap { document[$0] }.map { passes($0) == .yes } ?? false
    case .no: return writesNothingPassing(patch, in: document)
    case .unknown, .pending: return false
    }
  }

  /// The place of a value after a patch added or removed elements before it. If the patch did anything else there, another value of the path
  /// may be at that place.
  private func moved(_ witness: JSONPointer, by patch: NodePatch) -> JSONPointer {
    var tokens = witness.tokens
    for operation in patch.operations {
      let (path, distance): (JSONPointer, Int)
      switch operation {
      case .add(let place, _): (path, distance) = (place.pointer, 1)
      case .remove(let place): (path, distance) = (place.pointer, -1)
      case .replace, .splice, .move, .copy, .test: continue
      }
      let depth = path.tokens.count - 1
      guard tokens.indices.contains(depth), isOfEvery(at: depth), path.tokens.dropLast().elementsEqual(tokens.prefix(depth)),
        let changed = path.tokens.last.flatMap(JSONPointer.arrayIndex), let index = JSONPointer.arrayIndex(tokens[depth]),
        changed < index || changed == index && distance > 0
      else { continue }
      tokens[depth] = String(index &+ distance)
    }
    return JSONPointer(tokens: tokens)
  }

  /// Whether the path includes every element of a container at this depth.
  private func isOfEvery(at depth: Int) -> Bool {
    if case .text = test { return true }
    guard path.parts.indices.contains(depth), case .every = path.parts[depth] else { return false }
    return true
  }

  /// Whether the path includes every element of its arrays, so that moving elements does not change the answer.
  private var isOfEvery: Bool {
    path.parts.allSatisfy { part in
      switch part {
      case .every, .one(.member): true
      case .one(.element), .one(.elementWith), .one(.token): false
      }
    }
  }

  private func writesNothingPassing(_ patch: NodePatch, in document: JSONNode) -> Bool {
    guard isOfEvery, !patch.operations.contains(where: mayChoosePair) else { return false }
    // If no operation moves elements, the places that operations name are the same after the patch.
    let isInPlace = patch.operations.count == 1 || !patch.operations.contains(where: \.mayMoveElements)
    return patch.operations.allSatisfy { operation in
      switch operation {
      case .test: return true
      // Elements that move up were tested at their old place.
      case .remove: return true
      case .add(let path, let value), .replace(let path, let value):
        return isNothingPassing(value, at: path.pointer.tokens)
      case .splice(let path, _, _, _), .move(_, let path), .copy(_, let path):
        let path = path.pointer
        guard isInPlace, path.tokens.last != "-", let value = document[path] else { return false }
        return isNothingPassing(value, at: path.tokens)
      }
    }
  }

  /// Whether the operation changes elements among which the path may look for the pair with a key.
  private func mayChoosePair(_ operation: NodePatch.Operation) -> Bool {
    [operation.path, operation.from].compactMap(\.self).contains { place in
      zip(path.parts, place.pointer.tokens).contains { part, token in
        guard case .one(.member) = part else { return false }
        return token == "-" || JSONPointer.arrayIndex(token) != nil
      }
    }
  }

  private func isNothingPassing(_ value: JSONNode, at tokens: [String]) -> Bool {
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
    // The operation writes inside a value that is tested as a whole.
    guard tokens.count <= path.parts.count else { return false }
    let rest = PathPattern(parts: Array(path.parts[tokens.count...]))
    return rest.forEachValue(in: value) { passes($0) == .no }
  }
}

extension NodePatch.Operation {
  /// Whether the operation may move elements of an array.
  fileprivate var mayMoveElements: Bool { touches { path, limit in limit < path.range.upperBound } }
}
