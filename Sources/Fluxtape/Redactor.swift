import FluxtapeJSON

/// Replaces secrets in encoded values. It remembers which keys it has judged, so it is used under a lock.
struct Redactor {
  private let redaction: Redaction
  private let digestKey: DigestKey
  private var judged: [String: Bool] = [:]

  init(_ redaction: Redaction, digestKey: DigestKey) {
    self.redaction = Redaction(redaction, lowercased: true)
    self.digestKey = digestKey
  }

  /// `value` without its secrets. What has none shares its storage with `value`.
  ///
  /// - Parameter name: Stands for the key of a value that has no label: the name of a case, type, scope or store.
  mutating func redacted(_ value: JSONValue, named name: String) -> JSONValue {
    guard redaction.isOn else { return value }
    let isSecret = isSecret(name)
    switch value {
    case .object(let object) where isSecret:
      // Fields with labels of their own answer for themselves.
      return change(of: object) { redactor, member in
        redactor.change(of: member.value, isSecret: Self.saysNothing(member.key) || redactor.isSecret(member.key))
      } ?? value
    default: return change(of: value, isSecret: isSecret) ?? value
    }
  }

  /// Keys beyond this number are judged anew each time: the keys of a dictionary of data could be any number.
  private static let mostJudged = 10_000

  var isOn: Bool { redaction.isOn }

  mutating func isSecret(_ key: String) -> Bool {
    if let known = judged[key] { return known }
    let lowercased = key.lowercased()
    let isSecret = !redaction.openKeys.contains(lowercased) && (redaction.secretKeys.contains(lowercased) || SecretKey.matches(key))
    if judged.count < Self.mostJudged { judged[key] = isSecret }
    return isSecret
  }

  /// Labels that leave it to the name around them what they hold: `_0` of an enum case, `value` of a wrapper.
  private static func saysNothing(_ key: String) -> Bool {
    isPositional(key) || ["value", "rawValue", "newValue", "text", "string"].contains(key)
  }

  private static func isPositional(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "_") && key.utf8.count > 1
      && key.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Redaction {
  fileprivate init(_ redaction: Redaction, lowercased: Bool) {
    self = redaction
    secretKeys = Set(redaction.secretKeys.map { $0.lowercased() })
    openKeys = Set(redaction.openKeys.map { $0.lowercased() })
  }
}

// MARK: - Walking

extension Redactor {
  /// What `value` becomes, or `nil` if it stays as it is.
  private mutating func change(of value: JSONValue, isSecret: Bool) -> JSONValue? {
    // `return nil` throughout: beside a value in one expression, `nil` would mean JSON's null.
    switch value {
    case .null, .bool: return nil
    case .number:
      guard isSecret else { return nil }
    case .string(let text):
      guard !text.isEmpty, isSecret || !CardNumber.ranges(in: text).isEmpty else { return nil }
    case .array(let elements):
      guard isSecret else { return change(of: elements) }
      guard !elements.isEmpty else { return nil }
    case .object(let object):
      let isLabelled = object.contains { !Self.isPositional($0.key) }
      guard isSecret, isLabelled else { return changeOfMembers(object, isSecret: isSecret) }
    }
    return redaction(of: value)
  }

  private mutating func change(of elements: [JSONValue]) -> JSONValue? {
    var changed: [JSONValue]?
    for (place, element) in elements.enumerated() {
      guard let change = changeOfPair(element) ?? change(of: element, isSecret: false) else { continue }
      changed = changed ?? elements
      changed?[place] = change
    }
    return changed.map(JSONValue.array)
  }

  /// A dictionary whose keys are no strings is an array of pairs: `["password","…"]`.
  private mutating func changeOfPair(_ element: JSONValue) -> JSONValue? {
    guard case .array(let pair) = element, pair.count == 2, case .string(let key) = pair[0], isSecret(key),
      let change = change(of: pair[1], isSecret: true)
    else { return nil }
    return [pair[0], change]
  }

  private mutating func changeOfMembers(_ object: JSONObject, isSecret: Bool) -> JSONValue? {
    // `{"name":"Authorization","value":"…"}`: headers, form fields and query items hold their key as data.
    let namesSecret = ["name", "key", "field", "header"].contains { object[$0]?.string.map { self.isSecret($0) } ?? false }
    return change(of: object) { redactor, member in
      let isNamed = isSecret || (namesSecret && member.key == "value")
      return redactor.change(of: member.value, isSecret: isNamed || redactor.isSecret(member.key))
    }
  }

  private mutating func change(
    of object: JSONObject, _ change: (inout Redactor, JSONObject.Member) -> JSONValue?
  ) -> JSONValue? {
    var changed: JSONObject?
    for member in object {
      guard let value = change(&self, member) else { continue }
      if changed == nil { changed = object }
      changed?[member.key] = value
    }
    return changed.map(JSONValue.object)
  }

  private func redaction(of value: JSONValue) -> JSONValue {
    // What is redacted already, or says that it has no contents, gives nothing away.
    switch TaggedValue(value) {
    case .redacted, .opaque: return value
    default: return TaggedValue.redacted(digest: SipHash.digest(of: value.bytes, key: digestKey).hexadecimal).json
    }
  }
}
