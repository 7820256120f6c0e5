/// What a ``Capture`` has recorded. No code of the app runs in any of its methods.
struct CaptureState {
  /// Those of all captured values on the way to the place that is being compared.
  private var parts: [Part] = []
  private let arena = CopyArena()
  /// Remembers keys. It serves a writer as long as values are captured.
  private let output: Output

  // Of the value that is being captured:

  private var isOdd = false
  /// The containers that are open, outermost first. The first is the value itself.
  private var levels: [Level] = []
  /// Serial numbers of containers are never used twice: one that user code keeps finds its level gone.
  private var firstSerial = 0
  /// For each container since `firstSerial`, how much was written to it.
  private var counts: [Int] = []

  struct Part {
    let form: Capture.Form
    let key: String
    let traits: KeyTraits
    var partner: Int?
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
  }

  init(output: Output) { self.output = output }
}

// MARK: - Values

extension CaptureState {
  mutating func begin(besides partners: Range<Int>?) -> (root: Int, start: Int, mark: CopyArena.Mark) {
    (isOdd, firstSerial) = (false, firstSerial + counts.count)
    counts.removeAll(keepingCapacity: true)
    let root = newSerial()
    let partners = partners ?? 0..<0
    levels.append(Level(serial: root, part: nil, kind: .nothing, partners: partners, next: partners.lowerBound))
    return (root, parts.count, arena.mark)
  }

  /// Ends the capturing of a value. Returns what kind it is; `nil` if it is odd.
  mutating func end() -> Capture.Kind? {
    close(downTo: 1)
    let kind = levels.popLast()?.kind
    return isOdd ? nil : kind
  }

  var count: Int { parts.count }

  subscript(place: Int) -> Part {
    @inline(__always) _read { yield parts[place] }
  }

  /// Takes off the last part and returns its copy, until there are `count` parts left.
  mutating func takeLast(downTo count: Int) -> CapturedCopy?? { parts.count > count ? parts.popLast().map(\.copy) : nil }

  func giveBack(to mark: CopyArena.Mark) { arena.giveBack(to: mark) }

  private mutating func newSerial() -> Int {
    counts.append(0)
    return firstSerial + counts.count - 1
  }
}

// MARK: - Containers

extension CaptureState {
  mutating func begin(_ kind: Capture.Kind, _ serial: Int) {
    guard resume(serial), levels.count == 1 else { return isOdd = true }
    if levels[0].kind == .nothing { levels[0].kind = kind }
    if levels[0].kind != kind { isOdd = true }
  }

  mutating func beginSingle(_ serial: Int) -> Bool {
    guard resume(serial), levels.count == 1, levels[0].kind == .nothing else {
      isOdd = true
      return false
    }
    levels[0].kind = .single
    return true
  }

  mutating func beginNested(_ form: Capture.Form, _ key: String, in serial: Int) -> Int {
    let nested = newSerial()
    count(serial)
    guard resume(serial) else { return nested }
    let partner = takePartner(key)
    let place = parts.count
    parts.append(Part(form: form, key: key, traits: traits(key), partner: partner, end: place + 1, copy: nil))
    var partners = 0..<0
    if let partner, parts[partner].form == form { partners = partner + 1..<parts[partner].end }
    let kind: Capture.Kind = form == .object ? .object : .array
    levels.append(Level(serial: nested, part: place, kind: kind, partners: partners, next: partners.lowerBound))
    return nested
  }

  mutating func oddSerial() -> Int {
    breakOff()
    return newSerial()
  }

  /// Notes that the value cannot be captured.
  mutating func breakOff() { isOdd = true }

  func count(of serial: Int) -> Int {
    let place = serial - firstSerial
    return counts.indices.contains(place) ? counts[place] : 0
  }

  private mutating func count(_ serial: Int) {
    let place = serial &- firstSerial
    if counts.indices.contains(place) { counts[place] += 1 }
  }

  /// Makes a container the innermost one. `false` if it cannot be written to any more.
  @inline(__always)
  private mutating func resume(_ serial: Int) -> Bool {
    if let innermost = levels.last, innermost.serial == serial { return !isOdd }
    return resumeOuter(serial)
  }

  private mutating func resumeOuter(_ serial: Int) -> Bool {
    guard let depth = levels.lastIndex(where: { $0.serial == serial }) else {
      // A container that was kept until its value was done is none of this value.
      if serial >= firstSerial { isOdd = true }
      return false
    }
    close(downTo: depth + 1)
    return !isOdd
  }

  private mutating func close(downTo count: Int) {
    while levels.count > count {
      guard let level = levels.popLast() else { return }
      if let part = level.part { parts[part].end = parts.count }
    }
  }
}

// MARK: - Parts

extension CaptureState {
  mutating func add<Value>(_ value: Value, of type: ComparedType, _ key: String, in serial: Int) {
    count(serial)
    guard resume(serial) else { return }
    guard !type.isLeftOut else { return leaveOut() }
    let partner = takePartner(key)
    var isSame = false
    if let partner, type.isProven, let copy = parts[partner].copy { isSame = copy.hasSameBytes(as: value, type) }
    parts.append(Part(form: .value, key: key, traits: traits(key), partner: partner, end: parts.count + 1, copy: isSame ? nil : arena.copy(value, type)))
  }

  /// Only members of objects are left out with their keys. Elsewhere something stands in their place.
  private mutating func leaveOut() {
    if levels.last?.kind != .object { isOdd = true }
  }

  mutating func addNull(_ key: String, in serial: Int) {
    count(serial)
    guard resume(serial) else { return }
    let partner = takePartner(key)
    parts.append(Part(form: .null, key: key, traits: traits(key), partner: partner, end: parts.count + 1, copy: nil))
  }

  @inline(__always)
  private func traits(_ key: String) -> KeyTraits { key.utf8.isEmpty ? [] : output.traits(ofLabel: key) }

  /// How far away a partner is looked for. A value with more keys that came or went is odd.
  private static let farthestPartner = 64

  /// Finds the part of the earlier value with this key for the part that is added next.
  private mutating func takePartner(_ key: String) -> Int? {
    let level = levels.count &- 1
    let (partners, next) = (levels[level].partners, levels[level].next)
    guard !partners.isEmpty else { return nil }
    var place = next
    for _ in 0..<Self.farthestPartner {
      if place >= partners.upperBound { place = partners.lowerBound }
      if parts[place].partner == nil, parts[place].key.isSameText(as: key) {
        parts[place].partner = parts.count
        levels[level].next = parts[place].end
        return place
      }
      place = parts[place].end
      if place == next || (place >= partners.upperBound && next == partners.lowerBound) { return nil }
    }
    isOdd = true
    return nil
  }
}
