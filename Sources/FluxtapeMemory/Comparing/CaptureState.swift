import FluxtapeCoding
import FluxtapeJSON

/// The recorded parts of a ``Capture``. None of its methods runs app code.
///
/// Sound: parts and counts lie in memory that grows before one is added and is freed by ``free()``; each access checks its bounds. Not
/// arrays: most accesses read one word of a part, and reading a part from an array would copy it with its key.
@safe
struct CaptureState {
  /// The parts of all captured values on the path to the current comparison.
  private var parts: UnsafeMutablePointer<Part>
  private(set) var count = 0
  private var capacity = 64
  /// The maximum number of parts, for all values together. A value that exceeds it is odd.
  private let maximumParts: Int
  /// Unmanaged, to avoid reference counting for each copy; released at the end.
  private let arena: Unmanaged<CopyArena>
  /// Caches keys. It serves a writer as long as values are captured.
  private let output: Output

  /// Pooled keyed containers for user code.
  var lent = KeyedContainerPool()

  /// The parts kept of the whole value; see ``Capture/Kept``.
  private(set) var kept: Capture.Kept?
  /// The parts kept of one of its parts; see ``Capture/KeptPart``.
  var keptPart: Capture.KeptPart?
  /// The place of the part compared last, in the kept value, or a negative number, and whether it was the same part twice.
  var latestPart = -1
  var wantsPart = false
  private var lastKeptNumber = 0

  // State of the value being captured:

  /// The maximum number of parts; 0 once the value is odd.
  private var limit = 0
  /// The innermost open container. The outermost one is the value itself.
  private var level = Level.none
  /// The enclosing containers, outermost first.
  private var outerLevels: [Level] = []
  /// Serial numbers of containers are never reused: a container that user code keeps too long finds no level.
  private var firstSerial = 0
  /// The number of writes to each container since `firstSerial`.
  private var counts: UnsafeMutablePointer<Int>
  private var serialCount = 0
  private var countCapacity = 16
  /// The facts collected so far.
  private var summary = Capture.Summary()
  /// The distance between the parts and their partners.
  private var distance = 0

  struct Part {
    let form: Capture.Form
    let traits: KeyTraits
    let key: String
    /// Negative if there is none.
    var partner: Int
    var end: Int
    var copy: CapturedCopy?
  }

  private struct Level {
    let serial: Int
    /// The part of the container itself; `nil` for the outermost value.
    let part: Int?
    var kind: Capture.Kind
    /// The parts that may become partners of this container's parts.
    let partners: Range<Int>
    /// Where the search for the next partner begins.
    var next: Int

    /// No container has this serial number.
    static let none = Level(serial: -1, part: nil, kind: .nothing, partners: 0..<0, next: 0)
  }

  init(output: Output, copies arena: CopyArena, maximumParts: Int) {
    self.output = output
    self.maximumParts = min(maximumParts, Self.mostParts)
    unsafe self.arena = .passRetained(arena)
    unsafe parts = .allocate(capacity: capacity)
    unsafe counts = .allocate(capacity: countCapacity)
  }

  /// Frees the memory. Call it once.
  func free() {
    unsafe parts.deinitialize(count: count)
    unsafe parts.deallocate()
    unsafe counts.deallocate()
    unsafe arena.release()
  }
}

// MARK: - Values

extension CaptureState {
  mutating func begin(besides earlier: Capture.Captured?) -> (root: Int, start: Int, mark: CopyArena.Mark) {
    (limit, firstSerial, serialCount) = (maximumParts, firstSerial &+ serialCount, 0)
    // The first number is reserved for dead containers; see ``deadSerial()``.
    _ = newSerial()
    let root = newSerial()
    let partners = earlier?.parts ?? 0..<0
    summary = Capture.Summary(besides: earlier?.summary)
    distance = count &- partners.lowerBound
    open(Level(serial: root, part: nil, kind: .nothing, partners: partners, next: partners.lowerBound))
    return (root, count, unsafe arena._withUnsafeGuaranteedRef { $0.mark })
  }

  /// Ends the capture of a value. Returns its kind and facts; `nil` if it is odd.
  mutating func end() -> (kind: Capture.Kind, summary: Capture.Summary)? {
    while !outerLevels.isEmpty { close() }
    let kind = level.kind
    // Each new part found its partner. If the counts differ, parts of the earlier value are left over.
    if level.partners.upperBound &+ distance != count { summary.isParallel = false }
    close()
    return isFull ? nil : (kind, summary)
  }

