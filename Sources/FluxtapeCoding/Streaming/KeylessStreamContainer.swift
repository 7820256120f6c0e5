/// What writes values that have no keys of their own: one, or one after the other.
protocol KeylessStreamContainer {
  var output: Output { get }

  /// Begins the next value. `false` if it is to be dropped.
  func begin() -> Bool
}

// The widest integers stay with the containers: the library has a way of its own to write them where a container has none, and it would be as
// good a match as one from here.

extension KeylessStreamContainer {
  func encodeNil() { if begin() { output.writeNull() } }
  func encode(_ value: Bool) { if begin() { output.write(value) } }
  func encode(_ value: String) { if begin() { output.write(value) } }
  func encode(_ value: Double) { if begin() { output.write(value) } }
  func encode(_ value: Float) { if begin() { output.write(value) } }
  func encode(_ value: Int) { if begin() { output.write(value) } }
  func encode(_ value: Int8) { if begin() { output.write(value) } }
  func encode(_ value: Int16) { if begin() { output.write(value) } }
  func encode(_ value: Int32) { if begin() { output.write(value) } }
  func encode(_ value: Int64) { if begin() { output.write(value) } }
  func encode(_ value: UInt) { if begin() { output.write(value) } }
  func encode(_ value: UInt8) { if begin() { output.write(value) } }
  func encode(_ value: UInt16) { if begin() { output.write(value) } }
  func encode(_ value: UInt32) { if begin() { output.write(value) } }
  func encode(_ value: UInt64) { if begin() { output.write(value) } }
  func encode(_ value: some Encodable) { if begin() { output.write(value) } }
}
