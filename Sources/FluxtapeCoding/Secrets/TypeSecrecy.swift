import FluxtapeJSON
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
    let name = rules.keys.name(String(TypeName.lastComponent(of: TypeName.of(type)).prefix { $0 != "<" }))
    if name.meaning == .secret, name.endsWithSecret { self = .named } else if type is any Error.Type { self = .error }
  }
}

extension EncodingRules {
  /// Removes the secrets from the texts of an error.
  func withoutSecrets(_ json: JSONValue) -> JSONValue {
    switch json {
    case .null, .bool, .number: json
    case .string(let text): .string(SecretForms(keys, areForPeople: true).redacted(text))
    case .array(let elements): .array(elements.map(withoutSecrets))
    case .object(let object): TaggedValue(json) == nil ? .object(JSONObject(object.map { ($0.key, withoutSecrets($0.value)) })) : json
    }
  }

  /// The digest of bytes: sixteen hexadecimal digits.
  func digest(of bytes: Span<UInt8>) -> String {
    let digits = String(SipHash.digest(of: bytes, key: digestKey), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
