import FluxtapeJSON

// Trees that were made before they are written. Everything of an object is known then, also what stands behind a member.

extension ValueWriter {
  /// Appends `value` without its secrets.
  func write(_ value: JSONValue, in context: WritingContext) {
    switch value {
    case .null: append("null")
    case .bool: context.secrecy == .hidden ? writeDigest(of: value) : value.write(into: &buffer)
    case .number: context.isOpen ? value.write(into: &buffer) : writeDigest(of: value)
    case .string(let text): write(text, in: context)
    case .array(let elements):
      elements.isEmpty || context.isOpen ? write(elements, in: context) : writeDigest(of: value)
    case .object(let object):
      isWhole(object, in: context) ? writeDigest(of: value) : write(object, in: context)
    }
  }

  private func write(_ text: String, in context: WritingContext) {
    let value = JSONValue.string(text)
    let isSecret = !context.isOpen || (rules.hidesSecrets && !CardNumber.ranges(in: text).isEmpty)
    if isSecret, !text.isEmpty { return writeDigest(of: value) }
    guard text.utf8.count > rules.maximumStringBytes else { return value.write(into: &buffer) }
    let bytes = value.bytes
    TaggedValue.truncated(bytes: bytes.count, digest: rules.digest(of: bytes)).json.write(into: &buffer)
  }

  private func write(_ elements: [JSONValue], in context: WritingContext) {
    append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { append(UInt8(ascii: ",")) }
      var inside = self.context(forElementAt: place, in: context)
      // A dictionary whose keys are no strings is an array of pairs: `["password","…"]`.
      if place == 1, elements.count == 2, inside.isOpen, case .string(let key) = elements[0], names.isSecret(key) {
        inside.secrecy = .secret
      }
      write(element, in: inside)
    }
    append(UInt8(ascii: "]"))
  }

  private func write(_ object: JSONObject, in context: WritingContext) {
    append(UInt8(ascii: "{"))
    for (place, member) in object.enumerated() {
      if place > 0 { append(UInt8(ascii: ",")) }
      JSONValue.writeString(member.key, into: &buffer)
      append(UInt8(ascii: ":"))
      var inside = self.context(forKey: TaggedValue.unescapedKey(member.key), in: context)
      if inside.isOpen, SecretNames.dependsOnNeighbours(member.key), holdsSecretName(object) { inside.secrecy = .secret }
      write(member.value, in: inside)
    }
    append(UInt8(ascii: "}"))
  }

  /// `{"name":"Authorization","value":"…"}`: headers, form fields and query items hold their key as data.
  private func holdsSecretName(_ object: JSONObject) -> Bool {
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
    // What is hidden already, or says that it has no contents, gives nothing away.
    if value.isTaggedWithoutContents { return value.write(into: &buffer) }
    TaggedValue.redacted(digest: rules.digest(of: value.bytes)).json.write(into: &buffer)
  }
}
