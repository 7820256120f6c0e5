import FluxtapeCoding
import FluxtapeJSON

/// Makes remembered states. Reuses the unchanged parts of the earlier one.
final class RememberedStateMaker {
  private let comparison: ValueComparison
  private var writer: ValueWriter { comparison.writer }
  private var types: ComparedTypes { comparison.types }
  private var capture: Capture { comparison.capture }

  init(for comparison: ValueComparison) { self.comparison = comparison }

  /// How many encoded values a remembered value counts as.
  private static let weight: UInt64 = 4

  /// The remembered state of a value in `context`.
  func shadow(of value: ErasedValuePointer, in context: WritingContext, earlier: RememberedState?) -> RememberedState {
    if value.withType({ $0.isBitwiseComparable }) { return kept(value, earlier: earlier) }
    // The record is too large, so the result is dropped anyway.
    guard writer.countValue(Self.weight) else { return RememberedState(.written([])) }
    let isEntered = context.isOpen && context.depth < comparison.maximumDepth && !value.type.isWrittenWhole
    let shadow = isEntered ? image(of: value, in: context, earlier: earlier) : nil
    return shadow ?? written(value, in: context, earlier: earlier)
  }

  /// The remembered state of a value of a proven type.
  func kept(_ value: ErasedValuePointer, earlier: RememberedState?) -> RememberedState {
    if let earlier, case .kept(let known) = earlier, known.hasSameBytes(as: value) { return earlier }
    return .kept(KeptValue(value))
  }

  func written(_ value: ErasedValuePointer, in context: WritingContext, earlier: RememberedState?) -> RememberedState {
    written(comparison.written { $0.write(value, in: context) }, earlier: earlier)
  }

  private func written(_ bytes: [UInt8], earlier: RememberedState?) -> RememberedState {
    if let earlier, case .written(let known) = earlier.form, known == bytes { return earlier }
    return RememberedState(.written(bytes))
  }

  /// The image of a value by its parts; `nil` if these cannot be written separately.
  private func image(of value: ErasedValuePointer, in context: WritingContext, earlier: RememberedState?) -> RememberedState? {
    switch value.type.plan.shape {
    case .leaf, .whole, .opaque: return nil
    case .dynamic: return value.withDynamic(types) { $0.type === value.type ? nil : shadow(of: $0, in: context, earlier: earlier) } ?? nil
    case .object: return value.withDynamic(types) { imageOfObject($0, in: context, earlier: earlier) } ?? nil
    case .optional(let access):
      return value.withWrapped(by: access, types.of(access.wrapped.type)) { wrapped in
        wrapped.map { shadow(of: $0, in: context, earlier: earlier) } ?? written(Array("null".utf8), earlier: earlier)
      }
    case .list(let access):
      return value.withElements(by: access, types) { image(of: $0, in: context, earlier: earlier) } ?? nil
    case .dictionary(let access): return imageOfDictionary(value, by: access, in: context, earlier: earlier)
    case .encodable(let access): return imageOfMembers(value, by: .encoded(access), in: context, earlier: earlier)
    case .reflected: return imageOfMembers(value, by: .reflected, in: context, earlier: earlier)
    }
  }
}

// MARK: - Containers

extension RememberedStateMaker {
  private func image(of elements: PlacedElements, in context: WritingContext, earlier: RememberedState?) -> RememberedState? {
    if comparison.mayHoldKeys(elements) { return nil }
    let known = earlier?.elements ?? []
    let shadows = (0..<elements.count).map { place in
      let inside = writer.context(forElementAt: place, in: context)
      return shadow(of: elements[place], in: inside, earlier: place < known.count ? known[place] : nil)
    }
    return array(shadows, earlier: earlier)
  }

  private func imageOfDictionary(
    _ dictionary: ErasedValuePointer, by access: any DictionaryAccess, in context: WritingContext, earlier: RememberedState?
  ) -> RememberedState? {
    guard let entries = dictionary.sortedEntries(by: access, types), !haveSecretNeighbour(entries) else { return nil }
    var known = KnownMembers(earlier)
    let members = entries.compactMap { entry -> RememberedState.Member? in
      entry.withValue { value in
        guard !value.type.isLeftOut else { return nil }
        let inside = writer.context(forKey: entry.name, in: context)
        return RememberedState.Member(key: entry.name, value: shadow(of: value, in: inside, earlier: known.next(entry.name)))
      }
    }
    return object(members, earlier: earlier)
  }

  /// Whether an entry may be secret because of its neighbors.
  private func haveSecretNeighbour(_ entries: [DictionaryEntry]) -> Bool {
    guard writer.rules.hidesSecrets, entries.count > 1 else { return false }
    let isSmall = entries.count <= SecretNames.mostNeighbours
    guard isSmall || entries.contains(where: { KeyTraits(ofNeighbour: $0.name).contains(.value) }) else { return false }
    return entries.contains {
      !KeyTraits(ofNeighbour: $0.name).isDisjoint(with: isSmall ? .keys : .keyOfNeighbour) && $0.withValue { comparison.mayBeSecretKey($0) }
    }
  }

