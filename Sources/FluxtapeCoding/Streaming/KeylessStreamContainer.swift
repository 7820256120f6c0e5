/// What writes values that have no keys of their own: one, or one after the other.
protocol KeylessStreamContainer {
  var output: Output { get }
  var serial: UInt64 { get }

  /// Begins the next value. `false` if it is to be dropped.
  func begin() -> Bool
}

// The widest integers stay with the containers: the library has a way of its own to write them where a container has none, and it would be as
// good a match as one from here.

extension KeylessStreamContainer {
  /// Begins the next value. `false` if it is to be dropped.
  @inline(__always)
  func admits() throws -> Bool {
    if begin() { return true }
    try output.refuse(serial)
    return false
  }

  func encodeNil() throws { if try admits() { output.writeNull() } }
  func encode(_ value: Bool) throws { if try admits() { output.write(value) } }
  func encode(_ value: String) throws { if try admits() { output.write(value) } }
  func encode(_ value: Double) throws { if try admits() { output.write(value) } }
  func encode(_ value: Float) throws { if try admits() { output.write(value) } }
  func encode(_ value: Int) throws { if try admits() { output.write(value) } }
  func encode(_ value: Int8) throws { if try admits() { output.write(value) } }
  func encode(_ value: Int16) throws { if try admits() { output.write(value) } }
  func encode(_ value: Int32) throws { if try admits() { output.write(value) } }
  func encode(_ value: Int64) throws { if try admits() { output.write(value) } }
  func encode(_ value: UInt) throws { if try admits() { output.write(value) } }
  func encode(_ value: UInt8) throws { if try admits() { output.write(value) } }
  func encode(_ value: UInt16) throws { if try admits() { output.write(value) } }
  func encode(_ value: UInt32) throws { if try admits() { output.write(value) } }
  func encode(_ value: UInt64) throws { if try admits() { output.write(value) } }
  func encode(_ value: some Encodable) throws { if try admits() { output.write(value) } }
}
