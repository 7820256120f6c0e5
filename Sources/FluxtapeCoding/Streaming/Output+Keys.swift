import FluxtapeJSON

// Keys that come again and again.

/// A key that was written before, ready to be copied.
///
/// It is found by the two words that a `String` is in memory. Sound: the entry holds the string, so nothing else can lie where its bytes lie
/// and nobody can change them; two strings of the same words then have the same bytes. What the words mean is of no interest.
@safe struct KeyEntry {
  var words: (UInt64, UInt64) = (0, 0)
  var name = ""
  /// `"name":`, escaped, with room for reading eight bytes at a time.
  var text: UnsafeMutablePointer<UInt8>?
  var length = 0
  /// Of the key's bytes. Keys with equal hashes are taken for the same key.
  var hash: UInt64 = 0
  var traits: KeyTraits = []
  /// Whether a pointer has the key as a string has it, without escapes of its own.
  var isPlainToken = false

  static func table(capacity: Int) -> UnsafeMutablePointer<KeyEntry> {
    let table = UnsafeMutablePointer<KeyEntry>.allocate(capacity: capacity)
    unsafe table.initialize(repeating: KeyEntry(), count: capacity)
    return unsafe table
  }

  static func freeTable(_ table: UnsafeMutablePointer<KeyEntry>, capacity: Int) {
    for place in 0..<capacity { unsafe table[place].text?.deallocate() }
    unsafe table.deinitialize(count: capacity)
    unsafe table.deallocate()
  }
}

extension Output {
  /// The entry of a key, which is valid until the next key is looked for.
  @inline(__always)
  func keyEntry(for name: String) -> UnsafeMutablePointer<KeyEntry> {
    #if _pointerBitWidth(_64)
    let words = unsafe unsafeBitCast(name, to: (UInt64, UInt64).self)
    let hash = (words.0 ^ words.1 &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    let slot = unsafe Int(truncatingIfNeeded: hash >> 40) & (memory.pointee.keyCapacity &- 1)
    let entry = unsafe memory.pointee.keys + slot
    if unsafe entry.pointee.words.0 == words.0 && entry.pointee.words.1 == words.1 { return unsafe entry }
    return unsafe fill(entry, with: name, words)
    #else
    // A string is three words there, not all of whose bits mean something.
    return unsafe fill(memory.pointee.keys, with: name, (0, 0))
    #endif
  }

  private func fill(
    _ entry: UnsafeMutablePointer<KeyEntry>, with name: String, _ words: (UInt64, UInt64)
  ) -> UnsafeMutablePointer<KeyEntry> {
    if unsafe entry.pointee.text != nil {
      unsafe memory.pointee.keyEvictions += 1
      if unsafe memory.pointee.keyEvictions > Self.mostEvictions, growKeys() { return unsafe keyEntry(for: name) }
    }
    var text: [UInt8] = []
    JSONValue.writeString(TaggedValue.escapedKey(name), into: &text)
    text.append(UInt8(ascii: ":"))
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + Self.slack)
    unsafe copy.initialize(repeating: 0, count: text.count + Self.slack)
    for (place, byte) in text.enumerated() { unsafe copy[place] = byte }
    unsafe entry.pointee.text?.deallocate()
    unsafe entry.pointee = KeyEntry(
      words: words, name: name, text: copy, length: text.count, hash: Self.hash(of: text), traits: writer.names.traits(of: name),
      isPlainToken: !text.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
    return unsafe entry
  }

  /// Doubles the table. `false` if it is large enough for what can be expected of keys.
  private func growKeys() -> Bool {
    let (old, capacity) = unsafe (memory.pointee.keys, memory.pointee.keyCapacity)
    guard capacity < Self.mostKeys else { return false }
    unsafe memory.pointee.keys = KeyEntry.table(capacity: 2 * capacity)
    unsafe memory.pointee.keyCapacity = 2 * capacity
    unsafe memory.pointee.keyEvictions = 0
    unsafe KeyEntry.freeTable(old, capacity: capacity)
    return true
  }

  private static let mostKeys = 2048
  /// A state has the same keys each time: a few that push each other out do so for ever.
  private static let mostEvictions = 16

  /// FNV-1a, with the upper half folded in.
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}

// MARK: - Keys of types

extension Output {
  /// What a key says about secrets that comes again and again, as keys of types do and those of data do not.
  package func traits(ofLabel key: String) -> KeyTraits { unsafe keyEntry(for: key).pointee.traits }

  /// Adds such a key to a pointer.
  func appendToken(ofLabel key: String, to path: PathText) {
    let entry = unsafe keyEntry(for: key)
    guard unsafe entry.pointee.isPlainToken, let text = unsafe entry.pointee.text else { return path.append(TaggedValue.escapedKey(key)) }
    // Between the quotation marks, the second of which a colon follows.
    unsafe path.append(token: UnsafeBufferPointer(start: text + 1, count: entry.pointee.length - 3))
  }
}

// MARK: - Keys of one object

extension Output {
  /// Notes that a key was written. `false` if it was before.
  @inline(__always)
  func notesKey(_ hash: UInt64, in frame: UnsafeMutablePointer<Frame>) -> Bool {
    let bit = 1 as UInt64 &<< (hash & 63)
    if unsafe frame.pointee.keyBits & bit != 0, unsafe !isNew(hash, in: frame) { return false }
    unsafe frame.pointee.keyBits |= bit
    if unsafe memory.pointee.keyHashCount == memory.pointee.keyHashCapacity { growKeyHashes() }
    unsafe memory.pointee.keyHashes[memory.pointee.keyHashCount] = hash
    unsafe memory.pointee.keyHashCount &+= 1
    return true
  }

  private func isNew(_ hash: UInt64, in frame: UnsafeMutablePointer<Frame>) -> Bool {
    let (first, end) = unsafe (frame.pointee.firstKeyHash, memory.pointee.keyHashCount)
    // A table of data with a key for each entry: a look at all of them for each would be quadratic.
    guard end - first <= Self.mostComparedKeys else {
      guard countValue() else { return false }
      let hashes = unsafe UnsafeBufferPointer(start: memory.pointee.keyHashes + first, count: end - first)
      return unsafe !writer.manyKeys.contains(hash, amongst: hashes, of: frame.pointee.serial)
    }
    for place in first..<end where unsafe memory.pointee.keyHashes[place] == hash { return false }
    return true
  }

  private static let mostComparedKeys = 128

  private func growKeyHashes() {
    let capacity = unsafe 2 * memory.pointee.keyHashCapacity
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    unsafe larger.update(from: memory.pointee.keyHashes, count: memory.pointee.keyHashCount)
    unsafe memory.pointee.keyHashes.deallocate()
    unsafe memory.pointee.keyHashes = larger
    unsafe memory.pointee.keyHashCapacity = capacity
  }
}

/// The keys of objects that have very many, as sets.
struct ManyKeys {
  private var objects: [UInt64: Set<UInt64>] = [:]

  var isEmpty: Bool { objects.isEmpty }

  /// Whether `hash` is among `hashes`, those of the keys so far of the object with a serial number.
  mutating func contains(_ hash: UInt64, amongst hashes: UnsafeBufferPointer<UInt64>, of object: UInt64) -> Bool {
    unsafe objects[object, default: []].formUnion(hashes[(objects[object]?.count ?? 0)...])
    return objects[object]?.contains(hash) ?? false
  }
}
