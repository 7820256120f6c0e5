import FluxtapeCoding

/// What comparing two values of one type needs to know, under the rules of one recorder.
final class ComparedType {
  let plan: TypePlan
  let layout: ValueLayout
  let way: Strategy
  /// Whether equal bytes mean equal values.
  let isBitwiseComparable: Bool
  /// Whether values are written as one, whatever they consist of.
  let isWrittenWhole: Bool
  /// Whether a member of this type is not written.
  let isLeftOut: Bool
  /// Whether the type is a class, of which values may be of another one.
  let isObject: Bool
  /// Whether an element of this type is known by what it is, and not by its place as most numbers are.
  let hasIdentity: Bool
  /// The lists in a value of the type; `nil` if there are none, or if the type is not proven. Only asked for of values that are kept: to find
  /// them takes time.
  private(set) lazy var lists = isBitwiseComparable ? ListPlaces.ifAny(in: plan.type) : nil
  /// Whether it is known without a search that no list lies in a value of the type.
  let isListless: Bool
  /// Whether a value that is not looked into may be written as the name of something.
  let mayBeName: Bool

  /// What is inside of values whose way is by that; `nil` for all others.
  let optional: (any OptionalAccess)?
  let list: (any ListAccess)?
  let dictionary: (any DictionaryAccess)?

  /// How two values of the type are compared. Plain bytes, since it is asked for at each value.
  enum Strategy {
    case text
    /// Numbers and truth values. Two of other bytes are written otherwise, but for those that are none.
    case number
    case optional
    case list
    case dictionary
    /// Member by member.
    case members(Members)
    /// By what is written of both.
    case document
  }

  /// How the members of a value are found out.
  enum Members {
    /// They are what `encode(to:)` writes.
    case encoded(any EncodableAccess.Type)
    /// They are what ``Reflection`` shows.
    case reflected
  }

  init(_ type: Any.Type, writtenBy writer: ValueWriter, layout: ValueLayout) {
    plan = TypePlan.of(type)
    self.layout = layout
    isBitwiseComparable = layout.isBitwiseComparable
    hasIdentity = !Self.isNumber(plan)
    mayBeName = hasIdentity && !["UUID", "Date"].contains(TypeName.of(type))
    isWrittenWhole = writer.isWrittenWhole(plan.type)
    way = isWrittenWhole ? .document : Strategy(plan)
    optional = if case .optional(let access) = plan.shape { access } else { nil }
    list = if case .list(let access) = plan.shape { access } else { nil }
    dictionary = if case .dictionary(let access) = plan.shape { access } else { nil }
    isLeftOut = writer.isLeftOut(plan.type)
    isListless = if case .leaf = plan.shape { true } else { !isBitwiseComparable }
    isObject = if case .object = plan.shape { true } else { false }
  }

  /// Numbers and truth values, and what may be one of these.
  private static func isNumber(_ plan: TypePlan) -> Bool {
    switch plan.shape {
    case .leaf: plan.type is any Numeric.Type || plan.type == Bool.self
    case .optional(let access): isNumber(access.wrapped)
    default: false
    }
  }
}

extension ComparedType.Strategy {
  fileprivate init(_ plan: TypePlan) {
    switch plan.shape {
    case .leaf: self = Self(leaf: plan.type)
    case .optional: self = .optional
    case .list: self = .list
    case .dictionary: self = .dictionary
    case .encodable(let access): self = .members(.encoded(access))
    case .reflected: self = .members(.reflected)
    case .whole, .object, .dynamic, .opaque: self = .document
    }
  }

  private init(leaf type: Any.Type) {
    if type == String.self {
      self = .text
    } else {
      self = type is any FixedWidthInteger.Type || type == Bool.self || type == Double.self ? .number : .document
    }
  }
}

/// The types that one store's states consist of.
///
/// A hash table with open addressing, since every child of every value on the way to a change is looked up here, and behind a pointer, since
/// the run-time check of each access to a stored property would take longer than to look it up.
///
/// Sound: the slots are freed with the table, and hold their types until then.
@safe
final class ComparedTypes {
  private let writer: ValueWriter
  let layouts: (Any.Type) -> ValueLayout
  private let state: UnsafeMutablePointer<State>

  @safe
  private struct State {
    var slots = unsafe Slot.table(64)
    var capacity = 64
    var count = 0
  }

  @safe
  private struct Slot {
    /// The address of the type's metadata; 0 in an empty slot.
    var identity: UInt = 0
    var type: Unmanaged<ComparedType>?

    static func table(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
      let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
      unsafe slots.initialize(repeating: Slot(), count: capacity)
      return unsafe slots
    }
  }

  init(writtenBy writer: ValueWriter, layouts: @escaping (Any.Type) -> ValueLayout) {
    self.writer = writer
    self.layouts = layouts
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    for place in unsafe 0..<state.pointee.capacity { unsafe state.pointee.slots[place].type?.release() }
    unsafe state.pointee.slots.deallocate()
    unsafe state.deallocate()
  }

  func of(_ type: Any.Type) -> ComparedType { unsafe find(type).takeUnretainedValue() }

  /// The same without counting a reference. The table has one.
  @inline(__always)
  func find(_ type: Any.Type) -> Unmanaged<ComparedType> {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    let slot = unsafe slot(of: identity)
    return unsafe slot.pointee.type ?? add(type, identity)
  }

  /// Where the type is, or would be.
  @inline(__always)
  private func slot(of identity: UInt) -> UnsafeMutablePointer<Slot> {
    let mask = unsafe state.pointee.capacity &- 1
    // Multiplied as in Fibonacci hashing (Knuth, TAOCP 6.4): addresses of metadata have their differences in the middle.
    var place = Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: identity) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    while true {
      let slot = unsafe state.pointee.slots + (place & mask)
      if unsafe slot.pointee.identity == identity || slot.pointee.identity == 0 { return unsafe slot }
      place &+= 1
    }
  }

  private func add(_ type: Any.Type, _ identity: UInt) -> Unmanaged<ComparedType> {
    let made = ComparedType(type, writtenBy: writer, layout: layouts(type))
    if unsafe 2 * state.pointee.count >= state.pointee.capacity { grow() }
    let kept = unsafe Unmanaged.passRetained(made)
    unsafe slot(of: identity).pointee = unsafe Slot(identity: identity, type: kept)
    unsafe state.pointee.count += 1
    return unsafe kept
  }

  private func grow() {
    let (old, capacity) = unsafe (state.pointee.slots, state.pointee.capacity)
    unsafe state.pointee.slots = Slot.table(2 * capacity)
    unsafe state.pointee.capacity = 2 * capacity
    for place in 0..<capacity where unsafe old[place].identity != 0 { unsafe slot(of: old[place].identity).pointee = old[place] }
    unsafe old.deallocate()
  }
}
