import FluxtapeJSON

// Collections. Sound: see ``ValueForm``; an array's elements are contiguous, and the array is retained during the write.

/// `Array`.
final class ArrayForm<Element>: ValueForm {
  init(_ type: [Element].Type) { super.init(type) }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    guard output.hasRoom(at: output.nextDepth), output.countValue() else { return output.writeOpaque(type) }
    unsafe value.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress, elements.count > 0 else { return output.append("[]") }
      let entry = output.form(of: Element.self)
      let (start, stride) = unsafe (UnsafeRawPointer(first), MemoryLayout<Element>.stride)
      if entry.atom != .none, output.writesAsTheyAre(entry.atom, elements.count) {
        unsafe output.writeAtoms(from: start, stride, elements.count, entry.atom)
      } else {
        unsafe output.writeElements(from: start, stride, elements.count, entry)
      }
    }
  }
}

extension Output {
  /// Whether atoms need no treatment in this place. A small array of texts may hold a key and its value.
  fileprivate func writesAsTheyAre(_ atom: Atom, _ count: Int) -> Bool {
    unsafe memory.pointee.paths == PathMatching.none && (atom != .string || count > SecretNames.mostNeighbours)
  }

  fileprivate func writeAtoms(from start: UnsafeRawPointer, _ stride: Int, _ count: Int, _ atom: Atom) {
    append(UInt8(ascii: "["))
    for place in 0..<count {
      if isExhausted { break }
      if place > 0 { append(UInt8(ascii: ",")) }
      unsafe write(start + place &* stride, atom)
    }
    append(UInt8(ascii: "]"))
  }

  fileprivate func writeElements(from start: UnsafeRawPointer, _ stride: Int, _ count: Int, _ entry: FormEntry) {
    open(.array)
    append(UInt8(ascii: "["))
    for place in 0..<count {
      if isExhausted { break }
      beginElement(place, of: count)
      unsafe write(start + place &* stride, entry)
    }
    close()
  }
}

// MARK: - Dictionaries

/// `Dictionary`: an object if all keys are distinct names, otherwise an array of sorted pairs.
final class DictionaryForm<Key: Hashable, Value>: ValueForm {
  private let hasTexts = Key.self == String.self
  private let hasNames = [Key: Value].hasNames

  init(_ type: [Key: Value].Type) { super.init(type) }

  /// The key as the name of a member. Strings are the most frequent keys, and casting one takes longer than writing it.
  @inline(__always)
  private func name(of key: Key) -> String? {
    guard hasTexts else { return [Key: Value].name(of: key) }
    return unsafe withUnsafePointer(to: key) { key in unsafe UnsafeRawPointer(key).assumingMemoryBound(to: String.self).pointee }
  }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let depth = output.nextDepth
    guard output.hasRoom(at: depth), output.countValue() else { return output.writeOpaque(type) }
    let dictionary = unsafe value.assumingMemoryBound(to: [Key: Value].self).pointee
    // Decided by the type, not by the keys, so that an empty dictionary has the same form as one with entries.
    if hasNames {
      switch writeMembers(of: dictionary, at: depth, to: output) {
      case .done: return
      case .needsWhole: return output.writeWhole { unsafe self.write(value, to: output) }
      case .needsPairs: break
      }
    }
    output.write(pairs: dictionary, areSorted: true)
  }

  private enum Outcome { case done, needsPairs, needsWhole }

  /// Writes members in iteration order, and a second time in sorted order if objects get their numbers.
  private func writeMembers(of dictionary: [Key: Value], at depth: Int, to output: Output) -> Outcome {
    guard dictionary.count > 1, output.form(of: Value.self).atom == .none, let objects = output.session.objects else {
      return writeMembers(dictionary, count: dictionary.count, at: depth, to: output)
    }
    let (start, paths) = unsafe (output.count, output.memory.pointee.paths)
    var outcome = Outcome.done
    let isIncomplete = objects.unordered { outcome = writeMembers(dictionary, count: dictionary.count, at: depth, to: output) }
    guard isIncomplete, case .done = outcome else { return outcome }
    output.rollBack(to: start)
    unsafe output.memory.pointee.paths = paths
    let sorted = dictionary.map { (key: $0, value: $1, name: name(of: $0) ?? "") }.sorted { $0.name.precedesByBytes($1.name) }
    return writeMembers(sorted.lazy.map { (key: $0.key, value: $0.value) }, count: sorted.count, at: depth, to: output)
  }

  /// Writes members in iteration order and then sorts the written bytes: entries are visited once, without lookups.
  private func writeMembers(
    _ entries: some Sequence<(key: Key, value: Value)>, count: Int, at depth: Int, to output: Output
  ) -> Outcome {
    let serial = output.openScope(.object)
    output.append(UInt8(ascii: "{"))
    var parts = WrittenParts(capacity: count)
    let entry = output.form(of: Value.self)
    for (key, value) in entries {
      if output.isExhausted { break }
      guard let name = name(of: key) else {
        output.abandon(downTo: depth)
        return .needsPairs
      }
      if entry.isLeftOut || output.leavesOut(value) { continue }
      let isPlain = output.beginMember(data: name)
      unsafe withUnsafePointer(to: value) { value in unsafe output.write(UnsafeRawPointer(value), entry) }
      parts.add(named: name, output.endPart(), isPlain: isPlain)
    }
    guard parts.sort(in: output) else {
      output.abandon(downTo: depth)
      return .needsPairs
    }
    // Its position has changed.
    unsafe output.judgeKey(output.frame)
    output.arrange(parts)
    return output.closeOwnScope(at: depth, serial) ? .done : .needsWhole
  }
}

