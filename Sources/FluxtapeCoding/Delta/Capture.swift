/// Records what `encode(to:)` of one value writes, one level deep: the keys, and copies of what stands under them.
///
/// Nothing that stands in the value is encoded for it. So two values are compared at the cost of their own members, however much these hold.
/// A second value is captured beside the first: each of its parts is paired with the one of the same key, and not even copied if it has the
/// same bytes and a proven type.
///
/// What `encode(to:)` may do besides, and hardly ever does, makes a value *odd*: containers that are written in turn, `superEncoder`, one
/// kind of container after another, keys in quite another order. Odd values are compared as documents.
final class Capture {
  let types: ComparedTypes
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// Those of all captured values on the way to the place that is being compared.
  private(set) var parts: [Part] = []
  private let arena = CopyArena()

  // Of the value that is being captured:

  private var isOdd = false
  /// The containers that are open, outermost first. The first is the value itself.
  private var levels: [Level] = []
  /// Serial numbers of containers are never used twice: one that user code keeps finds its level gone.
  private var firstSerial = 0
  /// For each container since `firstSerial`, how much was written to it.
  private var counts: [Int] = []

  // What user code writes most.
  let textType: ComparedType
  let integerType: ComparedType
  let doubleType: ComparedType
  let boolType: ComparedType

  init(_ types: ComparedTypes, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.types = types
    self.userInfo = userInfo
    (textType, integerType) = (types.of(String.self), types.of(Int.self))
    (doubleType, boolType) = (types.of(Double.self), types.of(Bool.self))
  }
}

// MARK: - Results

extension Capture {
  /// A value that was captured. Taken back by ``Capture/release(_:)``, the latest first.
  struct Captured {
    let kind: Kind
    let parts: Range<Int>
    fileprivate let mark: CopyArena.Mark
  }

  enum Kind: UInt8 { case nothing, single, object, array }

  struct Part {
    enum Form: UInt8 { case value, null, object, array }

    let form: Form
    /// Empty for what stands in an array.
    let key: String
    /// The part of the other value that this one is compared with.
    var partner: Int?
    /// Behind the last part inside.
    var end: Int
    /// What stands there, if it is a value; not there either if it has the bytes of its partner.
    var copy: CapturedCopy?
  }

  private struct Level {
    let serial: Int
    /// The container's own part; `nil` for the value as a whole.
    let part: Int?
    var kind: Kind
    /// The parts that may become partners of those in here.
    let partners: Range<Int>
    /// Where among them the partner of the next part is looked for first.
    var next: Int
  }
}

// MARK: - Capturing

extension Capture {
  /// Captures `value`; `nil` if it is odd.
  ///
  /// - Parameter earlier: The value that it is compared with, captured right before.
  func capture(_ value: PlacedValue, by access: any EncodableAccess, besides earlier: Captured? = nil) -> Captured? {
    let (start, mark) = (parts.count, arena.mark)
    (isOdd, firstSerial) = (false, firstSerial + counts.count)
    counts.removeAll(keepingCapacity: true)
    let partners = earlier?.parts ?? start..<start
    let root = newSerial()
    levels.append(Level(serial: root, part: nil, kind: .nothing, partners: partners, next: partners.lowerBound))
    do {
      try value.encode(with: access, to: CaptureEncoder(capture: self, serial: root))
    } catch {
      isOdd = true
    }
    let kind = levels.first?.kind ?? .nothing
    close(downTo: 0)
    let captured = Captured(kind: kind, parts: start..<parts.count, mark: mark)
    guard !isOdd else {
      release(captured)
      return nil
    }
    return captured
  }

  /// Lets go of a captured value and of all that were captured after it.
  func release(_ captured: Captured) {
    while parts.count > captured.parts.lowerBound {
      guard let part = parts.popLast() else { break }
      part.copy?.destroy()
    }
    arena.giveBack(to: captured.mark)
  }

  /// The places of the parts that stand side by side.
  func siblings(_ range: Range<Int>) -> some Sequence<Int> {
    sequence(state: range.lowerBound) { [self] place in
      guard place < range.upperBound else { return nil }
      defer { place = parts[place].end }
      return place
    }
  }

  private func newSerial() -> Int {
    counts.append(0)
    return firstSerial + counts.count - 1
  }
}

// MARK: - Containers

extension Capture {
  /// Notes that something was asked for that is not followed.
  private func breakOff() { isOdd = true }

