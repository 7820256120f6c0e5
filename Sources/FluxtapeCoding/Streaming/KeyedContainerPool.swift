/// A pool of keyed containers for reuse.
///
/// Creating a keyed container is the most expensive part of encoding a struct: three generic types are looked up, and a box is allocated
/// and freed. A container without other references can be reused as it is; only the place that it points to, its ``PooledContainer``, is
/// updated.
///
/// Sound: a container is reused only if the pool has the last reference to its box, so a container held by user code never changes its
/// place. The box is identified by the single word of a `KeyedEncodingContainer`; if the self-test finds another layout, nothing is pooled.
/// The typed lender is created with its container and freed with the pool. Loans whose containers outlive the pool are never freed; the
/// caller of ``free(leaving:)`` decides where these containers write.
///
/// It is not a generic type, although it pools containers of two kinds: other modules would look up its type metadata at each use.
@safe
package struct KeyedContainerPool {
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 32
  private var count = 0

  /// The place that a container writes to.
  package struct Place {
    package var serial: UInt64
    /// The depth of a frame, or the address of the container's owner; 0 if that is gone.
    package var location: Int

    package init(serial: UInt64, location: Int) { (self.serial, self.location) = (serial, location) }
  }

  /// A container and the place that it writes to.
  @safe
  package struct PooledContainer {
    /// The container's bits; 0 before there is a container. The first field, so that both have the same address.
    fileprivate var box: UInt
    /// A ``Lender`` of the container's type; `nil` before there is a container.
    fileprivate var lender: UnsafeMutableRawPointer?
    package var place: Place

    fileprivate init(for place: Place) {
      box = 0
      unsafe lender = nil
      self.place = place
    }
  }

  /// All pooled containers for one type of keys.
  @safe
  private struct Entry {
    /// The address of the type's metadata; 0 in an empty slot.
    var keyType: UInt = 0
    var loans: UnsafeMutablePointer<UnsafeMutablePointer<PooledContainer>?>?
  }

  /// The number of pooled containers for one type of keys: a tree uses one on each level. Deeper levels allocate.
  private static var mostLoans: Int { 8 }

  package init() { unsafe entries = Self.table(capacity: capacity) }

  private static func table(capacity: Int) -> UnsafeMutablePointer<Entry> {
    let table = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    unsafe table.initialize(repeating: Entry(), count: capacity)
    return unsafe table
  }

  /// Frees the pool. Call it once.
  ///
  /// - Parameter nowhere: The place to which containers still in use write from now on; `nil` keeps their place.
  package func free(leaving nowhere: Place? = nil) {
    for place in 0..<capacity {
      guard let loans = unsafe entries[place].loans else { continue }
      for number in 0..<Self.mostLoans {
        guard let loan = unsafe loans[number] else { break }
        unsafe Self.free(loan, leaving: nowhere)
      }
      unsafe loans.deallocate()
    }
    unsafe entries.deallocate()
  }

  private static func free(_ loan: UnsafeMutablePointer<PooledContainer>, leaving nowhere: Place?) {
    if let nowhere { unsafe loan.pointee.place = nowhere }
    if let lender = unsafe loan.pointee.lender { unsafe Unmanaged<AnyObject>.fromOpaque(lender).release() }
    let isHeld = unsafe loan.pointee.box != 0 && !isUnique(loan)
    if unsafe loan.pointee.box != 0 {
      unsafe UnsafeMutableRawPointer(box(of: loan)).assumingMemoryBound(to: AnyObject.self).deinitialize(count: 1)
    }
    if !isHeld { unsafe loan.deallocate() }
  }
}

// MARK: - Loans

extension KeyedContainerPool {
  /// Returns a free loan for a container that writes to `target`; `nil` if there is none.
  @inline(__always)
  package mutating func loan<Key: CodingKey>(for key: Key.Type, at target: Place) -> UnsafeMutablePointer<PooledContainer>? {
    let identity = UInt(bitPattern: ObjectIdentifier(key))
    var place = Self.place(of: identity)
    while true {
      place &= capacity &- 1
      let entry = unsafe entries + place
      if unsafe entry.pointee.keyType == identity { return unsafe entry.pointee.loans.flatMap { unsafe Self.firstFree($0, target) } }
      if unsafe entry.pointee.keyType == 0 { return unsafe add(identity, Key.self, target) }
      place &+= 1
    }
  }

