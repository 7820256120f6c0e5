import FluxtapeJSON

// Trees that were made before they are written. Everything of an object is known then, also what stands behind a member.

extension ValueWriter {
  /// Appends `value` without its secrets, if it is not to be hidden as a part of something larger.
  func write(_ value: JSONValue, in context: WritingContext) {
    guard output.isRuled else { return output.append(json: value) }
    switch value {
    case .null: output.append(json: value)
    case .bool: context.secrecy == .hidden ? writeDigest(of: value) : output.append(json: value)
    case .number: context.isOpen ? output.append(json: value) : writeDigest(of: value)
    case .string(let text): context.isOpen || text.isEmpty ? output.write(text) : writeDigest(of: value)
    case .array(let elements): elements.isEmpty || context.isOpen ? write(elements, in: context) : writeDigest(of: value)
    case .object(let object):
      if isWhole(object, in: context) { return writeDigest(of: value) }
      // No key of the app's begins with one `$`: what looks like a tag is one, and says what the rules have nothing to say about.
      TaggedValue(value) == nil ? write(object, in: context) : output.append(json: value)
    }
  }

  private func write(_ elements: [JSONValue], in context: WritingContext) {
    output.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      var inside = self.context(forElementAt: place, in: context)
      // A dictionary whose keys are no strings is an array of pairs: `["password","…"]`.
      if place == 1, elements.count == 2, inside.isOpen, case .string(let key) = elements[0], names.isSecret(key) {
        inside.secrecy = .secret
      }
      write(element, in: inside)
    }
    output.append(UInt8(ascii: "]"))
  }

  private func write(_ object: JSONObject, in context: WritingContext) {
    output.append(UInt8(ascii: "{"))
    for (place, member) in object.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      output.append(quoted: member.key)
      output.append(UInt8(ascii: ":"))
      var inside = self.context(forKey: TaggedValue.unescapedKey(member.key), in: context)
      if inside.isOpen, SecretNames.dependsOnNeighbours(member.key), holdsSecretName(object) { inside.secrecy = .secret }
      write(member.value, in: inside)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// `{"name":"Authorization","value":"…"}`: headers, form fields and query items hold their key as data.
  func holdsSecretName(_ object: JSONObject) -> Bool {
    SecretNames.keysOfNeighbour.contains { object[$0]?.string.map { names.isSecret($0) } ?? false }
  }

  /// Whether the object becomes one digest.
  private func isWhole(_ object: JSONObject, in context: WritingContext) -> Bool {
    guard !object.isEmpty else { return false }
    switch context.secrecy {
    case .open, .named: return false
    // The values of an enum case have its name for a key, and may be mere truth values.
    case .secret: return !object.allSatisfy { SecretNames.isPositional($0.key) }
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