  /// Begins the value as a whole as a container. Asked for again it goes on, which is how classes add to what their superclass wrote.
  func begin(_ kind: Kind, _ serial: Int) {
    guard resume(serial), levels.count == 1 else { return breakOff() }
    if levels[0].kind == .nothing { levels[0].kind = kind }
    if levels[0].kind != kind { breakOff() }
  }

  /// Begins the value as a whole as a single other one. `false` if nothing may be written to it.
  func beginSingle(_ serial: Int) -> Bool {
    guard resume(serial), levels.count == 1, levels[0].kind == .nothing else {
      breakOff()
      return false
    }
    levels[0].kind = .single
    return true
  }

  /// An encoder that the value is not captured through.
  func oddEncoder() -> CaptureEncoder {
    breakOff()
    return CaptureEncoder(capture: self, serial: newSerial())
  }

  /// Begins a container inside another one.
  func beginNested(_ form: Part.Form, _ key: String, in serial: Int) -> Int {
    let nested = newSerial()
    count(serial)
    guard resume(serial) else { return nested }
    let partner = takePartner(key)
    let place = parts.count
    parts.append(Part(form: form, key: key, partner: partner, end: place + 1, copy: nil))
    var partners = 0..<0
    if let partner, parts[partner].form == form { partners = partner + 1..<parts[partner].end }
    levels.append(
      Level(serial: nested, part: place, kind: form == .object ? .object : .array, partners: partners, next: partners.lowerBound))
    return nested
  }

  /// How much was written to a container.
  func count(of serial: Int) -> Int {
    let place = serial - firstSerial
    return counts.indices.contains(place) ? counts[place] : 0
  }

  private func count(_ serial: Int) {
    let place = serial - firstSerial
    if counts.indices.contains(place) { counts[place] += 1 }
  }

  /// Makes a container the innermost one. `false` if it cannot be written to any more.
  private func resume(_ serial: Int) -> Bool {
    if let innermost = levels.last, innermost.serial == serial { return !isOdd }
    guard let depth = levels.lastIndex(where: { $0.serial == serial }) else {
      // A container that was kept until its value was done is none of this value.
      if serial >= firstSerial { isOdd = true }
      return false
    }
    close(downTo: depth + 1)
    return !isOdd
  }

  private func close(downTo count: Int) {
    while levels.count > count {
      guard let level = levels.popLast() else { return }
      if let part = level.part { parts[part].end = parts.count }
    }
  }
}

// MARK: - Values

extension Capture {
  func add<Value>(_ value: Value, _ key: String, in serial: Int) {
    var type = types.of(Value.self)
    if type.isObject { type = types.of(Swift.type(of: value as Any)) }
    add(value, of: type, key, in: serial)
  }

  func add<Value>(_ value: Value, of type: ComparedType, _ key: String, in serial: Int) {
    count(serial)
    guard !type.isLeftOut, resume(serial) else { return }
    let partner = takePartner(key)
    let isSame = type.isProven && partner.flatMap { parts[$0].copy }?.hasSameBytes(as: value, type) == true
    let copy = isSame ? nil : arena.copy(value, type)
    parts.append(Part(form: .value, key: key, partner: partner, end: parts.count + 1, copy: copy))
  }

  func addNull(_ key: String, in serial: Int) {
    count(serial)
    guard resume(serial) else { return }
    let partner = takePartner(key)
    parts.append(Part(form: .null, key: key, partner: partner, end: parts.count + 1, copy: nil))
  }

  /// How far away a partner is looked for. A value with more keys that came or went is odd.
  private static let farthestPartner = 64

  /// Finds the part of the earlier value with this key for the part that is added next.
  private func takePartner(_ key: String) -> Int? {
    let level = levels.count - 1
    let partners = levels[level].partners
    guard !partners.isEmpty else { return nil }
    var place = levels[level].next
    for _ in 0..<Self.farthestPartner {
      if place >= partners.upperBound { place = partners.lowerBound }
      if parts[place].partner == nil, parts[place].key.isSameText(as: key) {
        parts[place].partner = parts.count
        levels[level].next = parts[place].end
        return place
      }
      place = parts[place].end
      if place == levels[level].next || (place >= partners.upperBound && levels[level].next == partners.lowerBound) { return nil }
    }
    breakOff()
    return nil
  }
}
