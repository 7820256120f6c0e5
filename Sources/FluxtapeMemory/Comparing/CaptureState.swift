import FluxtapeCoding

/// What a ``Capture`` has recorded. No code of the app runs in any of its methods.
///
/// Sound: parts and counts lie in memory of its own, which grows before one is added and is given back by ``free()``; each access checks that
/// there is one at the place. Not arrays: what is asked for most is one word of a part, and to take a part out copies it with its key.
@safe
struct CaptureState {
  /// Those of all captured values on the way to the place that is being compared.
  private var parts: UnsafeMutablePointer<Part>
  private(set) var count = 0
  private var capacity = 64
  /// Parts that there may be at a time, of all values together. One that has more is odd.
  private let maximumParts: Int
  /// Not retained anew with each copy; let go of at the end.
  private let arena: Unmanaged<CopyArena>
  /// Remembers keys. It serves a writer as long as values are captured.
  private let output: Output

  /// Containers that user code writes keyed members to.
  var lent = KeyedContainerPool()

  /// See ``Capture/Kept``.
  private(set) var kept: Capture.Kept?
  /// See ``Capture/KeptPart``.
  var keptPart: Capture.KeptPart?
  /// Where in the kept value the part stands that was compared last, below 0 if none was, and whether it was the same one twice.
  var latestPart = -1
  var wantsPart = false
  private var lastKeptNumber = 0

  // Of the value that is being captured:

  /// Parts that there may be, 0 once the value is odd.
  private var limit = 0
  /// The innermost container that is open. The outermost one is the value itself.
  private var level = Level.none
  /// The containers around it, outermost first.
  private var outerLevels: [Level] = []
  /// Serial numbers of containers are never used twice: one that user code keeps finds its level gone.
  private var firstSerial = 0
  /// For each container since `firstSerial`, how much was written to it.
  private var counts: UnsafeMutablePointer<Int>
  private var serialCount = 0
  private var countCapacity = 16
  /// What was found out of the value so far.
  private var summary = Capture.Summary()
  /// How far the parts stand behind those of the value that it is compared with.
  private var distance = 0

  struct Part {
    let form: Capture.Form
    let traits: KeyTraits
    let key: String
    /// Below 0 if there is none.
    var partner: Int
    var end: Int
    var copy: CapturedCopy?
  }

  private struct Level {
    let serial: Int
    /// The container's own part; `nil` for the value as a whole.
    let part: Int?
    var kind: Capture.Kind
    /// The parts that may become partners of those in here.
    let partners: Range<Int>
    /// Where among them the partner of the next part is looked for first.
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

  /// Ends its life, once.
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
    // The first is that of no container; see ``deadSerial()``.
    _ = newSerial()
    let root = newSerial()
    let partners = earlier?.parts ?? 0..<0
    summary = Capture.Summary(besides: earlier?.summary)
    distance = count &- partners.lowerBound
    open(Level(serial: root, part: nil, kind: .nothing, partners: partners, next: partners.lowerBound))
    return (root, count, unsafe arena._withUnsafeGuaranteedRef { $0.mark })
  }

  /// Ends the capturing of a value. Returns what kind it is; `nil` if it is odd.
  mutating func end() -> (kind: Capture.Kind, summary: Capture.Summary)? {
    while !outerLevels.isEmpty { close() }
    let kind = level.kind
    // Each part found its partner; so that none is left, the last one is that of the last.
    if level.partners.upperBound &+ distance != count { summary.isParallel = false }
    close()
    return isFull ? nil : (kind, summary)
  }

  /// The part at a place, which is there until the next one is added.
  @inline(__always)
  func part(_ place: Int) -> UnsafeMutablePointer<Part> {
    precondition(place >= 0 && place < count)
    return unsafe parts + place
  }

  /// Takes off the last part and returns its copy, until there are `count` parts left.
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

  /// - Returns: The number by which it is known.
  mutating func keep(_ captured: Capture.Captured) -> Int {
    lastKeptNumber &+= 1
    kept = Capture.Kept(captured: captured, number: lastKeptNumber)
    return lastKeptNumber
  }

  /// Notes that all parts from a place on are gone.
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

  /// That of containers of the value that take nothing. The value is odd.
  mutating func deadSerial() -> Int {
    breakOff()
    return firstSerial
  }

  func isDead(_ serial: Int) -> Bool { serial == firstSerial }

  /// Notes that the value cannot be captured.
  mutating func breakOff() { limit = 0 }

  /// Whether there is no room for another part, or the value is odd.
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

  /// Makes a container the innermost one. `false` if it cannot be written to any more.
  @inline(__always)
  private mutating func resume(_ serial: Int) -> Bool {
    if level.serial == serial { return !isFull }
    return resumeOuter(serial)
  }

  private mutating func resumeOuter(_ serial: Int) -> Bool {
    // Code that never ends would search all levels again and again.
    guard !isFull else { return false }
    guard let depth = outerLevels.lastIndex(where: { $0.serial == serial }) else {
      // A container that was kept until its value was done is none of this value.
      if serial >= firstSerial { breakOff() }
      return false
    }
    while outerLevels.count > depth { close() }
    return !isFull
  }
}

// MARK: - Parts

extension CaptureState {
  /// Adds a value, of which a copy is made unless it is the same as that of its partner. `false` if there is no room for it.
  mutating func add(_ value: ErasedValuePointer, _ key: String, in serial: Int) -> Bool {
    count(serial)
    guard resume(serial) else { return false }
    // By itself: a method that only reads would be handed a copy of all that is here.
    let arena = unsafe arena
    value.withType { type in
      guard !type.isLeftOut else { return leaveOut() }
      let place = count
      guard let partner = append(.value, key) else { return unsafe part(place).pointee.copy = Self.copy(of: value, type, in: arena) }
      let earlier = unsafe part(partner).pointee.copy
      if type.isBitwiseComparable, let earlier, earlier.hasSameBytes(as: value, type) { return }
      unsafe part(place).pointee.copy = Self.copy(of: value, type, in: arena)
      summary.noteChange(at: place)
      // Kept is only what may be compared by its bytes.
      if !type.isBitwiseComparable || earlier?.isOf(type) != true { summary.isParallel = false }
    }
    return true
  }

  private static func copy(of value: ErasedValuePointer, _ type: ComparedType, in arena: Unmanaged<CopyArena>) -> CapturedCopy {
    unsafe arena._withUnsafeGuaranteedRef { $0.copy(value, type) }
  }

  /// Only members of objects are left out with their keys. Elsewhere something stands in their place.
  private mutating func leaveOut() {
    if level.kind != .object { breakOff() }
  }

  mutating func addNull(_ key: String, in serial: Int) -> Bool {
    count(serial)
    guard resume(serial) else { return false }
    _ = append(.null, key)
    return true
  }

  /// Appends a part that ends where it begins. Returns its partner.
  @inline(__always)
  private mutating func append(_ form: Capture.Form, _ key: String) -> Int? {
    let place = count
    guard let partner = takePartner(key) else {
      summary.isParallel = false
      // Elsewhere there are no keys. That of a member may be empty, and a secret by the rules.
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

  /// A value that is written in so many parts takes some ten megabytes to capture, and is as well compared as text.
  private static let mostParts = 1 << 18

  /// How far away a partner is looked for. A value with more keys that came or went is odd.
  private static let farthestPartner = 64

  /// Finds the part of the earlier value with this key for the part that is added next.
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
