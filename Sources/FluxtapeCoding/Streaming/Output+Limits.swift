// How much one record may take. Sound: see ``Output``.
//
// Where there is room in the buffer, nothing is compared: the buffer is said to end where the limit is. What objects that lead to each other
// hold, or an `encode(to:)` that makes more and more values, would take all time and memory otherwise.

extension Output {
  /// Begins a record, of which so many bytes may be in the buffer besides those that are there.
  func beginRecord(bytes: Int, values: Int) {
    let limit = unsafe memory.pointee.count.addingReportingOverflow(bytes)
    let (last, overflow) = limit.partialValue.addingReportingOverflow(Self.mostReservedInVain)
    unsafe memory.pointee.byteLimit = limit.overflow || overflow ? .max : last
    let serial = unsafe memory.pointee.lastSerial.addingReportingOverflow(UInt64(max(0, values)))
    unsafe memory.pointee.serialLimit = serial.overflow || values == .max ? .max : serial.partialValue
    limitCapacity()
  }

  /// Bytes that may be asked for and then not written: of numbers it is not known before how long they will be. A record that is less than this
  /// above its limit is written to its end, and found to be too large then.
  private static let mostReservedInVain = 64

  /// Ends the record. `false` if it was too large: what was written is not what the value holds.
  func endRecord() -> Bool {
    unsafe memory.pointee.byteLimit = .max
    unsafe memory.pointee.serialLimit = .max
    unsafe memory.pointee.capacity = memory.pointee.allocated
    guard isExhausted else { return true }
    unsafe memory.pointee.isExhausted = false
    unsafe memory.pointee.maximumDepth = writer.rules.maximumDepth
    return false
  }

  var isExhausted: Bool { unsafe memory.pointee.isExhausted }

  /// Counts a value that is made of others. `false` if it is one too many.
  @inline(__always)
  func countValue(_ weight: UInt64 = 1) -> Bool {
    let serial = unsafe memory.pointee.lastSerial &+ weight
    unsafe memory.pointee.lastSerial = serial
    return unsafe serial <= memory.pointee.serialLimit || exhaust()
  }

  /// Brings what is being written to its end: no container that user code has takes anything any more, no value is entered. Returns `false`.
  @discardableResult
  func exhaust() -> Bool {
    guard unsafe !memory.pointee.isExhausted else { return false }
    unsafe memory.pointee.isExhausted = true
    unsafe memory.pointee.byteLimit = .max
    unsafe memory.pointee.serialLimit = 0
    unsafe memory.pointee.maximumDepth = 0
    limitCapacity()
    // The containers of the open frames are told by their serial numbers.
    for depth in unsafe 0...memory.pointee.depth where unsafe memory.pointee.frames[depth].serial != Self.noSerial {
      unsafe memory.pointee.lastSerial &+= 1
      unsafe memory.pointee.frames[depth].serial = memory.pointee.lastSerial
    }
    unsafe memory.pointee.serial = memory.pointee.frames[memory.pointee.depth].serial
    return false
  }

  /// Runs `body`, which needs room for a while.
  func withoutLimit(_ body: () -> Void) {
    let limit = unsafe memory.pointee.byteLimit
    unsafe memory.pointee.byteLimit = .max
    limitCapacity()
    body()
    unsafe memory.pointee.byteLimit = limit
    limitCapacity()
  }

  /// Runs `body`, which writes what the rules are not applied to yet: texts may be longer there. Instead of bytes, values limit it.
  func withValuesAsLimit(_ body: () -> Void) {
    let limit = unsafe memory.pointee.byteLimit
    guard limit != .max else { return body() }
    let values = unsafe memory.pointee.serialLimit - min(memory.pointee.serialLimit, memory.pointee.lastSerial)
    let bytes = UInt64(Self.bytesPerValue).multipliedReportingOverflow(by: values)
    let room = count.addingReportingOverflow(Int(clamping: bytes.overflow ? .max : bytes.partialValue))
    unsafe memory.pointee.byteLimit = max(limit, room.overflow ? .max : room.partialValue)
    limitCapacity()
    body()
    guard !isExhausted else { return }
    unsafe memory.pointee.byteLimit = limit
    limitCapacity()
  }

  /// Bytes of text that count as one value.
  static let bytesPerValue = 64

  func limitCapacity() {
    let limit = unsafe memory.pointee.byteLimit
    let allocated = unsafe memory.pointee.allocated
    unsafe memory.pointee.capacity = limit > allocated - Self.slack ? allocated : max(memory.pointee.count, limit) + Self.slack
  }
}
