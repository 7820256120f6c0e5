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
    if [Key: Value].hasNames {
      switch writeMembers(of: dictionary, at: depth, to: output) {
      case .done: return
      case .needsTree: return writeTree(of: dictionary, to: output)
      case .needsPairs: break
      }
    }
    guard output.hasRoom(at: depth + 2) else { return output.writeOpaque([(key: Key, value: Value)].self) }
    if !writePairs(of: dictionary, at: depth, to: output) { writeTree(of: dictionary, to: output) }
  }

  private func writeTree(of dictionary: [Key: Value], to output: Output) {
    output.writeTree(at: output.nextDepth) { session, place in dictionary.encoded(by: session, at: place) }
  }

  private enum Outcome { case done, needsPairs, needsTree }

  /// Writes members as they come, and sorts what was written: entries are visited once, and nothing is looked up.
  private func writeMembers(of dictionary: [Key: Value], at depth: Int, to output: Output) -> Outcome {
    let serial = output.openScope(.object)
    output.append(UInt8(ascii: "{"))
    var parts = WrittenParts(capacity: dictionary.count)
    let entry = output.form(of: Value.self)
    for (key, value) in dictionary {
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
    return output.closeScope(at: depth, serial) ? .done : .needsTree
  }

  /// Writes `[key,value]` pairs. Where their keys differ, the keys alone decide the order. `false` if they cannot be written one after another.
  private func writePairs(of dictionary: [Key: Value], at depth: Int, to output: Output) -> Bool {
    let serial = output.openScope(.array)
    output.append(UInt8(ascii: "["))
    var parts = WrittenParts(capacity: dictionary.count)
    unsafe output.frame.pointee.isNameless = true
    for (key, value) in dictionary {
      if output.isExhausted { break }
      output.beginElement()
      output.open(.array)
      unsafe output.frame.pointee.isNameless = true
      output.append(UInt8(ascii: "["))
      output.beginElement()
      let keyStart = output.count
      output.writeRaw(key)
      let key = keyStart..<output.count
      output.beginElement(1, of: 2)
      // The comma tells `[1,…` from `[10,…`.
      let sorted = keyStart..<output.count
      output.write(value)
      output.close()
      parts.add(sortedBy: sorted, output.endPart())
      guard output.isWrittenAsItIs(key) else {
        output.abandon(downTo: depth)
        return false
      }
    }
    if parts.sort(in: output) { output.arrange(parts) } else { output.breakScope() }
    return output.closeScope(at: depth, serial)
  }
}

// MARK: - Sets

/// `Set`: an array in the order of its elements' bytes.
final class SetForm<Element: Hashable>: ValueForm {
  init(_ type: Set<Element>.Type) { super.init(type) }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let depth = output.nextDepth
    guard output.hasRoom(at: depth), output.countValue() else { return output.writeOpaque(type) }
    let elements = unsafe value.assumingMemoryBound(to: Set<Element>.self).pointee
    if write(elements, at: depth, to: output) { return }
    output.writeTree(at: depth) { session, place in elements.encoded(by: session, at: place) }
  }

  /// `false` if the elements cannot be written one after another.
  private func write(_ elements: Set<Element>, at depth: Int, to output: Output) -> Bool {
    let serial = output.openScope(.array)
    output.append(UInt8(ascii: "["))
    var parts = WrittenParts(capacity: elements.count)
    for element in elements {
      if output.isExhausted { break }
      output.beginElement()
      let start = output.count
      // The order is that of the elements as they are, also of secret ones.
      output.writeRaw(element)
      guard output.isWrittenAsItIs(start..<output.count) else {
        output.abandon(downTo: depth)
        return false
      }
      parts.add(sortedBy: start..<output.count, output.endPart())
    }
    parts.sort(in: output)
    output.arrange(parts)
    if (2...SecretNames.mostNeighbours).contains(elements.count), output.mayHoldSecretName { output.breakScope() }
    return output.closeScope(at: depth, serial)
  }
}

extension Output {
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
