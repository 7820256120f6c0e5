// The interface between a writer and its output. Sound: see ``Output``.

import FluxtapeJSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

extension Output {
  /// Attaches a writer, which returns the output before it is released.
  func serve(_ writer: ValueWriter, _ session: EncodingSession) {
    let rules = writer.rules
    unsafe memory.pointee.writer = .passUnretained(writer)
    unsafe memory.pointee.session = .passUnretained(session)
    unsafe memory.pointee.maximumDepth = rules.maximumDepth
    unsafe memory.pointee.hasHooks = !rules.hooks.isEmpty
    unsafe memory.pointee.hasOwnKeys = rules.hasOwnKeys
    unsafe memory.pointee.ruledTraits = rules.hidesSecrets ? .all : []
    // Copied, since they are needed for every text, and reading them from the rules would copy all rules.
    unsafe memory.pointee.longestText = rules.maximumStringBytes
    unsafe memory.pointee.searchesTexts = rules.searchesTexts
    unsafe memory.pointee.hidesPersonalData = rules.keys.hidesPersonalData
    let afterLongest = rules.maximumStringBytes == .max ? Int.max : rules.maximumStringBytes + 1
    unsafe memory.pointee.ruledTextLimit =
      rules.hidesSecrets ? min(rules.searchesTexts ? SecretPrefilter.shortest : Self.shortestCard, afterLongest) : afterLongest
    unsafe memory.pointee.rawDepth = 1
    leaveRaw()
  }

  /// Begins a value.
  func begin(in context: WritingContext) {
    let base = max(0, min(context.depth - 1, OutputMemory.largestDepth))
    unsafe memory.pointee.base = base
    unsafe memory.pointee.depth = base
    unsafe memory.pointee.serial = Self.noSerial
    unsafe memory.pointee.scope = 0
    unsafe memory.pointee.keyHashCount = 0
    unsafe memory.pointee.countsValues = false
    unsafe memory.pointee.frames[base] = Frame()
    unsafe memory.pointee.paths = context.paths
    let pending = Frame.Pending(context.secrecy)
    if pending != .nothing { unsafe expect(pending, in: frame) }
  }

  /// Ends the current value.
  func end() {
    unsafe close(deeperThan: memory.pointee.base)
    unsafe settle(frame)
    unsafe memory.pointee.depth = 0
    unsafe memory.pointee.base = 0
    unsafe memory.pointee.paths = PathMatching.none
  }

  /// Whether the rules apply to the current position.
  var isRuled: Bool { unsafe memory.pointee.rawDepth == 0 }

  func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    assert(max(left.upperBound, right.upperBound) <= count)
    guard left.count == right.count else { return false }
    return unsafe memcmp(memory.pointee.bytes + left.lowerBound, memory.pointee.bytes + right.lowerBound, left.count) == 0
  }

  /// Whether the output has these bytes at a position.
  func has(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place >= 0, bytes.count <= count - place else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe memcmp(memory.pointee.bytes + place, start, bytes.count) == 0
    }
  }

  /// Shrinks a large buffer that was mostly unused for some time, for example after a whole state that is followed by small changes.
  ///
  /// - Parameter used: The number of bytes written.
  func trim(used: Int) {
    guard unsafe count == 0 && memory.pointee.allocated > Self.largestKept else { return }
    guard unsafe used < memory.pointee.allocated / 4 else { return unsafe memory.pointee.smallUses = 0 }
    unsafe memory.pointee.smallUses += 1
    guard unsafe memory.pointee.smallUses > Self.mostSmallUses else { return }
    unsafe memory.pointee.smallUses = 0
    unsafe memory.pointee.bytes.deallocate()
    unsafe memory.pointee.allocated = Self.largestKept
    unsafe memory.pointee.bytes = .allocate(capacity: Self.largestKept)
    limitCapacity()
  }

  /// In bytes. Allocating a larger buffer takes far less time than filling it.
  private static let largestKept = 1 << 20
  private static let mostSmallUses = 8
}
