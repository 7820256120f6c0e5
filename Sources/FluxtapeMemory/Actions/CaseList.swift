import FluxtapeCoding
import FluxtapeJSON

/// The cases of one enum action, or of an enum nested in another action's case.
final class CaseList {
  let access: EnumAccess
  let plan: TypePlan
  /// The outermost enum.
  private let root: Any.Type
  /// The enclosing cases, outermost first.
  private let path: [String]
  /// The number of enclosing cases outside of the first enum with an `encode(to:)`. `nil` if no enum has one.
  private let encodedFrom: Int?
  private var leaves: [Leaf?]

  /// `nil` if the cases cannot be read from memory, or are not the encoded form.
  init?(of type: Any.Type, for writer: ValueWriter, in root: Any.Type? = nil, behind path: [String] = [], encodedFrom: Int? = nil) {
    plan = TypePlan.of(type)
    guard !writer.isWrittenWhole(type) else { return nil }
    switch plan.shape {
    case .reflected: self.encodedFrom = encodedFrom
    case .encodable: self.encodedFrom = encodedFrom ?? path.count
    default: return nil
    }
    guard !(type is any CustomReflectable.Type), path.count < CasePath.longest, let access = EnumAccess(of: type) else { return nil }
    self.access = access
    self.root = root ?? type
    self.path = path
    leaves = Array(repeating: nil, count: access.cases.count)
  }

  /// Whether this enum is the outermost one with an `encode(to:)`.
  var beginsEncoding: Bool { encodedFrom == path.count }

  /// The depth of a value of the enum; see ``WritingContext/depth``.
  var depth: Int { 2 * path.count + 1 }

  /// What is cached for a case.
  struct Leaf {
    let name: ActionName
    let contents: Contents
  }

  enum Contents {
    /// The case has no payload.
    case nothing
    /// The values of the payload.
    case fields([Field], of: EnumAccess.Payload)
    /// A nested action, whose cases join the name.
    case nested(CaseList, of: EnumAccess.Payload)
    /// The part of the enum's encoding between these bytes.
    case encoded(prefix: [UInt8], closingBraces: Int)
    /// The case alone does not determine the encoding.
    case unknown
  }

  /// One value of a payload.
  struct Field {
    /// The bytes of comma, name and colon.
    let key: [UInt8]
    let plan: TypePlan
    let offset: Int
    let context: WritingContext
    /// Whether its value may name its neighbors as secrets.
    let mayNameSecret: Bool
  }

  /// The case of the value at an address.
  func leaf(at address: UnsafeRawPointer, for writer: ActionWriter) -> Leaf? {
    let place = unsafe access.place(of: address)
    guard leaves.indices.contains(place) else { return nil }
    if let leaf = leaves[place] { return leaf }
    let leaf = makeLeaf(access.cases[place], for: writer)
    leaves[place] = leaf
    return leaf
  }
}

// MARK: - Making leaves

extension CaseList {
  private func makeLeaf(_ enumCase: EnumAccess.Case, for writer: ActionWriter) -> Leaf {
    let names = path + [enumCase.name]
    // A name that contains a dot, which backticks allow, would look like two names.
    let isClear = names.allSatisfy { !$0.utf8.contains(UInt8(ascii: ".")) } && 2 * names.count < writer.values.rules.maximumDepth
    let name = writer.name(CasePath.actionType(of: names, in: root), enumCase: names.joined(separator: "."), of: root)
    return Leaf(name: name, contents: isClear ? contents(of: enumCase, names, for: writer.values) : .unknown)
  }

  private func contents(of enumCase: EnumAccess.Case, _ names: [String], for writer: ValueWriter) -> Contents {
    if let payload = enumCase.payload, payload.elements == nil {
      let kind = TypeMetadata(payload.type).kind
      // The type of the contents may differ for each value: an action, or a tuple.
      if kind == .existential || kind == .object || kind == .unknown { return .unknown }
      if kind == .enumeration, CasePath.isAction(payload.type) {
        let inner = CaseList(of: payload.type, for: writer, in: root, behind: names, encodedFrom: encodedFrom)
        return inner.map { .nested($0, of: payload) } ?? .unknown
      }
    }
    if let encodedFrom { return encodedContents(names[encodedFrom...], for: writer) }
    guard let payload = enumCase.payload else { return .nothing }
    return fields(of: payload, names, for: writer).map { .fields($0, of: payload) } ?? .unknown
  }

  private func encodedContents(_ names: ArraySlice<String>, for writer: ValueWriter) -> Contents {
    guard writer.rules.hiddenPaths.isEmpty, !writer.rules.hidesSecrets || isOpen(behind: names, for: writer) else { return .unknown }
    var prefix: [UInt8] = []
    for name in names {
      if !prefix.isEmpty { prefix += "{\"_0\":".utf8 }
      prefix.append(UInt8(ascii: "{"))
      JSONValue.writeString(TaggedValue.escapedKey(name), into: &prefix)
      prefix.append(UInt8(ascii: ":"))
    }
    return .encoded(prefix: prefix, closingBraces: 2 * names.count - 1)
  }

  /// Whether a payload is judged by its own keys alone in the whole encoding, where every case name is a key that rules may match. In an
  /// action's name only the last one is.
  private func isOpen(behind names: ArraySlice<String>, for writer: ValueWriter) -> Bool {
    var context = WritingContext()
    for name in names {
      if context.depth > 1 { context = writer.context(forKey: "_0", in: context) }
      context = writer.context(forKey: name, in: context)
      guard context.isOpen else { return false }
    }
    return context.secrecy == .open
  }

  private func fields(of payload: EnumAccess.Payload, _ names: [String], for writer: ValueWriter) -> [Field]? {
    guard var context = names.last.map(writer.context(ofActionNamed:)), context.secrecy != .hidden else { return nil }
    context.depth = 2 * names.count
    if payload.elements == nil, payload.type is any CustomReflectable.Type {
      // Its mirror may present it as a tuple.
      switch TypePlan.of(payload.type).shape {
      case .encodable, .reflected: return nil
      default: break
      }
    }
    let elements = payload.elements ?? [EnumAccess.Element(label: "_0", type: payload.type, offset: 0)]
    let labels = elements.enumerated().map { $1.label ?? "_\($0)" }
    let keys: KeyTraits = elements.count <= SecretNames.mostNeighbours ? .keys : .keyOfNeighbour
    var fields: [Field] = []
    for (label, element) in zip(labels, elements) {
      let plan = TypePlan.of(element.type)
      let kind = TypeMetadata(element.type).kind
      // Whether such a value is left out depends on its dynamic type.
      if !writer.rules.hooks.isEmpty, kind == .existential || kind == .object { return nil }
      if writer.isLeftOut(element.type) { continue }
      var key: [UInt8] = fields.isEmpty ? [] : [UInt8(ascii: ",")]
      JSONValue.writeString(TaggedValue.escapedKey(label), into: &key)
      key.append(UInt8(ascii: ":"))
      let mayBeKey = writer.rules.hidesSecrets && elements.count > 1 && !KeyTraits(ofNeighbour: label).isDisjoint(with: keys)
      fields.append(
        Field(
          key: key, plan: plan, offset: element.offset, context: writer.context(forKey: label, in: context),
          mayNameSecret: mayBeKey))
    }
    return fields
  }
}
