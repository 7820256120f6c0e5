import FluxtapeLog

/// What is remembered of a value: the value itself, if equal bytes prove that two such values are equal; otherwise images of its parts;
/// otherwise its JSON.
///
/// No image holds an object that may change in place.
class Image {
  /// Appends the value's JSON.
  func write(into node: Node, _ coder: Coder) {}

  /// Whether both are certainly equal.
  func isSame(as other: Image, _ coder: Coder) -> Bool { self === other }

  /// Composes the operations from `old` to this value, at the path of the coder's patch.
  func compare(to old: Image, _ coder: Coder, in context: WritingContext) {
    TextImage(coder.text(of: self)).compare(to: TextImage(coder.text(of: old)), coder, in: context)
  }

  /// Whether the value itself is kept, not its encoding.
  var keepsValue: Bool { true }

  /// Whether the image may still be kept, after more has become known about types.
  func isUpToDate(_ coder: Coder) -> Bool { true }
}

/// A value of a trusted type.
final class ValueImage: Image {
  private let copy: OwnedCopy
  let facts: TypeFacts

  init(_ value: Subject) { (copy, facts) = (OwnedCopy(of: value), value.facts) }

  override func write(into node: Node, _ coder: Coder) { coder.write(copy.subject, into: node) }

  override func isUpToDate(_ coder: Coder) -> Bool { coder.isTrusted(facts) }

  override func isSame(as other: Image, _ coder: Coder) -> Bool {
    (other as? ValueImage).map { hasBytes(of: $0.copy.subject, coder) } ?? false
  }

  /// Whether another value is certainly equal.
  func hasBytes(of value: Subject, _ coder: Coder) -> Bool {
    value.facts === facts && coder.mask(of: facts).areSame(value, copy.subject)
  }

  override func compare(to old: Image, _ coder: Coder, in context: WritingContext) {
    guard let old = old as? ValueImage, old.facts === facts else { return super.compare(to: old, coder, in: context) }
    coder.compare(old.copy.subject, copy.subject, in: context)
  }
}

/// The JSON of a value.
final class TextImage: Image {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static var null: TextImage { TextImage(Array("null".utf8)) }

  override var keepsValue: Bool { false }

  override func write(into node: Node, _ coder: Coder) { node.bytes.append(contentsOf: bytes) }

  override func isSame(as other: Image, _ coder: Coder) -> Bool { (other as? TextImage)?.bytes == bytes }

  override func compare(to old: Image, _ coder: Coder, in context: WritingContext) {
    guard let old = old as? TextImage else { return super.compare(to: old, coder, in: context) }
    // What was stopped is no whole JSON.
    guard bytes != old.bytes, !coder.isExhausted else { return }
    let mark = coder.patch.mark
    switch (old.bytes[0], bytes[0]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "{")) where !isTag && !old.isTag: object.compare(to: old.object, coder, in: context)
    case (UInt8(ascii: "["), UInt8(ascii: "[")): array.compare(to: old.array, coder, in: context)
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")):
      return coder.compareTexts(JSONBytes.text(old.bytes), JSONBytes.text(bytes), in: context)
    default: return coder.replace(in: context) { self.write(into: $0, coder) }
    }
    coder.replaceIfShorter(bytes, since: mark, in: context)
  }

  /// Whether it stands for a value that JSON lacks; it changes as a whole.
  private var isTag: Bool {
    let bytes = bytes
    return JSONBytes.isTag(at: 0, in: bytes.span)
  }

  private var object: PartsImage {
    let bytes = bytes
    let type = JSONBytes.end(ofTypeIn: 0, of: bytes.span).map { JSONBytes.text(Array(bytes[1 + JSONBytes.typeKey.count..<$0])) }
    let members = JSONBytes.members(of: bytes.span).dropFirst(type == nil ? 0 : 1)
    let names = members.map { JSONText.unescapedKey(JSONBytes.text(Array(bytes[$0.key]))) }
    return PartsImage(.object, names, members.map { TextImage(Array(bytes[$0.value])) }, type: type)
  }

  private var array: PartsImage {
    let bytes = bytes
    return PartsImage(.array, [], JSONBytes.elements(of: bytes.span).map { TextImage(Array(bytes[$0])) })
  }
}

