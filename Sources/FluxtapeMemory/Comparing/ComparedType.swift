import FluxtapeCoding

/// What a comparison needs to know about one type, under the rules of one recorder.
final class ComparedType {
  let plan: TypePlan
  let layout: ValueLayout
  let way: Strategy
  /// Whether equal bytes prove equal values.
  let isBitwiseComparable: Bool
  /// Whether values are written as a whole, whatever they consist of.
  let isWrittenWhole: Bool
  /// Whether members of this type are omitted.
  let isLeftOut: Bool
  /// Whether the type is a class, whose instances may have another dynamic type.
  let isObject: Bool
  /// Whether elements of this type are recognized by their value, not by their index as most numbers are.
  let hasIdentity: Bool
  /// The arrays in a value of the type; `nil` if there are none, or if the type is not proven. Computed only for kept values, since it
  /// takes time.
  private(set) lazy var lists = isBitwiseComparable ? ListPlaces.ifAny(in: plan.type) : nil
  /// Whether values of the type certainly contain no array, without computing ``lists``.
  let isListless: Bool
  /// Whether a value compared as a document may be written as a name.
  let mayBeName: Bool

  /// Access to the contents, if the strategy needs it; otherwise `nil`.
  let optional: (any OptionalAccess)?
  let list: (any ListAccess)?
  let dictionary: (any DictionaryAccess)?

  /// How two values of the type are compared. It contains no counted references, since it is read for every value.
  enum Strategy {
    case text
    /// Numbers and booleans. Different bytes mean different texts, except for NaN.
    case number
    case optional
    case list
    case dictionary
    /// Member by member.
    case members(Members)
    /// By the encodings of both.
    case document
  }

  /// How the members of a value are determined.
  enum Members {
    /// By capturing `encode(to:)`.
    case encoded(any EncodableAccess.Type)
    /// By ``Reflection``.
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

  /// Whether values are numbers, booleans, or optionals of these.
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

/// The types that occur in one store's states.
///
/// A hash table with open addressing, since every part on the path to a change is looked up here. It is behind a pointer, since the
/// exclusivity check for a stored property would take longer than the lookup.
///
/// Sound: the slots are freed with the table, and retain their types until then.
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

  /// Does the same without reference counting. The table retains the type.
  @inline(__always)
  func find(_ type: Any.Type) -> Unmanaged<ComparedType> {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    let slot = unsafe slot(of: identity)
    return unsafe slot.pointee.type ?? add(type, identity)
  }

  /// The slot of the type, or the empty slot for it.
  @inline(__always)
  private func slot(of identity: UInt) -> UnsafeMutablePointer<Slot> {
    let mask = unsafe state.pointee.capacity &- 1
    // Fibonacci hashing (Knuth, TAOCP 6.4): addresses of metadata differ in their middle bits.
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
