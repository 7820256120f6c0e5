import FluxtapeJSON

// Trees that were made before they are written. Everything of an object is known then, also what stands behind a member.

extension ValueWriter {
  /// Appends `value` without its secrets, if it is not to be hidden as a part of something larger.
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
      // No key of the app's begins with one `$`: what looks like a tag is one, and says what the rules have nothing to say about.
      TaggedValue(value) == nil ? write(object, in: context) : output.append(json: value)
    }
  }

  private func write(_ elements: [JSONValue], in context: WritingContext) {
    output.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if output.isExhausted { break }
      if place > 0 { output.append(UInt8(ascii: ",")) }
      var inside = self.context(forElementAt: place, in: context)
      // A dictionary whose keys are no strings is an array of pairs: `["password","…"]`.
      if elements.count <= SecretNames.mostNeighbours, inside.isOpen, elements[..<place].contains(where: isSecretName) {
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

  /// Whether the value, where it stands beside others, says that those are secret: `"password"`, or the case of an enum, `{"password":{}}`.
  func isSecretName(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): names.isName(text)
    case .object(let object): object.count == 1 && object.allSatisfy { $0.value == [:] && names.isName(TaggedValue.unescapedKey($0.key)) }
    default: false
    }
  }

  /// Whether the object becomes one digest.
  private func isWhole(_ object: JSONObject, in context: WritingContext) -> Bool {
    guard !object.isEmpty else { return false }
    switch context.secrecy {
    case .open, .text, .made, .about, .named, .labelled: return false
    // The values of an enum case have its name for a key, and may be mere truth values.
    case .secret: return !object.allSatisfy { SecretLabel.isPositional($0.key) }
    case .hidden: return true
    }
  }

  private func writeDigest(of value: JSONValue) {
    let start = output.count
    output.append(json: value)
    // What is hidden already, or says that it has no contents, gives nothing away.
    if !value.isTaggedWithoutContents { output.writeDigest(over: start..<output.count) }
  }
}

extension WritingContext {
  /// Whether a text may be written here, if it holds no secret by itself.
  func leavesText(_ text: String) -> Bool {
    switch secrecy {
    case .open: true
    case .made: !SecretText.isMade(text)
    case .about: text.isEmpty || text.withBytes { Self.isInstant($0) }
    case .text, .named, .labelled, .secret, .hidden: text.isEmpty
    }
  }

  /// Whether a text begins as a date does: `2026-11-21`, with nothing else behind it than the time of day has: no word, that is.
  static func isInstant(_ text: Span<UInt8>) -> Bool {
    guard (10...40).contains(text.count), text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return false }
    return text.indices.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[$0]) || "-:.+TZ ".utf8.contains(text[$0]) }
  }
}

/// Members of one object that hold the key of others as data, as headers, form fields and query items do:
/// `{"name":"Authorization","value":"…"}`, `{"field":{"password":{}},"to":"…"}`.
private struct Neighbours {
  /// No member depends on another.
  static let independent = Neighbours(names: [], isSmall: false)

  /// The places of members that hold the name of a secret.
  private let names: [Int]
  /// Whether there are so few members that all are about the same.
  private let isSmall: Bool

  private init(names: [Int], isSmall: Bool) { (self.names, self.isSmall) = (names, isSmall) }

  init(in object: JSONObject, _ isSecretName: (JSONValue) -> Bool) {
    let isSmall = (2...SecretNames.mostNeighbours).contains(object.count)
    let keys = isSmall ? KeyTraits.keys : .keyOfNeighbour
    var names: [Int] = []
    for (place, member) in object.enumerated() where !KeyTraits(ofNeighbour: member.key).isDisjoint(with: keys) {
      if isSecretName(member.value) { names.append(place) }
    }
    self.init(names: names, isSmall: isSmall)
  }

  /// What the neighbours of a member make of it.
  func secrecy(ofMember place: Int, _ key: String) -> WritingContext.Secrecy? {
    guard !names.isEmpty, !names.contains(place) else { return nil }
    let traits = KeyTraits(ofNeighbour: key)
    if traits.contains(.value) { return .secret }
    guard isSmall, !traits.contains(.keyOfNeighbour), !SecretLabel.isInnocent(key) else { return nil }
    return .labelled
  }
}
