import FluxtapeLog

/// What is hidden of a type's values because of the type itself.
enum TypeSecrecy {
  case none
  /// The type's name names a secret: `Password`, `struct APIKey`. Everything is hidden except members with harmless labels.
  case named
  /// An error: its texts are for people, and may quote user input.
  case error

  init(of type: Any.Type, writtenAs kind: TypeFacts.Kind, under rules: EncodingRules) {
    self = .none
    guard rules.hidesSecrets, kind.isOfApp, !(type is any HiddenValue.Type) else { return }
    let name = String(TypeName.lastComponent(of: TypeName.of(type)).prefix { $0 != "<" })
    let isNamed = SensitiveKeyName.mayEndWithSecret(name) && rules.meaning(of: name) == .secret
    if isNamed { self = .named } else if type is any Error.Type { self = .error }
  }
}

extension Redactor {
  /// Redacts a value whose type's name names a secret. Only members with harmless labels stay.
  func named(_ json: [UInt8]) -> [UInt8] {
    guard json.first == UInt8(ascii: "{"), json.count > 2 else { return digested(json) }
    guard !JSONBytes.isTag(at: 0, in: json.span) else { return json }
    let members = JSONBytes.members(of: json.span).map { member in
      let (key, value) = (Array(json[member.key]), Array(json[member.value]))
      return key + [UInt8(ascii: ":")] + named(value, labelled: JSONText.unescapedKey(JSONBytes.text(key)))
    }
    return JSONBytes.joined("{", members, "}")
  }

  private func named(_ json: [UInt8], labelled label: String) -> [UInt8] {
    if names.meaning(of: label) == .none, SecretLabel.isInnocent(label) { return json }
    return SecretLabel.saysNothing(label) ? digested(json) : named(json)
  }

  /// The digest of a value. Booleans stay, and so does a value that hides nothing.
  private func digested(_ json: [UInt8]) -> [UInt8] {
    switch json[0] {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): return json
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"): if json.count == 2 || hasNoContents(json.span) { return json }
    default: break
    }
    return JSONText.redacted(rules.digest(of: json))
  }
}

extension EncodingRules {
  /// Removes the secrets from the texts of an error.
  func withoutSecrets(_ json: [UInt8]) -> [UInt8] {
    switch json.first {
    case UInt8(ascii: "\""):
      var bytes: [UInt8] = []
      bytes.append(quoted: SecretForms(keys, areForPeople: true).redacted(JSONBytes.text(json)))
      return bytes
    case UInt8(ascii: "["):
      return JSONBytes.joined("[", JSONBytes.elements(of: json.span).map { withoutSecrets(Array(json[$0])) }, "]")
    case UInt8(ascii: "{") where !JSONBytes.isTag(at: 0, in: json.span):
      let members = JSONBytes.members(of: json.span)
      return JSONBytes.joined("{", members.map { json[$0.key] + [UInt8(ascii: ":")] + withoutSecrets(Array(json[$0.value])) }, "}")
    default: return json
    }
  }
}
