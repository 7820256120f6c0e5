/// Bytes while they are written, and the containers that are open.
///
/// ```text
/// bytes   {"title":"a","parts":[{"text":{"_0":"b
///         │            │        │       └ frame 4: object, a container that frame 3's `encode(to:)` asked for
///         │            │        └ frame 3: object, a scope: the value whose `encode(to:)` runs
///         │            └ frame 2: array, written by the form of `Array`
///         └ frame 1: object, a scope
/// ```
/// A frame's number is the depth of its value. Nobody ends a container: what is written at one depth closes all frames that are deeper. Each
/// frame has a serial number of its own, and so have the containers that user code gets. A container whose number is that of the
/// innermost frame writes; that is one comparison. Otherwise ``resume(_:_:)`` finds out what user code is doing.
///
/// What becomes of a value is decided where it begins, by its key, and done when the next thing is written to the container around it: only
/// then is it known to be whole (``Frame/pending``).
///
/// Why a pointer to a struct, and not a class: each access to a class's stored property is checked for exclusivity, and each copy of a
/// container would count a reference: together a third of the time that an encoding takes.
///
/// Sound: the memory and the frames behind the pointer are never freed. A writer that is gone gives them back to ``OutputMemory``, from
/// where the next one takes them. So a container that user code keeps beyond its time reads a serial number that is not its own, and writes
/// nothing. The buffer is touched by the one thread that holds the writer, and grows before anything is written beyond its end.
@safe package struct Output {
  let memory: UnsafeMutablePointer<Memory>

  @safe struct Memory {
    var bytes: UnsafeMutablePointer<UInt8>
    var count = 0
    /// Bytes up to which may be written without a look at ``byteLimit``, never more than ``allocated``.
    var capacity: Int
    /// Bytes of the buffer.
    var allocated: Int
    /// How often a large buffer was hardly used.
    var smallUses = 0

    let frames: UnsafeMutablePointer<Frame>
    /// The number of the innermost frame.
    var depth = 0
    /// The serial number of the innermost frame.
    var serial = Output.noSerial
    var lastSerial: UInt64 = 0
    /// That of the last ``EncodingNode``.
    var lastNode: UInt64 = 0
    /// The number of the frame around the whole value, in which nothing is written but that.
    var base = 0
    /// The number of the innermost frame that is a scope.
    var scope = 0

    /// The hashes of the keys of all open objects, one behind the other.
    var keyHashes: UnsafeMutablePointer<UInt64>
    var keyHashCount = 0
    var keyHashCapacity: Int

    /// Keys that were written before, ready to be copied; see ``KeyEntry``.
    var keys: UnsafeMutablePointer<KeyEntry>
    var keyCapacity: Int
    var keyEvictions = 0

    /// How the types are written that were met; see ``FormEntry``.
    var forms: UnsafeMutablePointer<FormEntry>
    var formCapacity: Int
    var formCount = 0

    /// Containers that user code writes keyed members to.
    var lent = KeyedContainerPool()

    /// Above 0 while something is written that will be hidden as a whole.
    var rawDepth = 0
    /// Which traits of keys matter: none while nothing is hidden.
    var relevantTraits: KeyTraits = []
    /// ``relevantTraits`` outside of raw parts.
    var ruledTraits: KeyTraits = []
    /// Bytes from which on a text is looked at more closely: it may hold a card number, or be too long.
    var plainTextLimit = Int.max
    /// ``plainTextLimit`` outside of raw parts.
    var ruledTextLimit = Int.max
    /// Whether texts are searched for secrets, and for personal data too.
    var searchesTexts = false
    var hidesPersonalData = false
    /// Bytes of the longest text that is written whole; see ``EncodingRules/maximumStringBytes``.
    var longestText = Int.max
    /// The patterns of paths that are alive at the value that is written next.
    var paths = PathMatching.none

    /// Whether objects that come again are being reflected, so that values are counted.
    var countsValues = false
    var maximumDepth = 0
    /// Bytes that the buffer may hold, and the serial number that a frame may have, until a record is too large. See ``Output/exhaust()``.
    var byteLimit = Int.max
    var serialLimit = UInt64.max
    var isExhausted = false
    var hasHooks = false
    /// Whether the app has keys of its own that name secrets, or look as if they did.
    var hasOwnKeys = false
    /// Writes that came from containers of values that are done.
    var droppedWrites = 0

    var writer: Unmanaged<ValueWriter>?
    var session: Unmanaged<EncodingSession>?
  }

  /// A container that is open.
  struct Frame {
    enum Kind: UInt8 { case nothing, single, array, object }

    var serial: UInt64 = Output.noSerial
    /// Where the value begins in the bytes.
    var start = 0
    /// Where the member or element begins that was written last, with its key.
    var member = 0
    /// Where its value begins, if ``pending`` says that something becomes of it.
    var memberValue = 0
    /// The patterns of paths that are alive there.
    var memberPaths = PathMatching.none
    /// One bit for each key written, by its hash.
    var keyBits: UInt64 = 0
    var firstKeyHash = 0
    /// Members or elements begun.
    var count = 0
    /// The type of the keys that user code writes.
    var keyType: (any CodingKey.Type)?
    /// The scope around, if this is one.
    var outerScope = 0
    var paths = PathMatching.none
    var kind = Kind.nothing
    var isScope = false
    /// Whether the value has to be encoded again in another way.
    var isBroken = false
    /// Whether user code inside sees no key for this level.
    var isNameless = false
    /// What is to be done with the member or element that was written last.
    var pending = Pending.nothing
    /// Members seen that have to do with one another.
    var seenTraits: KeyTraits = []
    /// Of the last member that may be the key of others, if ``seenTraits`` has one.
    var keyTraits: KeyTraits = []
    /// Where its value begins.
    var keyValue = 0
  }

  /// That of no frame, and of frames that are closed. Those of open frames begin with 1.
  static let noSerial = UInt64.max
  /// That of containers that never could be written to.
  static let deadSerial: UInt64 = 0
}

// MARK: - Bytes

extension Output {
  var count: Int { unsafe memory.pointee.count }

  /// Makes room for `additional` bytes and returns where they are to be written. Up to ``slack`` bytes more may be overwritten.
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

  /// Appends what stands in the buffer already.
  func append(_ range: Range<Int>) {
    let target = unsafe reserve(range.count)
    unsafe target.update(from: memory.pointee.bytes + range.lowerBound, count: range.count)
    unsafe memory.pointee.count += range.count
  }

  /// Takes back what was written behind the first `count` bytes.
  func rollBack(to count: Int) {
    assert(count >= 0 && count <= self.count)
    unsafe memory.pointee.count = count
  }

  subscript(place: Int) -> UInt8 {
    assert(place >= 0 && place < count)
    return unsafe memory.pointee.bytes[place]
  }

  /// Hands out the bytes, which must not be written to meanwhile.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe body(UnsafeBufferPointer(start: memory.pointee.bytes + range.lowerBound, count: range.count))
  }
}

/// The bytes of an output, to look at until more are written.
package struct WrittenBytes: RandomAccessCollection {
  fileprivate let output: Output

  init(output: Output) { self.output = output }

  package var startIndex: Int { 0 }
  package var endIndex: Int { output.count }
  package subscript(place: Int) -> UInt8 { output[place] }

  /// Whether these bytes stand at a place.
  package func has(_ bytes: [UInt8], at place: Int) -> Bool {
    output.has(bytes, at: place)
  }

  package func withContiguousStorageIfAvailable<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
    // Sound: the buffer is not written to during the call.
    try unsafe body(UnsafeBufferPointer(start: output.memory.pointee.bytes, count: output.count))
  }
}
