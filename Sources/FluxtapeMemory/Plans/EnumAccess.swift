// Sound: addresses are those of live values of the type for which the access was made.

import FluxtapeCoding

/// Reads the case and the payload of an enum's values. Computed once per type from metadata.
///
/// `Mirror` gives the same, but takes microseconds, since it copies and boxes everything.
@safe
struct EnumAccess: Sendable {
  /// In metadata order: cases with payload first.
  let cases: [Case]
  private let type: Any.Type
  private let extent: ValueExtent
  private let findCase: TypeMetadata.FindCase
  private let makePayload: TypeMetadata.MakePayload

  struct Case: Sendable {
    let name: String
    let payload: Payload?
  }

  struct Payload: Sendable {
    let type: Any.Type
    /// The offset of the payload in its box, if it is indirect.
    fileprivate let offsetInBox: Int?
    /// The elements of a tuple; `nil` if the payload is a single unlabeled value.
    let elements: [Element]?
  }

  struct Element: Sendable {
    let label: String?
    let type: Any.Type
    let offset: Int
  }

  /// `nil` if `type` is not an enum, or if its metadata has an unknown form.
  init?(of type: Any.Type) {
    guard Self.isTrusted else { return nil }
    self.init(unchecked: type)
  }

  private init?(unchecked type: Any.Type) {
    let metadata = TypeMetadata(type)
    guard metadata.hasReadableCases, let fields = metadata.fields else { return nil }
    var cases: [Case] = []
    for field in fields {
      var payload: Payload?
      if field.hasType {
        guard let type = metadata.type(of: field), let known = Payload(of: type, isInBox: field.isIndirect) else { return nil }
        payload = known
      }
      cases.append(Case(name: StorageName.withoutBackticks(field.name), payload: payload))
    }
    self.cases = cases
    self.type = type
    extent = ValueExtent(of: type)
    unsafe findCase = metadata.findCase
    unsafe makePayload = metadata.makePayload
  }
}

extension EnumAccess.Payload {
  fileprivate init?(of type: Any.Type, isInBox: Bool) {
    self.type = type
    offsetInBox = isInBox ? ValueExtent(of: type).aligned(Self.headOfBox) : nil
    let metadata = TypeMetadata(type)
    guard metadata.kind == .tuple else {
      elements = nil
      return
    }
    guard let parts = metadata.tupleElements, let labels = metadata.tupleLabels else { return nil }
    elements = zip(parts, labels).map { EnumAccess.Element(label: $1.map(StorageName.withoutBackticks), type: $0.type, offset: $0.offset) }
  }

  /// The size of an object's header in bytes.
  private static let headOfBox = 16
}

// MARK: - Reading values

extension EnumAccess {
  /// The index of the value's case.
  func place(of value: UnsafeRawPointer) -> Int {
    unsafe Int(findCase(value, unsafeBitCast(type, to: UnsafeRawPointer.self)))
  }

  /// Calls `body` with the address of the payload, which is valid only during the call.
  func withPayload<Result>(_ payload: Payload, of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
    // A bytewise copy, since bits of the case may be stored in the payload. It needs no reference counting: the value outlives it.
    unsafe withUnsafeTemporaryAllocation(byteCount: extent.stride, alignment: extent.alignment) { copy in
      guard let start = copy.baseAddress else { return unsafe body(value) }
      unsafe start.copyMemory(from: value, byteCount: extent.size)
      unsafe makePayload(start, unsafeBitCast(type, to: UnsafeRawPointer.self))
      guard let offset = payload.offsetInBox else { return unsafe body(UnsafeRawPointer(start)) }
      return unsafe body(start.load(as: UnsafeRawPointer.self) + offset)
    }
  }
}

// MARK: - Self-test

extension EnumAccess {
  private enum Probe {
    case plain
    case number(UInt16)
    case text(String, isLong: Bool)
    indirect case boxed(both: (UInt8, Double))
    case optional([String]?)
    case nothing(Void)
    case last
  }

  private enum Generic<Value> { case one(Value), two(Probe, other: Value), none }

  /// Whether metadata is read correctly for types of this file. Checked once per process.
  private static let isTrusted = isRight()

  private static func isRight() -> Bool {
    guard LayoutSelfTest.isPassed, let probe = EnumAccess(unchecked: Probe.self), let generic = EnumAccess(unchecked: Generic<[UInt8]>.self)
    else { return false }
    func contents<Value, Part>(_ value: Value, _ access: EnumAccess, _ name: String, _ label: String?, at place: Int, _ part: Part.Type)
      -> Part?
    {
      unsafe withUnsafePointer(to: value) { pointer in
        let found = unsafe access.cases[access.place(of: UnsafeRawPointer(pointer))]
        guard found.name == name, let payload = found.payload else { return nil }
        var offset = 0
        if let elements = payload.elements {
          guard place < elements.count, elements[place].label == label, elements[place].type == Part.self else { return nil }
          offset = elements[place].offset
        } else {
          guard place == 0, label == nil, payload.type == Part.self else { return nil }
        }
        return unsafe access.withPayload(payload, of: UnsafeRawPointer(pointer)) {
          unsafe ($0 + offset).assumingMemoryBound(to: Part.self).pointee
        }
      }
    }
    func name<Value>(_ value: Value, _ access: EnumAccess) -> String? {
      unsafe withUnsafePointer(to: value) { pointer in
        let found = unsafe access.cases[access.place(of: UnsafeRawPointer(pointer))]
        return found.payload == nil ? found.name : nil
      }
    }
    let long = "a text that is too long to lie in a string itself"
    return name(Probe.plain, probe) == "plain" && name(Probe.last, probe) == "last"
      && contents(Probe.number(513), probe, "number", nil, at: 0, UInt16.self) == 513
      && contents(Probe.text(long, isLong: true), probe, "text", nil, at: 0, String.self) == long
      && contents(Probe.text("", isLong: true), probe, "text", "isLong", at: 1, Bool.self) == true
      && contents(Probe.boxed(both: (1, 2.5)), probe, "boxed", "both", at: 0, (UInt8, Double).self)?.1 == 2.5
      && contents(Probe.optional([long]), probe, "optional", nil, at: 0, [String]?.self) == [long]
      && name(Generic<[UInt8]>.none, generic) == "none"
      && contents(Generic<[UInt8]>.one([7]), generic, "one", nil, at: 0, [UInt8].self) == [7]
      && contents(Generic<[UInt8]>.two(.last, other: [7, 8]), generic, "two", "other", at: 1, [UInt8].self) == [7, 8]
  }
}
