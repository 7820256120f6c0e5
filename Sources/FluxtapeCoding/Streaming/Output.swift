/// The bytes being written, and the open containers.
///
/// ```text
/// bytes   {"title":"a","parts":[{"text":{"_0":"b
///         │            │        │       └ frame 4: object, a container that frame 3's `encode(to:)` asked for
///         │            │        └ frame 3: object, a scope: the value whose `encode(to:)` runs
///         │            └ frame 2: array, written by the form of `Array`
///         └ frame 1: object, a scope
/// ```
/// A frame's number is the depth of its value. User code never ends a container: a write at one depth closes all deeper frames. Each frame
/// has a unique serial number, and so do the containers of user code. If a container's number is that of the innermost frame, it may write;
/// this takes one comparison. Otherwise ``resume(_:_:)`` determines what user code is doing.
///
/// The treatment of a value is decided by its key at its beginning, and applied when the next value is written to the enclosing container:
/// only then is the value known to be complete (``Frame/pending``).
///
/// A pointer to a struct, not a class: exclusivity checks for each access to a class's stored property, and reference counting for each
/// copy of a container, would together take a third of the encoding time.
///
/// Sound: the memory and the frames behind the pointer are never freed. A released writer returns them to ``OutputMemory``, where the next
/// writer takes them. So a container that user code keeps too long finds a serial number that is not its own, and writes nothing. Only the
/// thread that holds the writer touches the buffer, which grows before anything is written beyond its end.
@safe package struct Output {
  let memory: UnsafeMutablePointer<Memory>

  @safe struct Memory {
    var bytes: UnsafeMutablePointer<UInt8>
    var count = 0
    /// Writes up to this size need no check of ``byteLimit``; at most ``allocated``.
    var capacity: Int
    /// The size of the buffer in bytes.
    var allocated: Int
    /// How often a large buffer was mostly unused.
    var smallUses = 0

    let frames: UnsafeMutablePointer<Frame>
    /// The number of the innermost frame.
    var depth = 0
    /// The serial number of the innermost frame.
    var serial = Output.noSerial
    var lastSerial: UInt64 = 0
    /// The serial number of the last ``EncodingNode``.
    var lastNode: UInt64 = 0
    /// The number of the frame around the whole value; it contains nothing else.
    var base = 0
    /// The number of the innermost frame that is a scope.
    var scope = 0

    /// The key hashes of all open objects, concatenated.
    var keyHashes: UnsafeMutablePointer<UInt64>
    var keyHashCount = 0
    var keyHashCapacity: Int

    /// Cached keys; see ``KeyEntry``.
    var keys: UnsafeMutablePointer<KeyEntry>
    var keyCapacity: Int
    var keyEvictions = 0

    /// Cached encodings of types; see ``FormEntry``.
    var forms: UnsafeMutablePointer<FormEntry>
    var formCapacity: Int
    var formCount = 0

    /// Pooled keyed containers for user code.
    var lent = KeyedContainerPool()

    /// Above 0 while a value is written that will be hidden as a whole.
    var rawDepth = 0
    /// The traits of keys that matter; none while nothing is hidden.
    var relevantTraits: KeyTraits = []
    /// ``relevantTraits`` outside of raw parts.
    var ruledTraits: KeyTraits = []
    /// The length from which a text is checked for card numbers and its maximum length.
    var plainTextLimit = Int.max
    /// ``plainTextLimit`` outside of raw parts.
    var ruledTextLimit = Int.max
    /// Whether texts are searched for secrets, and also for personal data.
    var searchesTexts = false
    var hidesPersonalData = false
    /// The maximum length of a text in bytes; see ``EncodingRules/maximumStringBytes``.
    var longestText = Int.max
    /// The state of path matching at the next value.
    var paths = PathMatching.none

    /// Whether values are counted, since repeated objects are being reflected.
    var countsValues = false
    var maximumDepth = 0
    /// The maximum byte count and serial number of a record. See ``Output/exhaust()``.
    var byteLimit = Int.max
    var serialLimit = UInt64.max
    var isExhausted = false
    var hasHooks = false
    /// Whether the app has added or removed keys that name secrets.
    var hasOwnKeys = false
    /// Writes by containers of completed values.
    var droppedWrites = 0

    var writer: Unmanaged<ValueWriter>?
    var session: Unmanaged<EncodingSession>?
  }

  /// An open container.
  struct Frame {
    enum Kind: UInt8 { case nothing, single, array, object }

    var serial: UInt64 = Output.noSerial
    /// The start of the value in the bytes.
    var start = 0
    /// The start of the last member or element, including its key.
    var member = 0
    /// The start of the last member's value, if a treatment is ``pending``.
    var memberValue = 0
    /// The state of path matching at that value.
    var memberPaths = PathMatching.none
    /// A Bloom filter of the written keys: one bit per hash.
    var keyBits: UInt64 = 0
    var firstKeyHash = 0
    /// The number of members or elements begun.
    var count = 0
    /// The type of the keys of user code.
    var keyType: (any CodingKey.Type)?
    /// The enclosing scope, if this is a scope.
    var outerScope = 0
    var paths = PathMatching.none
    var kind = Kind.nothing
    var isScope = false
    /// Whether the value has to be encoded again in another way.
    var isBroken = false
    /// Whether coding paths for user code skip this level.
    var isNameless = false
    /// The treatment of the last member or element.
    var pending = Pending.nothing
    /// The traits of members seen so far that depend on each other.
    var seenTraits: KeyTraits = []
    /// The traits of the last member that may be the key of others, if ``seenTraits`` has one.
    var keyTraits: KeyTraits = []
    /// The start of that member's value.
    var keyValue = 0
  }

  /// The serial number of no frame, and of closed frames. Open frames begin with 1.
  static let noSerial = UInt64.max
  /// The serial number of containers that were never writable.
  static let deadSerial: UInt64 = 0
}

