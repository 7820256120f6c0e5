import FluxtapeCoding
import FluxtapeJSON

// Arrays. Elements are compared in place, in blocks of memory, so that unchanged ones cost next to nothing.

extension ValueComparison {
  func compareLists(_ old: ErasedValuePointer, _ new: ErasedValuePointer, by access: any ListAccess, in context: WritingContext) -> Outcome
  {
    let outcome = old.withElements(by: access, types) { oldElements in
      new.withElements(by: access, types) { newElements in
        compareElements(oldElements, newElements, in: context)
      }
    }
    return ((outcome ?? nil) ?? nil) ?? compareDocuments(old, new, in: context)
  }

  /// `nil` if elements depend on each other or on their indices.
  private func compareElements(_ old: PlacedElements, _ new: PlacedElements, in context: WritingContext) -> Outcome? {
    guard !mayHoldKeys(old), !mayHoldKeys(new) else { return nil }
    let mark = mark
    let first = old.firstDifference(likelyAt: likelyDifference, with: new)
    likelyDifference = first
    if old.count == new.count {
      guard first < old.count else {
        latestDifference = old.difference(at: nil, from: new)
        return .unchanged
      }
      guard compareAtPlaces(old, new, from: first, in: context) else { return nil }
    } else {
      let suffix = old.commonSuffix(with: new, limit: min(old.count, new.count) - first)
      let (oldRange, newRange) = (first..<old.count - suffix, first..<new.count - suffix)
      guard compareAligned(old[oldRange], new[newRange], at: first, in: context) else { return nil }
    }
    guard operationCount > mark.operations else { return .unchanged }
    return shorten(new, since: mark, in: context)
  }

  /// In a small array one element may name the elements behind it as secrets.
  func mayHoldKeys(_ elements: PlacedElements) -> Bool {
    guard writer.rules.hidesSecrets, (2...SecretNames.mostNeighbours).contains(elements.count) else { return false }
    return (0..<elements.count - 1).contains { mayBeSecretKey(elements[$0]) }
  }

  /// Whether an element's context is independent of its index.
  func areContextsEqual(in context: WritingContext) -> Bool { writer.paths.isSameForAllKeys(context.paths) }
}

// MARK: - Elements that keep their indices

extension ValueComparison {
  /// Compares arrays of equal length. Returns `false` if that is not possible element by element.
  private func compareAtPlaces(_ old: PlacedElements, _ new: PlacedElements, from first: Int, in context: WritingContext) -> Bool {
    guard old.firstDifference(from: first + 1, with: new) < old.count else {
      compare(old, new, at: first, in: context)
      // Set after comparing the elements, since these may contain arrays, too.
      latestDifference = old.difference(at: first, from: new)
      return true
    }
    let places = Array(differingPlaces(old, new, from: first))
    guard let last = places.last else { return true }
    let window = first..<last + 1
    if areContextsEqual(in: context) {
      if ProvenElements(old, new).haveMoved(places) { return compareAligned(old[window], new[window], at: first, in: context) }
      let mark = mark
      let changed = compare(old, new, at: places, in: context)
      guard changed >= Self.manyChanges, 2 * changed >= places.count else { return true }
      // The array may have been rebuilt, so that equal elements have different bytes.
      guard writtenElements(old, new, places, in: context).haveMoved else { return true }
      rollBack(to: mark)
      return compareAligned(old[window], new[window], at: first, in: context, isMadeAnew: true)
    }
    _ = compare(old, new, at: places, in: context)
    return true
  }

  /// The number of changes from which it is worth checking whether elements moved.
  private static let manyChanges = 8

  private func differingPlaces(_ old: PlacedElements, _ new: PlacedElements, from first: Int) -> some Sequence<Int> {
    sequence(state: first) { place in
      guard place < old.count else { return nil }
      let found = place
      place = old.firstDifference(from: place + 1, with: new)
      return found
    }
  }

  /// Compares the elements at these indices. Returns the number of changed ones.
  private func compare(_ old: PlacedElements, _ new: PlacedElements, at places: [Int], in context: WritingContext) -> Int {
    places.count { compare(old, new, at: $0, in: context) != .unchanged }
  }

  @discardableResult
  private func compare(_ old: PlacedElements, _ new: PlacedElements, at place: Int, in context: WritingContext) -> Outcome {
    at(place) { compare(old[place], new[place], in: writer.context(forElementAt: place, in: context)) }
  }
}

