import FluxtapeJSON

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

extension EncodingRules {
  /// Redacts a value whose type's name names a secret.
  func hidden(_ json: JSONValue) -> JSONValue {
    guard case .object(let object) = json else { return digested(json) }
    guard TaggedValue(json) == nil else { return json }
    return .object(JSONObject(object.map { ($0.key, hidden($0.value, labelled: TaggedValue.unescapedKey($0.key))) }))
  }

  private func hidden(_ json: JSONValue, labelled label: String) -> JSONValue {
    if meaning(of: label) == .none, SecretLabel.isInnocent(label) { return json }
    return SecretLabel.saysNothing(label) ? digested(json) : hidden(json)
  }

  private func digested(_ json: JSONValue) -> JSONValue {
    if case .bool = json { return json }
    return json.isEmptyOrHidden ? json : TaggedValue.redacted(digest: digest(of: json.bytes)).json
  }
}

extension JSONValue {
  /// Whether nothing has to be hidden: `null`, an empty value, a digest, or the name of a type without contents.
  var isEmptyOrHidden: Bool {
    switch self {
    case .null: true
    case .bool, .number: false
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty || isTaggedWithoutContents
    }
  }

  var isTaggedWithoutContents: Bool {
    switch TaggedValue(self) {
    case .redacted, .opaque: true
    case .truncated, .float, nil: false
    }
  }
}