extension Dictionary {
  /// Whether the keys are strings, or other types that `Codable` also writes as names. `AnyHashable` is decided for each key.
  package static var hasNames: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self == AnyHashable.self || Key.self is any CodingKeyRepresentable.Type
  }

  /// The key as the name of a member, or `nil`.
  package static func name(of key: Key) -> String? {
    switch key {
    case let key as String: key
    case let key as Int: String(key)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }
}

extension Output {
  /// Writes `[[key,value],…]`, sorted by bytes or in iteration order.
  func write<Key, Value>(pairs: some Collection<(key: Key, value: Value)>, areSorted: Bool) {
    let depth = nextDepth
    guard hasRoom(at: depth + 2) else { return writeOpaque([(key: Key, value: Value)].self) }
    if areSorted ? withoutNumbers({ writePairs(pairs, true, at: depth) }) : writePairs(pairs, false, at: depth) { return }
    writeWhole { write(pairs: pairs, areSorted: areSorted) }
  }

  /// Returns `false` if the pairs cannot be streamed.
  private func writePairs<Key, Value>(_ pairs: some Collection<(key: Key, value: Value)>, _ areSorted: Bool, at depth: Int) -> Bool {
    let serial = openScope(.array)
    append(UInt8(ascii: "["))
    var parts = WrittenParts(capacity: pairs.count)
    unsafe frame.pointee.isNameless = true
    for (key, value) in pairs {
      if isExhausted { break }
      beginElement()
      open(.array)
      unsafe frame.pointee.isNameless = true
      append(UInt8(ascii: "["))
      beginElement()
      let start = count
      writeRaw(key)
      let key = start..<count
      beginElement(1, of: 2)
      // The comma distinguishes `[1,…` from `[10,…`. If all keys differ, they alone determine the order, since values may be hidden.
      let keyAndComma = start..<count
      write(value)
      close()
      parts.add(sortedBy: isRuled ? keyAndComma : start..<count, endPart())
      guard isWrittenAsItIs(key) else {
        abandon(downTo: depth)
        return false
      }
    }
    if areSorted {
      if parts.sort(in: self) || !isRuled { arrange(parts) } else { breakScope() }
    }
    return closeOwnScope(at: depth, serial)
  }
}

// MARK: - Sets

extension Output {
  /// Writes an array sorted by the bytes of its elements.
  func write<Element>(set elements: some Collection<Element>, of type: Any.Type) {
    let depth = nextDepth
    guard hasRoom(at: depth), countValue() else { return writeOpaque(type) }
    if withoutNumbers({ writeSorted(elements, at: depth) }) { return }
    writeWhole { _ = withoutNumbers { writeSorted(elements, at: depth) } }
  }

  /// Returns `false` if the elements cannot be streamed.
  private func writeSorted<Element>(_ elements: some Collection<Element>, at depth: Int) -> Bool {
    let serial = openScope(.array)
    append(UInt8(ascii: "["))
    var parts = WrittenParts(capacity: elements.count)
    for element in elements {
      if isExhausted { break }
      beginElement()
      let start = count
      // The order is that of the unredacted elements.
      writeRaw(element)
      guard isWrittenAsItIs(start..<count) else {
        abandon(downTo: depth)
        return false
      }
      parts.add(sortedBy: start..<count, endPart())
    }
    parts.sort(in: self)
    arrange(parts)
    if (2...SecretNames.mostNeighbours).contains(elements.count), mayHoldSecretName { breakScope() }
    return closeOwnScope(at: depth, serial)
  }

  /// Writes a value unredacted.
  fileprivate func writeRaw<Value>(_ value: Value) {
    enterRaw()
    write(value)
    leaveRaw()
  }

  /// Whether the rules leave a value unchanged that was written raw.
  fileprivate func isWrittenAsItIs(_ value: Range<Int>) -> Bool {
    guard !value.isEmpty, unsafe memory.pointee.rawDepth == 0 else { return true }
    switch self[value.lowerBound] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return unsafe memory.pointee.ruledTraits.isEmpty && memory.pointee.ruledTextLimit == .max && frame.pointee.paths == PathMatching.none
    case UInt8(ascii: "\""): return unsafe frame.pointee.paths == PathMatching.none && !needsJudgement(text: value)
    default: return unsafe frame.pointee.paths == PathMatching.none
    }
  }
}