  /// Returns the container of a loan; `make` creates it at first use.
  @inline(__always)
  package static func container<Key: CodingKey>(
    of loan: UnsafeMutablePointer<PooledContainer>, _ make: () -> KeyedEncodingContainer<Key>
  ) -> KeyedEncodingContainer<Key> {
    guard let lender = unsafe loan.pointee.lender else { return unsafe firstContainer(of: loan, make) }
    return unsafe Unmanaged<Lender<KeyedEncodingContainer<Key>>>.fromOpaque(lender)._withUnsafeGuaranteedRef { $0.container }
  }

  /// Not inlined: the caller would look up the container's type even without coming here.
  @inline(never)
  private static func firstContainer<Key: CodingKey>(
    of loan: UnsafeMutablePointer<PooledContainer>, _ make: () -> KeyedEncodingContainer<Key>
  ) -> KeyedEncodingContainer<Key> {
    let place = unsafe box(of: loan).assumingMemoryBound(to: KeyedEncodingContainer<Key>.self)
    unsafe place.initialize(to: make())
    unsafe loan.pointee.lender = Unmanaged.passRetained(Lender(of: place)).toOpaque()
    return unsafe place.pointee
  }

  private static func place(of identity: UInt) -> Int { Int(truncatingIfNeeded: ((identity >> 4) &* 0x9E37_79B9) >> 16) }

  private static func box(of loan: UnsafeMutablePointer<PooledContainer>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(loan)
  }

  private static func isUnique(_ loan: UnsafeMutablePointer<PooledContainer>) -> Bool {
    unsafe NativeObject.isUnique(at: UnsafeMutableRawPointer(box(of: loan)))
  }

  private static func firstFree(
    _ loans: UnsafeMutablePointer<UnsafeMutablePointer<PooledContainer>?>, _ target: Place
  ) -> UnsafeMutablePointer<PooledContainer>? {
    for number in 0..<mostLoans {
      guard let loan = unsafe loans[number] else {
        let new = UnsafeMutablePointer<PooledContainer>.allocate(capacity: 1)
        unsafe new.initialize(to: PooledContainer(for: target))
        unsafe loans[number] = new
        return unsafe new
      }
      guard unsafe loan.pointee.box == 0 || isUnique(loan) else { continue }
      unsafe loan.pointee.place = target
      return unsafe loan
    }
    return nil
  }

  private mutating func add<Key: CodingKey>(_ identity: UInt, _ key: Key.Type, _ target: Place) -> UnsafeMutablePointer<PooledContainer>? {
    guard KeyedContainerSelfTest.isPassed, MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<UInt>.size else { return nil }
    if 2 * count >= capacity { grow() }
    let loans = UnsafeMutablePointer<UnsafeMutablePointer<PooledContainer>?>.allocate(capacity: Self.mostLoans)
    unsafe loans.initialize(repeating: nil, count: Self.mostLoans)
    unsafe insert(Entry(keyType: identity, loans: loans))
    count += 1
    return unsafe Self.firstFree(loans, target)
  }

  private func insert(_ entry: Entry) {
    var place = Self.place(of: entry.keyType) & (capacity - 1)
    while unsafe entries[place].keyType != 0 { place = (place + 1) & (capacity - 1) }
    unsafe entries[place] = entry
  }

  private mutating func grow() {
    let (old, oldCapacity) = unsafe (entries, capacity)
    unsafe entries = Self.table(capacity: 2 * oldCapacity)
    capacity = 2 * oldCapacity
    for place in 0..<oldCapacity where unsafe old[place].keyType != 0 { unsafe insert(old[place]) }
    unsafe old.deallocate()
  }
}

/// Copies a container whose type is the class's generic argument. Code that knows only the type of the keys would first have to look up the
/// container's type, which takes far longer.
@safe
private final class Lender<Container> {
  private let place: UnsafeMutablePointer<Container>

  init(of place: UnsafeMutablePointer<Container>) { unsafe self.place = unsafe place }

  /// Not inlined: the caller would look up the type again.
  var container: Container { @inline(never) get { unsafe place.pointee } }
}

// MARK: - Self-test

private enum KeyedContainerSelfTest {
  /// Whether a keyed container is a single reference to a box. Checked once per process.
  static let isPassed = isBox(KeyedStreamContainer<PlaceKey>.unread)

  private static func isBox<Container>(_ container: Container) -> Bool {
    let children = Array(Mirror(reflecting: container).children)
    guard children.count == 1, type(of: children[0].value) is AnyObject.Type, MemoryLayout<Container>.size == MemoryLayout<UInt>.size
    else { return false }
    let identity = UInt(bitPattern: ObjectIdentifier(children[0].value as AnyObject))
    return unsafe withUnsafeBytes(of: container) { unsafe $0.load(as: UInt.self) } == identity
  }
}
