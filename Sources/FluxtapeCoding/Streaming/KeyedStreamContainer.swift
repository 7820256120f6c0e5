/// Sound: a loan outlives all containers that point to it; see ``KeyedContainerPool``.
@safe
struct KeyedStreamContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: Output
  /// The place that it writes to: that of its loan, otherwise its own. It is the frame at a depth, as long as that frame has the serial
  /// number.
  private let loan: UnsafeMutablePointer<KeyedContainerPool.PooledContainer>?
  private let ownPlace: KeyedContainerPool.Place

  private init(_ output: Output, _ place: KeyedContainerPool.Place, loan: UnsafeMutablePointer<KeyedContainerPool.PooledContainer>? = nil) {
    self.output = output
    unsafe self.loan = unsafe loan
    ownPlace = place
  }

  private var serial: UInt64 { unsafe loan?.pointee.place.serial ?? ownPlace.serial }
  private var depth: Int { unsafe loan?.pointee.place.location ?? ownPlace.location }

  /// Returns a container that writes to the frame at `depth`, if the frame has this serial number.
  @inline(__always)
  static func container(_ output: Output, _ serial: UInt64, _ depth: Int) -> KeyedEncodingContainer<Key> {
    let place = KeyedContainerPool.Place(serial: serial, location: depth)
    // A released writer has no pool.
    guard unsafe output.memory.pointee.serial == serial || output.takesWrites(depth, serial),
      let loan = unsafe output.memory.pointee.lent.loan(for: Key.self, at: place)
    else {
      return unsafe KeyedEncodingContainer(KeyedStreamContainer(output, place))
    }
    return unsafe KeyedContainerPool.container(of: loan) { unsafe KeyedEncodingContainer(KeyedStreamContainer(output, place, loan: loan)) }
  }

  /// A container in a separate box, of a released writer.
  static var unread: KeyedEncodingContainer<Key> {
    let encoder = StreamEncoder.unread
    return unsafe KeyedEncodingContainer(
      KeyedStreamContainer(encoder.output, KeyedContainerPool.Place(serial: encoder.serial, location: encoder.depth)))
  }

  var codingPath: [any CodingKey] { output.codingPath(to: depth, serial) }

  private func begin<AnyKey: CodingKey>(_ key: AnyKey) -> Bool { output.beginMember(key.stringValue, AnyKey.self, depth, serial) }

  private func divert<Value>(_ value: Value, _ key: Key) throws { try output.divert(serial) { try $0.set(value, forKey: key) } }

  func encodeNil(forKey key: Key) throws { if begin(key) { output.writeNull() } else { try divert(Bool?.none, key) } }
  func encode(_ value: Bool, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: String, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Double, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Float, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Int, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Int8, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Int16, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Int32, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: Int64, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: UInt, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: UInt8, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: UInt16, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: UInt32, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode(_ value: UInt64, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard !output.leavesOut(value) else { return }
    if begin(key) { output.write(value) } else { try divert(value, key) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: Int128, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
  func encode(_ value: UInt128, forKey key: Key) throws { if begin(key) { output.write(value) } else { try divert(value, key) } }
}

// MARK: - Nested containers

extension KeyedStreamContainer {
  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<NestedKey> {
    let nested = begin(key) ? output.openNested(.object) : output.nestedNode(in: serial, .object) { $0.nestedNode(forKey: key) }
    return KeyedStreamContainer<NestedKey>.container(output, nested, depth + 1)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = begin(key) ? output.openNested(.array) : output.nestedNode(in: serial, .array) { $0.nestedNode(forKey: key) }
    return UnkeyedStreamContainer(output: output, serial: nested, depth: depth + 1)
  }

  func superEncoder() -> any Encoder { encoder(PlaceKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: some CodingKey) -> any Encoder {
    let nested = begin(key) ? output.openNested(.nothing) : output.nestedNode(in: serial, .nothing) { $0.superNode(forKey: key) }
    return StreamEncoder(output: output, serial: nested, depth: depth + 1)
  }
}
