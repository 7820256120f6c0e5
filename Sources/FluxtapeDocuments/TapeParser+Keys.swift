import FluxtapeJSON

extension TapeParser {
  /// Reads a key and its colon.
  @inline(__always)
  mutating func key(in bytes: Span<UInt8>) throws(JSONError) {
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: .key), at: bytes.count) }
    guard bytes[place] == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte(bytes[place], expected: .key), at: place) }
    if !passTwinsKey(in: bytes) {
      container.mayRepeat = true
      try string(in: bytes)
    }
    skipWhiteSpace(in: bytes)
    guard place < bytes.count else { throw JSONError(.unexpectedEnd(expected: .colon), at: bytes.count) }
    guard bytes[place] == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte(bytes[place], expected: .colon), at: place) }
    place &+= 1
  }

  /// Skips the key if it has the bytes of the twin's next key, which was already checked.
  @inline(__always)
  private mutating func passTwinsKey(in bytes: Span<UInt8>) -> Bool {
    guard container.twin < container.twinEnd else { return false }
    let word = TapeWord(bits: tape[container.twin])
    guard let length = word.length, !word.isIrregular, place &+ length &+ 2 <= bytes.count,
      bytes[place &+ length &+ 1] == UInt8(ascii: "\""),
      bytes.hasSameBytes(at: place &+ 1, as: bytes, at: word.offset, length: length)
    else {
      container.twin = container.twinEnd
      return false
    }
    tape.append(TapeWord(.string, offset: place &+ 1, length: length, hasEscapes: word.hasEscapes).bits)
    place &+= length &+ 2
    container.twin &+= 1
    container.twin &+= width(container.twin)
    return true
  }
}

// MARK: - Repeated keys

extension TapeParser {
  /// Keeps the last value of members with the same key, at the position of the first. Makes a table for many keys.
  mutating func dropRepeatedMembers(in bytes: Span<UInt8>) {
    guard container.count >= KeyTable.worthwhileFrom || mayHaveSameKeys(in: bytes) else { return }
    var keys: [Int] = []
    keys.reserveCapacity(container.count)
    var next = container.place + TapeWord.containerHead
    while next < tape.count {
      keys.append(next)
      next += 1
      next += width(next)
    }
    // Maps each repeated key to the first member that has it.
    let firsts = keys.count < KeyTable.worthwhileFrom ? firstsOfFew(keys, in: bytes) : firstsOfMany(keys, in: bytes)
    guard let repeated = firsts.keys.min().map({ keys[$0] }) else { return }
    irregularities += 1
    let offset = TapeWord(bits: tape[repeated]).offset
    if repeatedKey.map({ offset < $0.offset }) ?? true {
      repeatedKey = (keyText(repeated, in: bytes) ?? plainText(repeated, in: bytes), offset)
    }
    keepLast(keys, firsts: firsts)
    // The places on the tape have changed.
    keyTables[container.place] = nil
    if container.count >= KeyTable.worthwhileFrom { dropRepeatedMembers(in: bytes) }
  }

  /// Whether two of the object's few keys may be the same: `false` is certain. Nearly every object is told apart here.
  private mutating func mayHaveSameKeys(in bytes: Span<UInt8>) -> Bool {
    keySigns.removeAll(keepingCapacity: true)
    var next = container.place + TapeWord.containerHead
    while next < tape.count {
      let word = TapeWord(bits: tape[next])
      guard !word.hasEscapes, let length = word.length else { return true }
      // The length and up to seven bytes.
      let first = word.offset &+ 8 <= bytes.count ? bytes.word(at: word.offset) : bytes.partialWord(from: word.offset)
      let text = first & (1 &<< UInt64(truncatingIfNeeded: min(length, 7) &* 8) &- 1)
      let sign = text | UInt64(truncatingIfNeeded: length) << 56
      for known in keySigns where known == sign { return true }
      keySigns.append(sign)
      next += 1
      next += width(next)
    }
    return false
  }

  private func firstsOfFew(_ keys: [Int], in bytes: Span<UInt8>) -> [Int: Int] {
    var firsts: [Int: Int] = [:]
    for later in keys.indices {
      for earlier in 0..<later where areSameKeys(keys[earlier], keys[later], in: bytes) {
        firsts[later] = earlier
        break
      }
    }
    return firsts
  }

  private mutating func firstsOfMany(_ keys: [Int], in bytes: Span<UInt8>) -> [Int: Int] {
    var firsts: [Int: Int] = [:]
    var table = KeyTable(count: keys.count)
    for (index, key) in keys.enumerated() {
      let text = keyText(key, in: bytes)
      let word = TapeWord(bits: tape[key])
      let hash =
        text.map { ByteHash.hash($0) } ?? ByteHash.hash(bytes.extracting(word.offset..<word.offset + length(key, in: bytes)))
      let known = table.enter(hash, place: key, index: index) { areSameKeys($0, key, in: bytes) }
      if let known { firsts[index] = known }
    }
    keyTables[container.place] = table
    return firsts
  }

  /// Rewrites the object's words.
  private mutating func keepLast(_ keys: [Int], firsts: [Int: Int]) {
    var values = keys.map { $0 + 1 }
    for later in keys.indices {
      if let first = firsts[later] { values[first] = keys[later] + 1 }
    }
    var words: [UInt64] = []
    for index in keys.indices where firsts[index] == nil {
      words.append(tape[keys[index]])
      for place in values[index]..<values[index] + width(values[index]) { words.append(tape[place]) }
    }
    tape.truncate(to: container.place + TapeWord.containerHead)
    for word in words { tape.append(word) }
    container.count = keys.count - firsts.count
    forgetPlaces(from: container.place)
  }

  private func areSameKeys(_ left: Int, _ right: Int, in bytes: Span<UInt8>) -> Bool {
    let (leftWord, rightWord) = (TapeWord(bits: tape[left]), TapeWord(bits: tape[right]))
    if let leftText = keyText(left, in: bytes) {
      return leftText.hasSameBytes(as: keyText(right, in: bytes) ?? plainText(right, in: bytes))
    }
    if let rightText = keyText(right, in: bytes) { return rightText.hasSameBytes(as: plainText(left, in: bytes)) }
    let length = length(left, in: bytes)
    return length == self.length(right, in: bytes)
      && bytes.hasSameBytes(at: leftWord.offset, as: bytes, at: rightWord.offset, length: length)
  }

  /// A key with escapes, decoded; `nil` for other keys.
  private func keyText(_ place: Int, in bytes: Span<UInt8>) -> String? {
    let word = TapeWord(bits: tape[place])
    guard word.hasEscapes else { return nil }
    return Self.unescaped(bytes.extracting(word.offset..<word.offset + length(place, in: bytes)))
  }

  private func plainText(_ place: Int, in bytes: Span<UInt8>) -> String {
    let offset = TapeWord(bits: tape[place]).offset
    return String(utf8Bytes: bytes.extracting(offset..<offset + length(place, in: bytes)))
  }

  private func length(_ place: Int, in bytes: Span<UInt8>) -> Int {
    let word = TapeWord(bits: tape[place])
    return word.length ?? JSONText.measuredLength(of: .string, at: word.offset, in: bytes)
  }
}
