import FluxtapeJSON

// Values that are complete before they are written. All members of an object are known, including those after the current one.

extension ValueWriter {
  /// Appends `value` without its secrets, unless an enclosing value will be hidden anyway.
  func write(_ value: JSONValue, in context: WritingContext) {
    guard output.isRuled else { return output.append(json: value) }
    switch value {
    case .null: output.append(json: value)
    case .bool: context.secrecy == .hidden ? writeDigest(of: value) : output.append(json: value)
    case .number: context.secrecy.leavesNumbers ? output.append(json: value) : writeDigest(of: value)
    case .string(let text): context.leavesText(text) ? output.write(text) : writeDigest(of: value)
    case .array(let elements):
      elements.isEmpty || context.secrecy.leavesNumbers ? write(elements, in: context) : writeDigest(of: value)
    case .object(let object):
      if isWhole(object, in: context) { return writeDigest(of: value) }
      // The app's keys never begin with a single `$`, so this is a tag, to which the rules do not apply.
      TaggedValue(value) == nil ? write(object, in: context) : output.append(json: value)
    }
  }

  private func write(_ elements: [JSONValue], in context: WritingContext) {
    output.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if output.isExhausted { break }
      if place > 0 { output.append(UInt8(ascii: ",")) }
      var inside = self.context(forElementAt: place, in: context)
      // A dictionary without string keys is an array of pairs: `["password","…"]`.
      if elements.count <= SecretNames.mostNeighbours, inside.isOpen, elements[..<place].contains(where: { isSecretName($0) }) {
        inside.secrecy = .secret
      }
      write(element, in: inside)
    }
    output.append(UInt8(ascii: "]"))
  }

  private func write(_ object: JSONObject, in context: WritingContext) {
    output.append(UInt8(ascii: "{"))
    let neighbours = rules.hidesSecrets ? Neighbours(in: object, isSecretName) : Neighbours.independent
    for (place, member) in object.enumerated() {
      if output.isExhausted { break }
      if place > 0 { output.append(UInt8(ascii: ",")) }
      output.append(quoted: member.key)
      output.append(UInt8(ascii: ":"))
      var inside = self.context(forKey: TaggedValue.unescapedKey(member.key), in: context)
      if inside.isOpen, let secrecy = neighbours.secrecy(ofMember: place, member.key) { inside.secrecy = secrecy }
      write(member.value, in: inside)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Whether the value marks its neighbors as secret: `"password"`, or an enum case, `{"password":{}}`.
  func isSecretName(_ value: JSONValue, _ traits: KeyTraits = []) -> Bool {
    switch value {
    case .string(let text): names.isName(text, traits)
    case .object(let object): isSecretCase(object.filter { $0.key != TaggedValue.typeKey }, traits)
    default: false
    }
  }

  private func isSecretCase(_ members: [JSONObject.Member], _ traits: KeyTraits) -> Bool {
    members.count == 1 && members[0].value == [:] && names.isName(TaggedValue.unescapedKey(members[0].key), traits)
  }

  /// Whether the whole object becomes one digest.
  private func isWhole(_ object: JSONObject, in context: WritingContext) -> Bool {
    guard !object.isEmpty else { return false }
    switch context.secrecy {
    case .open, .text, .made, .about, .named, .labelled: return false
    // The values of an enum case have its name as their key, and may be plain booleans.
    case .secret: return !object.allSatisfy { SecretLabel.isPositional($0.key) }
    case .hidden: return true
    }
  }

  private func writeDigest(of value: JSONValue) {
    let start = output.count
    output.append(json: value)
    // A value that is already hidden, or has no contents, reveals nothing.
    if !value.isTaggedWithoutContents { output.writeDigest(over: start..<output.count) }
  }
}

extension WritingContext {
  /// Whether a text may be written here, provided that it holds no secret itself.
  func leavesText(_ text: String) -> Bool {
    switch secrecy {
    case .open: true
    case .made: !SecretText.isMade(text)
    case .about: text.isEmpty || text.withBytes { Self.isInstant($0) }
    case .text, .named, .labelled, .secret, .hidden: text.isEmpty
    }
  }

  /// Whether a text begins like a date, `2026-11-21`, and the rest contains only characters of a time of day, so no words.
  static func isInstant(_ text: Span<UInt8>) -> Bool {
    guard (10...40).contains(text.count), text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return false }
    return text.indices.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[$0]) || "-:.+TZ ".utf8.contains(text[$0]) }
  }
}

/// Detects members whose values are keys of other members, as in headers, form fields and query items:
/// `{"name":"Authorization","value":"…"}`, `{"field":{"password":{}},"to":"…"}`.
private struct Neighbours {
  /// No member depends on another.
  static let independent = Neighbours(names: [], isSmall: false)

  /// The indices of members whose values name a secret.
  private let names: [Int]
  /// Whether the object is small enough for all members to depend on each other.
  private let isSmall: Bool

  private init(names: [Int], isSmall: Bool) { (self.names, self.isSmall) = (names, isSmall) }

  init(in object: JSONObject, _ isSecretName: (JSONValue, KeyTraits) -> Bool) {
    // The name of the type is no member of the app's value.
    let count = object.count - (object[TaggedValue.typeKey] == nil ? 0 : 1)
    let isSmall = (2...SecretNames.mostNeighbours).contains(count)
    let keys = isSmall ? KeyTraits.keys : .keyOfNeighbour
    var names: [Int] = []
    for (place, member) in object.enumerated() {
      let traits = KeyTraits(ofNeighbour: member.key)
      if !traits.isDisjoint(with: keys), isSecretName(member.value, traits) { names.append(place) }
    }
    self.init(names: names, isSmall: isSmall)
  }

  /// The secrecy that a member's neighbors require, if any.
  func secrecy(ofMember place: Int, _ key: String) -> WritingContext.Secrecy? {
    guard !names.isEmpty, !names.contains(place) else { return nil }
    let traits = KeyTraits(ofNeighbour: key)
    if traits.contains(.value) { return .secret }
    guard isSmall, !traits.contains(.keyOfNeighbour), !SecretLabel.isInnocent(key) else { return nil }
    return .labelled
  }
}
