// The containers passed to user code.

import FluxtapeCoding

struct CaptureEncoder: Encoder {
  let capture: Capture
  let serial: Int

  var codingPath: [any CodingKey] { capture.unknownPath() }
  var userInfo: [CodingUserInfoKey: Any] { capture.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    capture.begin(.object, serial)
    return CapturedObject<Key>.container(capture, serial)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    capture.begin(.array, serial)
    return CapturedArray(capture: capture, serial: serial)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { CapturedSingle(capture: capture, serial: serial) }
}

// MARK: - Objects

/// Sound: a loan outlives all containers that point to it, see ``KeyedContainerPool``, and never refers to a released capture.
@safe
private struct CapturedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  /// The place that it writes to: that of its loan, otherwise its own.
  private let loan: UnsafeMutablePointer<KeyedContainerPool.PooledContainer>?
  private let own: (capture: Capture, serial: Int)?

  private init(loan: UnsafeMutablePointer<KeyedContainerPool.PooledContainer>?, own: (capture: Capture, serial: Int)?) {
    unsafe self.loan = unsafe loan
    self.own = own
  }

  static func container(_ capture: Capture, _ serial: Int) -> KeyedEncodingContainer<Key> {
    guard let loan = unsafe capture.loan(for: Key.self, serial) else {
      return unsafe KeyedEncodingContainer(CapturedObject(loan: nil, own: (capture, serial)))
    }
    return unsafe KeyedContainerPool.container(of: loan) { unsafe KeyedEncodingContainer(CapturedObject(loan: loan, own: nil)) }
  }

  /// Calls `body` with the capture and the container's serial number; returns `nil` if the capture is released.
  @inline(__always)
  private func with<Result>(_ body: (_ capture: Capture, _ serial: Int) throws -> Result) rethrows -> Result? {
    guard let loan = unsafe loan else { return try own.map { try body($0.capture, $0.serial) } }
    let place = unsafe loan.pointee.place
    let serial = Int(truncatingIfNeeded: place.serial)
    guard let address = unsafe UnsafeRawPointer(bitPattern: place.location) else { return nil }
    return try unsafe Unmanaged<Capture>.fromOpaque(address)._withUnsafeGuaranteedRef { try body($0, serial) }
  }

  /// Reads the text of the key first, since that runs app code.
  @inline(__always) @discardableResult
  private func at<Result>(
    _ key: Key, _ body: (_ capture: Capture, _ key: String, _ serial: Int) throws -> Result
  ) rethrows -> Result? {
    let text = key.stringValue
    return try with { try body($0, text, $1) }
  }

  var codingPath: [any CodingKey] { with { capture, _ in capture.unknownPath() } ?? [] }

  func encodeNil(forKey key: Key) throws { try at(key) { try $0.addNull($1, in: $2) } }
  func encode(_ value: Bool, forKey key: Key) throws { try at(key) { try $0.add(value, of: $0.boolType, $1, in: $2) } }
  func encode(_ value: String, forKey key: Key) throws { try at(key) { try $0.add(value, of: $0.textType, $1, in: $2) } }
  func encode(_ value: Double, forKey key: Key) throws { try at(key) { try $0.add(value, of: $0.doubleType, $1, in: $2) } }
  func encode(_ value: Int, forKey key: Key) throws { try at(key) { try $0.add(value, of: $0.integerType, $1, in: $2) } }
  func encode(_ value: some Encodable, forKey key: Key) throws { try at(key) { try $0.add(value, $1, in: $2) } }

  // Without these, the default implementations of the protocol throw.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128, forKey key: Key) throws { try at(key) { try $0.add(value, $1, in: $2) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try at(key) { try $0.add(value, $1, in: $2) } }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<NestedKey> {
    let container = at(key) { CapturedObject<NestedKey>.container($0, $0.beginNested(.object, $1, in: $2)) }
    return container ?? Self.unread.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    at(key) { CapturedArray(capture: $0, serial: $0.beginNested(.array, $1, in: $2)) } ?? Self.unread.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { with { capture, _ in capture.oddEncoder() } ?? Self.unread }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }

  /// Discards what is written after the capture is released.
  private static var unread: any Encoder { EncodingSession.unread }
}

// MARK: - Arrays

private struct CapturedArray: UnkeyedEncodingContainer {
  let capture: Capture
  let serial: Int

  var codingPath: [any CodingKey] { capture.unknownPath() }
  var count: Int { capture.count(of: serial) }

  func encodeNil() throws { try capture.addNull("", in: serial) }
  func encode(_ value: Bool) throws { try capture.add(value, of: capture.boolType, "", in: serial) }
  func encode(_ value: String) throws { try capture.add(value, of: capture.textType, "", in: serial) }
  func encode(_ value: Double) throws { try capture.add(value, of: capture.doubleType, "", in: serial) }
  func encode(_ value: Int) throws { try capture.add(value, of: capture.integerType, "", in: serial) }
  func encode(_ value: some Encodable) throws { try capture.add(value, "", in: serial) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws { try capture.add(value, "", in: serial) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws { try capture.add(value, "", in: serial) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    CapturedObject<NestedKey>.container(capture, capture.beginNested(.object, "", in: serial))
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

  func encodeNil() throws {
    if try capture.beginSingle(serial) { try capture.addNull("", in: serial) }
  }

  func encode(_ value: some Encodable) throws {
    if try capture.beginSingle(serial) { try capture.add(value, "", in: serial) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128) throws {
    if try capture.beginSingle(serial) { try capture.add(value, "", in: serial) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128) throws {
    if try capture.beginSingle(serial) { try capture.add(value, "", in: serial) }
  }
}
