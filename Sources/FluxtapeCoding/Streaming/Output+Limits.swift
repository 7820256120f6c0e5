// Limits for one record. Sound: see ``Output``.
//
// Writes inside the buffer's capacity need no comparison: the capacity is set to end at the limit. Without limits, objects that reference
// each other, or an `encode(to:)` that makes ever more values, would take all time and memory.

extension Output {
  /// Begins a record with this many bytes, in addition to those in the buffer.
  func beginRecord(bytes: Int, values: Int) {
    let limit = unsafe memory.pointee.count.addingReportingOverflow(bytes)
    let (last, overflow) = limit.partialValue.addingReportingOverflow(Self.mostReservedInVain)
    unsafe memory.pointee.byteLimit = limit.overflow || overflow ? .max : last
    let serial = unsafe memory.pointee.lastSerial.addingReportingOverflow(UInt64(max(0, values)))
    unsafe memory.pointee.serialLimit = serial.overflow || values == .max ? .max : serial.partialValue
    limitCapacity()
  }

  /// Bytes that may be reserved and not written, since the length of a number is not known in advance. A record that exceeds its limit by
  /// less than this is completed, and then found to be too large.
  private static let mostReservedInVain = 64

  /// Ends the record. Returns `false` if it was too large: the bytes are not the whole value.
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

  /// Counts a composite value. Returns `false` if the limit is exceeded.
  @inline(__always)
  func countValue(_ weight: UInt64 = 1) -> Bool {
    let serial = unsafe memory.pointee.lastSerial &+ weight
    unsafe memory.pointee.lastSerial = serial
    return unsafe serial <= memory.pointee.serialLimit || exhaust()
  }

  /// Stops the record: no container of user code accepts anything more, no value is entered. Returns `false`.
  @discardableResult
  func exhaust() -> Bool {
    guard unsafe !memory.pointee.isExhausted else { return false }
    unsafe memory.pointee.isExhausted = true
    unsafe memory.pointee.byteLimit = .max
    unsafe memory.pointee.serialLimit = 0
    unsafe memory.pointee.maximumDepth = 0
    limitCapacity()
    // New serial numbers disconnect the containers of the open frames.
    for depth in unsafe 0...memory.pointee.depth where unsafe memory.pointee.frames[depth].serial != Self.noSerial {
      unsafe memory.pointee.lastSerial &+= 1
      unsafe memory.pointee.frames[depth].serial = memory.pointee.lastSerial
    }
    unsafe memory.pointee.serial = memory.pointee.frames[memory.pointee.depth].serial
    return false
  }

  /// Runs `body` with the byte limit suspended.
  func withoutLimit(_ body: () -> Void) {
    let limit = unsafe memory.pointee.byteLimit
    unsafe memory.pointee.byteLimit = .max
    limitCapacity()
    body()
    unsafe memory.pointee.byteLimit = limit
    limitCapacity()
  }

  /// Runs `body`, which writes unredacted text that may be longer than its final form. The limit of values replaces the limit of bytes.
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
