/// A container for values without keys: a single value, or a sequence.
protocol KeylessStreamContainer {
  var output: Output { get }

  /// Begins the next value. Returns `false` if it cannot be written now.
  func begin() -> Bool

  /// Takes a value that could not be begun.
  func divert<Value>(_ value: Value) throws
}

// The containers themselves encode the widest integers: the standard library has a default implementation for them, and overload resolution
// would be ambiguous with one here.

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