/// A value whose parts are remembered separately.
final class PartsImage: Image {
  let shape: Node.Shape
  /// The keys of an object.
  let names: [String]
  let parts: [Image]
  /// The name of the value's type, if an existential holds it.
  let type: String?

  init(_ shape: Node.Shape, _ names: [String], _ parts: [Image], type: String? = nil) {
    (self.shape, self.names, self.parts, self.type) = (shape, names, parts, type)
  }

  /// The same object with its type; `nil` if it is no object.
  func named(_ type: String) -> PartsImage? {
    shape == .object || shape == .nothing ? PartsImage(.object, names, parts, type: type) : nil
  }

  override var keepsValue: Bool { false }

  override func isUpToDate(_ coder: Coder) -> Bool { parts.allSatisfy { $0.isUpToDate(coder) } }

  override func write(into node: Node, _ coder: Coder) {
    coder.inside(.nameless) {
      switch shape {
      case .nothing: node.bytes.append(contentsOf: "{}".utf8)
      case .single: parts[0].write(into: node, coder)
      case .array:
        node.bytes.append(UInt8(ascii: "["))
        for (place, part) in parts.enumerated() {
          if place > 0 { node.bytes.append(UInt8(ascii: ",")) }
          part.write(into: node, coder)
        }
        node.bytes.append(UInt8(ascii: "]"))
      case .object:
        node.bytes.append(UInt8(ascii: "{"))
        if let type {
          node.bytes.append(contentsOf: JSONBytes.typeKey)
          JSONText.append(type, to: &node.bytes)
        }
        for (place, part) in parts.enumerated() {
          if place > 0 || type != nil { node.bytes.append(UInt8(ascii: ",")) }
          JSONText.append(key: names[place], to: &node.bytes)
          part.write(into: node, coder)
        }
        node.bytes.append(UInt8(ascii: "}"))
      }
    }
  }

  override func isSame(as other: Image, _ coder: Coder) -> Bool {
    guard let other = other as? PartsImage, shape == other.shape, type == other.type, parts.count == other.parts.count,
      hasNames(of: other)
    else {
      return false
    }
    return parts.indices.allSatisfy { parts[$0].isSame(as: other.parts[$0], coder) }
  }

  override func compare(to old: Image, _ coder: Coder, in context: WritingContext) {
    guard let old = old as? PartsImage, old.shape == shape else { return super.compare(to: old, coder, in: context) }
    switch shape {
    case .nothing: break
    case .single: coder.inside(.nameless) { parts[0].compare(to: old.parts[0], coder, in: context) }
    case .array: coder.compare(ImagePair(old: old.parts, new: parts, coder), in: context)
    case .object: compareMembers(to: old, coder, in: context)
    }
  }

  /// Names are compared by their bytes: canonically equivalent ones are different keys.
  private func hasNames(of other: PartsImage) -> Bool {
    names.count == other.names.count && zip(names, other.names).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  private func compareMembers(to old: PartsImage, _ coder: Coder, in context: WritingContext) {
    guard coder.patch.depth < Coder.deepestPatch, context.secrecy.separatesMembers, !old.hasDependentMembers(coder),
      !hasDependentMembers(coder), type == old.type || hasTypeAndMembers && old.hasTypeAndMembers
    else { return coder.replaceIfDifferent(coder.text(of: old), coder.text(of: self), in: context) }
    if let type, type != old.type { coder.replaceType(by: type) }
    let places = hasNames(of: old) ? nil : Dictionary(zip(old.names.map { Array($0.utf8) }, old.names.indices)) { $1 }
    if places != nil {
      let kept = Set(names.map { Array($0.utf8) })
      for name in old.names where !kept.contains(Array(name.utf8)) { coder.at(name, in: context) { _ in coder.remove() } }
    }
    for (place, name) in names.enumerated() {
      let earlier = places.map { $0[Array(name.utf8)] } ?? place
      coder.at(name, in: context) { context in
        if let earlier {
          parts[place].compare(to: old.parts[earlier], coder, in: context)
        } else {
          coder.add(in: context) { self.parts[place].write(into: $0, coder) }
        }
      }
    }
  }

  private var hasTypeAndMembers: Bool { type != nil && !parts.isEmpty }

  private func hasDependentMembers(_ coder: Coder) -> Bool { coder.redactor.dependsOnNeighbors(names) { coder.text(of: parts[$0]) } }
}
