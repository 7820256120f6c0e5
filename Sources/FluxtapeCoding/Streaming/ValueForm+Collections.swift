import FluxtapeJSON

// Collections. Sound: see ``ValueForm``; the elements of an array lie one behind the other, and the array is held while they are written.

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
  /// Whether nothing can become of elements without parts but what they are. Few texts may be a key with its value.
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

/// `Dictionary`: an object, if every key is a name and no two have the same; else sorted pairs.
final class DictionaryForm<Key: Hashable, Value>: ValueForm {
  private let hasTexts = Key.self == String.self
  private let hasNames = [Key: Value].hasNames

  init(_ type: [Key: Value].Type) { super.init(type) }

  /// The key as the name of a member. Asked for texts more often than for all others, and a cast of one takes longer than to write it.
  @inline(__always)
  private func name(of key: Key) -> String? {
    guard hasTexts else { return [Key: Value].name(of: key) }
    return unsafe withUnsafePointer(to: key) { key in unsafe UnsafeRawPointer(key).assumingMemoryBound(to: String.self).pointee }
  }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let depth = output.nextDepth
    guard output.hasRoom(at: depth), output.countValue() else { return output.writeOpaque(type) }
    let dictionary = unsafe value.assumingMemoryBound(to: [Key: Value].self).pointee
    // By the type, not by what keys there are: an empty dictionary has the kind that it will have with entries.
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

  /// Writes members as they come, and once more in order where objects get their numbers.
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

  /// Writes members as they come, and sorts what was written: entries are visited once, and nothing is looked up.
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
    // Its place is another one then.
    unsafe output.judgeKey(output.frame)
    output.arrange(parts)
    return output.closeOwnScope(at: depth, serial) ? .done : .needsWhole
  }
}

extension Dictionary {
  /// Whether the keys are strings, or something else that `Codable` too writes as names. `AnyHashable` tells with each key.
  package static var hasNames: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self == AnyHashable.self || Key.self is any CodingKeyRepresentable.Type
  }

  /// The key as the name of a member.
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
  /// Writes `[[key,value],…]`, in the order of the bytes or as they come.
  func write<Key, Value>(pairs: some Collection<(key: Key, value: Value)>, areSorted: Bool) {
    let depth = nextDepth
    guard hasRoom(at: depth + 2) else { return writeOpaque([(key: Key, value: Value)].self) }
    if areSorted ? withoutNumbers({ writePairs(pairs, true, at: depth) }) : writePairs(pairs, false, at: depth) { return }
    writeWhole { write(pairs: pairs, areSorted: areSorted) }
  }

  /// `false` if the pairs cannot be written one after another.
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
      // The comma tells `[1,…` from `[10,…`. Where the keys differ, they alone decide the order; the values may be hidden.
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
  /// Writes an array in the order of its elements' bytes.
  func write<Element>(set elements: some Collection<Element>, of type: Any.Type) {
    let depth = nextDepth
    guard hasRoom(at: depth), countValue() else { return writeOpaque(type) }
    if withoutNumbers({ writeSorted(elements, at: depth) }) { return }
    writeWhole { _ = withoutNumbers { writeSorted(elements, at: depth) } }
  }

  /// `false` if the elements cannot be written one after another.
  private func writeSorted<Element>(_ elements: some Collection<Element>, at depth: Int) -> Bool {
    let serial = openScope(.array)
    append(UInt8(ascii: "["))
    var parts = WrittenParts(capacity: elements.count)
    for element in elements {
      if isExhausted { break }
      beginElement()
      let start = count
      // The order is that of the elements as they are, also of secret ones.
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

  /// Writes a value as it is, also where the rules would hide something of it.
  fileprivate func writeRaw<Value>(_ value: Value) {
    enterRaw()
    write(value)
    leaveRaw()
  }

  /// Whether the rules have nothing to say about what was written raw.
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