  /// The part at a place; the pointer is valid until the next part is added.
  @inline(__always)
  func part(_ place: Int) -> UnsafeMutablePointer<Part> {
    precondition(place >= 0 && place < count)
    return unsafe parts + place
  }

  /// Removes the last part and returns its copy; `nil` once `count` parts are left.
  @inline(__always)
  mutating func takeLast(downTo count: Int) -> CapturedCopy?? {
    guard self.count > count else { return nil }
    self.count &-= 1
    return unsafe (parts + self.count).move().copy
  }

  var keptNumber: Int? { kept?.number }

  mutating func takeKept() -> Capture.Kept? {
    defer { kept = nil }
    return kept
  }

  /// - Returns: The number that identifies the kept value.
  mutating func keep(_ captured: Capture.Captured) -> Int {
    lastKeptNumber &+= 1
    kept = Capture.Kept(captured: captured, number: lastKeptNumber)
    return lastKeptNumber
  }

  /// Notes that all parts from a place on are released.
  mutating func giveBack(to mark: CopyArena.Mark, from place: Int) {
    unsafe arena._withUnsafeGuaranteedRef { $0.giveBack(to: mark) }
    if let keptPart, keptPart.captured.parts.lowerBound >= place { self.keptPart = nil }
  }

  private mutating func append(_ part: Part) {
    if count == capacity { grow() }
    unsafe (parts + count).initialize(to: part)
    count &+= 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Part>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: parts, count: count)
    unsafe parts.deallocate()
    unsafe parts = larger
    capacity *= 2
  }

  private mutating func newSerial() -> Int {
    guard serialCount < Self.mostParts else { return deadSerial() }
    if serialCount == countCapacity { growCounts() }
    unsafe counts[serialCount] = 0
    serialCount &+= 1
    return firstSerial &+ serialCount &- 1
  }

  private mutating func growCounts() {
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: 2 * countCapacity)
    unsafe larger.update(from: counts, count: serialCount)
    unsafe counts.deallocate()
    unsafe counts = larger
    countCapacity *= 2
  }
}

// MARK: - Containers

extension CaptureState {
  mutating func begin(_ kind: Capture.Kind, _ serial: Int) {
    guard resume(serial), outerLevels.isEmpty else { return breakOff() }
    if level.kind == .nothing { level.kind = kind }
    if level.kind != kind { breakOff() }
  }

  mutating func beginSingle(_ serial: Int) -> Bool {
    guard resume(serial), outerLevels.isEmpty, level.kind == .nothing else {
      breakOff()
      return false
    }
    level.kind = .single
    return true
  }

  mutating func beginNested(_ form: Capture.Form, _ key: String, in serial: Int) -> Int {
    let nested = newSerial()
    count(serial)
    guard resume(serial) else { return nested }
    let place = count
    let partner = append(form, key)
    summary.isFlat = false
    var partners = 0..<0
    if let partner, unsafe part(partner).pointee.form == form { partners = unsafe partner + 1..<part(partner).pointee.end }
    let kind: Capture.Kind = form == .object ? .object : .array
    open(Level(serial: nested, part: place, kind: kind, partners: partners, next: partners.lowerBound))
    return nested
  }

  /// Returns the serial number for containers that accept nothing. The value becomes odd.
  mutating func deadSerial() -> Int {
    breakOff()
    return firstSerial
  }

  func isDead(_ serial: Int) -> Bool { serial == firstSerial }

  /// Marks the value as odd.
  mutating func breakOff() { limit = 0 }

  /// Whether no further part fits, or the value is odd.
  private var isFull: Bool { count >= limit }

  func count(of serial: Int) -> Int {
    let place = serial &- firstSerial
    return unsafe place >= 0 && place < serialCount ? counts[place] : 0
  }

  @inline(__always)
  private mutating func count(_ serial: Int) {
    let place = serial &- firstSerial
    if place >= 0 && place < serialCount { unsafe counts[place] &+= 1 }
  }

  private mutating func open(_ inner: Level) {
    if level.serial != Level.none.serial { outerLevels.append(level) }
    level = inner
  }

  private mutating func close() {
    if let place = level.part { unsafe part(place).pointee.end = count }
    level = outerLevels.popLast() ?? .none
  }

  /// Makes a container the innermost one. Returns `false` if it is closed.
  @inline(__always)
  private mutating func resume(_ serial: Int) -> Bool {
    if level.serial == serial { return !isFull }
    return resumeOuter(serial)
  }