  private func array(_ elements: [RememberedState], earlier: RememberedState?) -> RememberedState {
    if let earlier, case .array(let known) = earlier.form, known.count == elements.count,
      zip(known, elements).allSatisfy({ $0 === $1 })
    {
      return earlier
    }
    return RememberedState(.array(elements))
  }

  private func object(_ members: [RememberedState.Member], earlier: RememberedState?) -> RememberedState {
    if let earlier, case .object(let known) = earlier.form, known.count == members.count,
      zip(known, members).allSatisfy({ $0.value === $1.value && $0.key.isSameText(as: $1.key) })
    {
      return earlier
    }
    return RememberedState(.object(members))
  }
}

/// The members of an earlier remembered state, requested in the order of the later one.
private struct KnownMembers {
  private let members: [RememberedState.Member]
  private var place = 0

  init(_ earlier: RememberedState?) {
    if let earlier, case .object(let members) = earlier.form { self.members = members } else { members = [] }
  }

  /// How far ahead a member is searched for, if others were removed. A member that is not found is made anew, which only takes time.
  private static let farthest = 8

  mutating func next(_ key: String) -> RememberedState? {
    for candidate in place..<min(place + Self.farthest, members.count) where members[candidate].key.isSameText(as: key) {
      place = candidate + 1
      return members[candidate].value
    }
    return nil
  }
}

// MARK: - Values with an `encode(to:)`

extension RememberedStateMaker {
  /// Only for `Encodable` objects. For others the encoding depends on earlier occurrences, which only the writer knows.
  private func imageOfObject(_ value: ErasedValuePointer, in context: WritingContext, earlier: RememberedState?) -> RememberedState? {
    guard case .object(let access?) = value.type.plan.shape, let object = value.object, !value.type.isWrittenWhole else { return nil }
    let identity = ObjectIdentifier(object)
    guard writer.surroundingObjects.insert(identity).inserted else {
      return written(TaggedValue.opaque(typeName: TypeName.of(value.type.plan.type)).json.bytes, earlier: earlier)
    }
    defer { writer.surroundingObjects.remove(identity) }
    return imageOfMembers(value, by: .encoded(access), in: context, earlier: earlier)
  }

  private func imageOfMembers(
    _ value: ErasedValuePointer, by access: ComparedType.Members, in context: WritingContext, earlier: RememberedState?
  ) -> RememberedState? {
    guard let captured = capture.capture(value, by: access) else { return nil }
    defer { capture.release(captured) }
    return image(of: captured.parts, captured.kind, in: context, earlier: earlier)
  }

  private func image(of parts: Range<Int>, _ kind: Capture.Kind, in context: WritingContext, earlier: RememberedState?) -> RememberedState?
  {
    switch kind {
    case .nothing, .object: return imageOfObject(parts, in: context, earlier: earlier)
    case .array: return imageOfArray(parts, in: context, earlier: earlier)
    case .single: return image(ofPart: parts.lowerBound, in: context.deeper, earlier: earlier)
    }
  }

  private func imageOfObject(_ parts: Range<Int>, in context: WritingContext, earlier: RememberedState?) -> RememberedState? {
    guard !comparison.haveSecretNeighbour(parts) else { return nil }
    var (known, keys) = (KnownMembers(earlier), Set<ExactText>())
    var members: [RememberedState.Member] = []
    let isWhole = capture.allSiblings(parts) { place, _ in
      let key = capture.key(place)
      let inside = writer.context(forKey: key, in: context)
      // The last of two members with the same key wins.
      guard keys.insert(ExactText(text: key)).inserted, let value = image(ofPart: place, in: inside, earlier: known.next(key)) else {
        return false
      }
      members.append(RememberedState.Member(key: key, value: value))
      return true
    }
    return isWhole ? object(members, earlier: earlier) : nil
  }

  private func imageOfArray(_ parts: Range<Int>, in context: WritingContext, earlier: RememberedState?) -> RememberedState? {
    guard !comparison.mayHoldKeys(parts) else { return nil }
    let known = earlier?.elements ?? []
    var elements: [RememberedState] = []
    let isWhole = capture.allSiblings(parts) { place, index in
      let inside = writer.context(forElementAt: index, in: context)
      guard let element = image(ofPart: place, in: inside, earlier: index < known.count ? known[index] : nil) else { return false }
      elements.append(element)
      return true
    }
    return isWhole ? array(elements, earlier: earlier) : nil
  }

  private func image(ofPart place: Int, in context: WritingContext, earlier: RememberedState?) -> RememberedState? {
    switch capture.form(place) {
    case .null: return written(Array("null".utf8), earlier: earlier)
    case .value: return capture.copy(place).map { shadow(of: $0.value, in: context, earlier: earlier) }
    case .object, .array:
      // In a secret context the value may become one digest, and a nested container cannot be written separately.
      guard context.isOpen, context.depth < comparison.maximumDepth else { return nil }
      return image(of: place + 1..<capture.end(place), capture.form(place) == .object ? .object : .array, in: context, earlier: earlier)
    }
  }
}
