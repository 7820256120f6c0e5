/// What writes values that have no keys of their own: one, or one after the other.
protocol KeylessStreamContainer {
  var output: Output { get }

  /// Begins the next value. `false` if it cannot be written now.
  func begin() -> Bool

  /// Takes a value that could not be begun.
  func divert<Value>(_ value: Value) throws
}

// The widest integers stay with the containers: the library has a way of its own to write them where a container has none, and it would be as
// good a match as one from here.

extension KeylessStreamContainer {
  func encodeNil() throws { if begin() { output.writeNull() } else { try divert(Bool?.none) } }
  func encode(_ value: Bool) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: String) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Double) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Float) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Int) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Int8) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Int16) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Int32) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: Int64) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: UInt) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: UInt8) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: UInt16) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: UInt32) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: UInt64) throws { if begin() { output.write(value) } else { try divert(value) } }
  func encode(_ value: some Encodable) throws { if begin() { output.write(value) } else { try divert(value) } }
}