  private mutating func resumeOuter(_ serial: Int) -> Bool {
    // Otherwise an endless loop would search all levels again and again.
    guard !isFull else { return false }
    guard let depth = outerLevels.lastIndex(where: { $0.serial == serial }) else {
      // A container kept from an earlier value does not affect this one.
      if serial >= firstSerial { breakOff() }
      return false
    }
    while outerLevels.count > depth { close() }
    return !isFull
  }
}

// MARK: - Parts

extension CaptureState {
  /// Adds a value, and copies it unless it equals its partner. Returns `false` if there is no room.
  mutating func add(_ value: ErasedValuePointer, _ key: String, in serial: Int) -> Bool {
    count(serial)
    guard resume(serial) else { return false }
    // Read separately: a closure that captured `self` would copy the whole state.
    let arena = unsafe arena
    value.withType { type in
      guard !type.isLeftOut else { return leaveOut() }
      let place = count
      guard let partner = append(.value, key) else { return unsafe part(place).pointee.copy = Self.copy(of: value, type, in: arena) }
      let earlier = unsafe part(partner).pointee.copy
      if type.isBitwiseComparable, let earlier, earlier.hasSameBytes(as: value, type) { return }
      unsafe part(place).pointee.copy = Self.copy(of: value, type, in: arena)
      summary.noteChange(at: place)
      // Only values of bitwise comparable types may be kept.
      if !type.isBitwiseComparable || earlier?.isOf(type) != true { summary.isParallel = false }
    }
    return true
  }

  private static func copy(of value: ErasedValuePointer, _ type: ComparedType, in arena: Unmanaged<CopyArena>) -> CapturedCopy {
    unsafe arena._withUnsafeGuaranteedRef { $0.copy(value, type) }
  }

  /// Only members of objects can be left out with their keys. Elsewhere a placeholder takes their place.
  private mutating func leaveOut() {
    if level.kind != .object { breakOff() }
  }

  mutating func addNull(_ key: String, in serial: Int) -> Bool {
    count(serial)
    guard resume(serial) else { return false }
    _ = append(.null, key)
    return true
  }

  /// Appends a part without nested parts. Returns its partner.
  @inline(__always)
  private mutating func append(_ form: Capture.Form, _ key: String) -> Int? {
    let place = count
    guard let partner = takePartner(key) else {
      summary.isParallel = false
      // Only members have keys. A member's key may be empty, and may be secret by the rules.
      let traits = level.kind == .object ? output.traits(ofLabel: key) : []
      summary.traits.formUnion(traits)
      append(Part(form: form, traits: traits, key: key, partner: -1, end: place &+ 1, copy: nil))
      return nil
    }
    let (earlierForm, traits) = unsafe (part(partner).pointee.form, part(partner).pointee.traits)
    if partner &+ distance != place || earlierForm != form { summary.isParallel = false }
    append(Part(form: form, traits: traits, key: key, partner: partner, end: place &+ 1, copy: nil))
    return partner
  }

  /// Capturing a value with this many parts takes about ten megabytes; comparing it as text is no slower.
  private static let mostParts = 1 << 18

  /// How far a partner is searched for. A value with more added or removed keys is odd.
  private static let farthestPartner = 64

  /// Finds the earlier part with this key for the part that is added next.
  @inline(__always)
  private mutating func takePartner(_ key: String) -> Int? {
    let place = level.next
    guard level.partners.contains(place) else { return findPartner(key) }
    let part = unsafe part(place)
    guard unsafe part.pointee.partner < 0, unsafe part.pointee.key.isCopy(of: key) else { return findPartner(key) }
    unsafe part.pointee.partner = count
    level.next = unsafe part.pointee.end
    return place
  }

  private mutating func findPartner(_ key: String) -> Int? {
    let (partners, next) = (level.partners, level.next)
    guard !partners.isEmpty else { return nil }
    var place = next
    for _ in 0..<Self.farthestPartner {
      if place >= partners.upperBound { place = partners.lowerBound }
      let part = unsafe part(place)
      if unsafe part.pointee.partner < 0, unsafe part.pointee.key.isSameText(as: key) {
        unsafe part.pointee.partner = count
        level.next = unsafe part.pointee.end
        return place
      }
      place = unsafe part.pointee.end
      if place == next || (place >= partners.upperBound && next == partners.lowerBound) { return nil }
    }
    breakOff()
    return nil
  }
}