// MARK: - Elements that are inserted, removed and moved

extension ValueComparison {
  /// Compares the middles of two arrays, without their common prefix and suffix. Returns `false` if that is not possible element by
  /// element.
  ///
  /// - Parameter isMadeAnew: Whether equal elements are known to have different bytes.
  private func compareAligned(
    _ old: PlacedElements, _ new: PlacedElements, at start: Int, in context: WritingContext, isMadeAnew: Bool = false
  ) -> Bool {
    guard areContextsEqual(in: context) else { return false }
    var edit = isMadeAnew ? nil : ArrayEdit(ProvenElements(old, new))
    if edit?.isMostlyNew(old.count, new.count) ?? true {
      edit = ArrayEdit(writtenElements(old, new, in: context))
    }
    if let edit { write(edit, old, new, at: start, in: context) }
    return true
  }

  private func write(_ edit: ArrayEdit, _ old: PlacedElements, _ new: PlacedElements, at start: Int, in context: WritingContext) {
    let inside = writer.context(forElementAt: start, in: context)
    write(edit, at: start) { [self] in
      compare(old[$0], new[$1], in: inside)
    } writeNew: { [self] in
      writer.write(new[$0], in: inside)
    }
  }

  /// Writes the operations for an edit of elements that begin at index `start`.
  func write(_ edit: ArrayEdit, at start: Int, compare: (_ old: Int, _ new: Int) -> Outcome, writeNew: (_ new: Int) -> Void) {
    for move in edit.moves { writeMove(from: start + move.from, to: start + move.to) }
    var index = start
    for step in edit.steps {
      switch step {
      case .keep: index += 1
      case .change(let oldPlace, let newPlace):
        _ = at(index) { compare(oldPlace, newPlace) }
        index += 1
      case .delete: at(index) { writeRemove() }
      case .insert(let newPlace):
        at(index) { writeAdd { writeNew(newPlace) } }
        index += 1
      }
    }
  }

  /// The encodings of the elements at the same indices of both arrays.
  private func writtenElements(
    _ old: PlacedElements, _ new: PlacedElements, _ places: [Int], in context: WritingContext
  ) -> WrittenElements {
    WrittenElements(by: writer, old, new, oldPlaces: places, newPlaces: places, in: writer.context(forElementAt: 0, in: context))
  }

  private func writtenElements(_ old: PlacedElements, _ new: PlacedElements, in context: WritingContext) -> WrittenElements {
    WrittenElements(
      by: writer, old, new, oldPlaces: Array(0..<old.count), newPlaces: Array(0..<new.count),
      in: writer.context(forElementAt: 0, in: context))
  }
}

extension ArrayEdit {
  /// The number of elements from which it is checked whether most are new.
  private static let fewElements = 8

  /// Whether fewer than half of the possible common elements are kept.
  fileprivate func isMostlyNew(_ oldCount: Int, _ newCount: Int) -> Bool {
    let shorter = min(oldCount, newCount)
    return shorter >= Self.fewElements && 2 * steps.count { $0 == .keep } < shorter
  }
}

// MARK: - Replacing the whole array

extension ValueComparison {
  /// Replaces the whole array if that is much shorter.
  private func shorten(_ new: PlacedElements, since mark: Mark, in context: WritingContext) -> Outcome {
    let limit = (writer.count - mark.bytes) / 2
    // Each element takes at least a byte and a comma.
    guard operationCount - mark.operations > 1, 2 * new.count < limit else { return .changedInside }
    let start = writer.count
    let inside = writer.context(forElementAt: 0, in: context)
    let isShort = areContextsEqual(in: context) && writeElements(new, in: inside, upTo: limit)
    let array = writer.bytes(start..<writer.count)
    writer.rollBack(to: start)
    return isShort && replaceIfShorter(since: mark) { writer.append(array) } ? .replaced : .changedInside
  }

  /// Writes the array. Returns `false` if it exceeds `limit`; then it ends after one of its elements.
  private func writeElements(_ elements: PlacedElements, in context: WritingContext, upTo limit: Int) -> Bool {
    let start = writer.count
    writer.append(UInt8(ascii: "["))
    for place in 0..<elements.count {
      if place > 0 { writer.append(UInt8(ascii: ",")) }
      writer.write(elements[place], in: context)
      guard writer.count - start < limit else { return false }
    }
    writer.append(UInt8(ascii: "]"))
    return true
  }
}