// MARK: - Bytes

extension Output {
  var count: Int { unsafe memory.pointee.count }

  /// Reserves `additional` bytes and returns their address. The caller may overwrite up to ``slack`` more bytes.
  @inline(__always)
  func reserve(_ additional: Int) -> UnsafeMutablePointer<UInt8> {
    if unsafe memory.pointee.capacity &- memory.pointee.count < additional &+ Self.slack { grow(by: additional) }
    return unsafe memory.pointee.bytes + memory.pointee.count
  }

  /// Texts are copied eight bytes at a time.
  static let slack = 16

  private func grow(by additional: Int) {
    if unsafe memory.pointee.count &+ additional > memory.pointee.byteLimit { exhaust() }
    let needed = unsafe memory.pointee.count + additional + Self.slack
    if unsafe needed > memory.pointee.allocated {
      let capacity = unsafe max(needed, 2 * memory.pointee.allocated)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      unsafe larger.update(from: memory.pointee.bytes, count: memory.pointee.count)
      unsafe memory.pointee.bytes.deallocate()
      unsafe memory.pointee.bytes = larger
      unsafe memory.pointee.allocated = capacity
    }
    limitCapacity()
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    unsafe reserve(1).pointee = byte
    unsafe memory.pointee.count &+= 1
  }

  func append(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    unsafe reserve(count).update(from: text.utf8Start, count: count)
    unsafe memory.pointee.count += count
  }

  func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { bytes in unsafe append(bytes) }
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    unsafe append(start, count: bytes.count)
  }

  func append(_ start: UnsafePointer<UInt8>, count: Int) {
    unsafe reserve(count).update(from: start, count: count)
    unsafe memory.pointee.count += count
  }

  /// Appends a copy of bytes in the buffer.
  func append(_ range: Range<Int>) {
    let target = unsafe reserve(range.count)
    unsafe target.update(from: memory.pointee.bytes + range.lowerBound, count: range.count)
    unsafe memory.pointee.count += range.count
  }

  /// Discards everything behind the first `count` bytes.
  func rollBack(to count: Int) {
    assert(count >= 0 && count <= self.count)
    unsafe memory.pointee.count = count
  }

  subscript(place: Int) -> UInt8 {
    assert(place >= 0 && place < count)
    return unsafe memory.pointee.bytes[place]
  }

  /// Passes the bytes to `body`, which must not write to the output.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe body(UnsafeBufferPointer(start: memory.pointee.bytes + range.lowerBound, count: range.count))
  }
}
