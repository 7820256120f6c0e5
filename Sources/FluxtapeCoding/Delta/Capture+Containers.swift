// What user code is handed to write to.

struct CaptureEncoder: Encoder {
  let capture: Capture
  let serial: Int

  var codingPath: [any CodingKey] { capture.unknownPath() }
  var userInfo: [CodingUserInfoKey: Any] { capture.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    capture.begin(.object, serial)
    return KeyedEncodingContainer(CapturedObject(capture: capture, serial: serial))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    capture.begin(.array, serial)
    return CapturedArray(capture: capture, serial: serial)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { CapturedSingle(capture: capture, serial: serial) }
}

// MARK: - Objects

private struct CapturedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let capture: Capture
  let serial: Int

  var codingPath: [any CodingKey] { capture.unknownPath() }

  func encodeNil(forKey key: Key) { capture.addNull(key.stringValue, in: serial) }
  func encode(_ value: Bool, forKey key: Key) { capture.add(value, of: capture.boolType, key.stringValue, in: serial) }
  func encode(_ value: String, forKey key: Key) { capture.add(value, of: capture.textType, key.stringValue, in: serial) }
  func encode(_ value: Double, forKey key: Key) { capture.add(value, of: capture.doubleType, key.stringValue, in: serial) }
  func encode(_ value: Int, forKey key: Key) { capture.add(value, of: capture.integerType, key.stringValue, in: serial) }
  func encode(_ value: some Encodable, forKey key: Key) { capture.add(value, key.stringValue, in: serial) }

  // Without these the protocol's own throw.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128, forKey key: Key) { capture.add(value, key.stringValue, in: serial) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128, forKey key: Key) { capture.add(value, key.stringValue, in: serial) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<NestedKey> {
    let nested = capture.beginNested(.object, key.stringValue, in: serial)
    return KeyedEncodingContainer(CapturedObject<NestedKey>(capture: capture, serial: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    CapturedArray(capture: capture, serial: capture.beginNested(.array, key.stringValue, in: serial))
  }

  func superEncoder() -> any Encoder { capture.oddEncoder() }
  func superEncoder(forKey key: Key) -> any Encoder { capture.oddEncoder() }
}

// MARK: - Arrays

private struct CapturedArray: UnkeyedEncodingContainer {
  let capture: Capture
  let serial: Int

  var codingPath: [any CodingKey] { capture.unknownPath() }
  var count: Int { capture.count(of: serial) }

  func encodeNil() { capture.addNull("", in: serial) }
  func encode(_ value: Bool) { capture.add(value, of: capture.boolType, "", in: serial) }
  func encode(_ value: String) { capture.add(value, of: capture.textType, "", in: serial) }
  func encode(_ value: Double) { capture.add(value, of: capture.doubleType, "", in: serial) }
  func encode(_ value: Int) { capture.add(value, of: capture.integerType, "", in: serial) }
  func encode(_ value: some Encodable) { capture.add(value, "", in: serial) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) { capture.add(value, "", in: serial) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) { capture.add(value, "", in: serial) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(CapturedObject<NestedKey>(capture: capture, serial: capture.beginNested(.object, "", in: serial)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    CapturedArray(capture: capture, serial: capture.beginNested(.array, "", in: serial))
  }

  func superEncoder() -> any Encoder { capture.oddEncoder() }
}

// MARK: - Single values

private struct CapturedSingle: SingleValueEncodingContainer {
  let capture: Capture
  let serial: Int

  var codingPath: [any CodingKey] { capture.unknownPath() }

  func encodeNil() {
    if capture.beginSingle(serial) { capture.addNull("", in: serial) }
  }

  func encode(_ value: some Encodable) {
    if capture.beginSingle(serial) { capture.add(value, "", in: serial) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) {
    if capture.beginSingle(serial) { capture.add(value, "", in: serial) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) {
    if capture.beginSingle(serial) { capture.add(value, "", in: serial) }
  }
}
