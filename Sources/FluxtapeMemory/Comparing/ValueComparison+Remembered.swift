import FluxtapeCoding
import FluxtapeJSON

extension ValueComparison {
  /// Compares two remembered states at the current ``path``.
  func compare(_ old: RememberedState, _ new: RememberedState, in context: WritingContext) -> Outcome {
    if case .kept(let old) = old, case .kept(let new) = new {
      guard old !== new else { return .unchanged }
      return old.withValue { oldPlace in
        new.withValue { newPlace in compare(oldPlace, newPlace, keeping: .whole(old: old, new: new), in: context) }
      }
    }
    guard !(old === new) else { return .unchanged }
    switch (old.form, new.form) {
    case (.object(let oldMembers), .object(let newMembers)): return compareMembers(oldMembers, newMembers, in: context)
    case (.array(let oldElements), .array(let newElements)):
      return compareElements(oldElements, newElements, in: context) ?? compareDocuments(old, new, in: context)
    default: return compareDocuments(old, new, in: context)
    }
  }

  private func compareDocuments(_ old: RememberedState, _ new: RememberedState, in context: WritingContext) -> Outcome {
    compareDocuments({ $0.write(old, in: context) }, { $0.write(new, in: context) })
  }

  private func compareMembers(_ old: [RememberedState.Member], _ new: [RememberedState.Member], in context: WritingContext) -> Outcome {
    let mark = mark
    let oldPlaces = Dictionary(old.enumerated().map { (ExactText(text: $1.key), $0) }) { first, _ in first }
    let newKeys = Set(new.map { ExactText(text: $0.key) })
    for member in old where !newKeys.contains(ExactText(text: member.key)) { at(member.key) { writeRemove() } }
    for (place, member) in new.enumerated() {
      let isInPlace = place < old.count && old[place].key.isSameText(as: member.key)
      let oldPlace = isInPlace ? place : oldPlaces[ExactText(text: member.key)]
      let inside = writer.context(forKey: member.key, in: context)
      at(member.key) {
        guard let oldPlace else { return writeAdd { writer.write(member.value, in: inside) } }
        _ = compare(old[oldPlace].value, member.value, in: inside)
      }
    }
    return operationCount == mark.operations ? .unchanged : .changedInside
  }

  /// `nil` if elements depend on their indices.
  private func compareElements(_ old: [RememberedState], _ new: [RememberedState], in context: WritingContext) -> Outcome? {
    let mark = mark
    let shorter = min(old.count, new.count)
    let first = (0..<shorter).first { !old[$0].isSame(as: new[$0]) } ?? shorter
    let suffix = (0..<shorter - first).first { !old[old.count - 1 - $0].isSame(as: new[new.count - 1 - $0]) } ?? shorter - first
    let elements = RememberedElements(old: old[first..<old.count - suffix], new: new[first..<new.count - suffix])
    if old.count == new.count {
      let places = (0..<elements.oldCount).filter { !elements.areEqual($0, $0) }
      let numbers = elements.numbers(old: places, new: places)
      if Set(numbers.old).isDisjoint(with: numbers.new) {
        for place in places {
          let inside = writer.context(forElementAt: first + place, in: context)
          _ = at(first + place) { compare(elements.old(place), elements.new(place), in: inside) }
        }
        return operationCount == mark.operations ? .unchanged : .changedInside
      }
    }
    guard areContextsEqual(in: context) else { return nil }
    write(ArrayEdit(elements), elements, at: first, in: writer.context(forElementAt: first, in: context))
    return operationCount == mark.operations ? .unchanged : .changedInside
  }

  private func write(_ edit: ArrayEdit, _ elements: RememberedElements, at start: Int, in inside: WritingContext) {
    write(edit, at: start) { [self] in
      compare(elements.old($0), elements.new($1), in: inside)
    } writeNew: { [self] in
      writer.write(elements.new($0), in: inside)
    }
  }
}

// MARK: - Writing

extension ValueWriter {
  /// Writes a remembered state.
  func write(_ shadow: RememberedState, in context: WritingContext) {
    guard !isExhausted else { return }
    switch shadow.form {
    case nil: shadow.keptValue?.withValue { write($0, in: context) }
    case .written(let bytes): append(bytes)
    case .array(let elements):
      append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { append(UInt8(ascii: ",")) }
        write(element, in: self.context(forElementAt: place, in: context))
      }
      append(UInt8(ascii: "]"))
    case .object(let members):
      append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { append(UInt8(ascii: ",")) }
        append(JSONValue.string(TaggedValue.escapedKey(member.key)).bytes)
        append(UInt8(ascii: ":"))
        write(member.value, in: self.context(forKey: member.key, in: context))
      }
      append(UInt8(ascii: "}"))
    }
  }
}
