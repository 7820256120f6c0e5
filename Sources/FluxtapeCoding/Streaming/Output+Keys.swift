import FluxtapeJSON

// Cached keys.

/// A previously written key, ready to be copied.
///
/// The two words of a `String` in memory identify it. Sound: the entry retains the string, so its storage can neither change nor be reused;
/// two strings with equal words then have equal bytes. The meaning of the words does not matter.
@safe struct KeyEntry {
  var words: (UInt64, UInt64) = (0, 0)
  var name = ""
  /// `"name":`, escaped, padded for reads of eight bytes at a time.
  var text: UnsafeMutablePointer<UInt8>?
  var length = 0
  /// The hash of the key's bytes. Keys with equal hashes are considered equal.
  var hash: UInt64 = 0
  var traits: KeyTraits = []
  /// Whether the key has the same form in a pointer and in a string, without extra escapes.
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
  /// Returns the entry of a key. It is valid until the next lookup.
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
    // On these platforms a string has three words, some of whose bits have no meaning.
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

  /// Doubles the table. Returns `false` if it has reached its maximum size.
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
  /// A state has the same keys each time, so keys that evict each other would do so forever.
  private static let mostEvictions = 16

  /// FNV-1a, with the upper half folded in.
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}

// MARK: - Keys of types

extension Output {
  /// The traits of a key that recurs, such as a type's key, in contrast to keys of data.
  package func traits(ofLabel key: String) -> KeyTraits { unsafe keyEntry(for: key).pointee.traits }

}

// MARK: - Keys of one object

extension Output {
  /// Notes that a key was written. Returns `false` if it has already occurred.
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
    // For objects with many keys, such as tables of data, comparing with all keys would be quadratic.
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

/// Sets of keys for objects that have very many.
struct ManyKeys {
  private var objects: [UInt64: Set<UInt64>] = [:]

  var isEmpty: Bool { objects.isEmpty }

  /// Whether `hash` is among `hashes`, the keys written so far to the object with this serial number.
  mutating func contains(_ hash: UInt64, amongst hashes: UnsafeBufferPointer<UInt64>, of object: UInt64) -> Bool {
    unsafe objects[object, default: []].formUnion(hashes[(objects[object]?.count ?? 0)...])
    return objects[object]?.contains(hash) ?? false
  }
}
