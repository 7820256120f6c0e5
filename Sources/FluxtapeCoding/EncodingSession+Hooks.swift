import FluxtapeJSON

extension EncodingSession {
  /// The JSON of a value that the app has said something about.
  func encode(_ value: Any, by hook: TypeHook, at place: EncodingPlace) -> JSONValue {
    // Hooks may lead to one another without end.
    let place = EncodingPlace(parent: place.parent, key: place.key, depth: place.depth + 1)
    guard hasRoom(at: place) else { return opaque(type(of: value)) }
    switch hook {
    case .leftOut: return opaque(type(of: value))
    case .hidden: return hidden(value, at: place)
    case .replaced(let replace):
      let replacement = replace(value)
      // What is replaced by a value of its own type is as it is to be.
      if type(of: replacement) == type(of: value) { return encodeAsItIs(replacement, at: place) }
      return encode(replacement, at: place)
    }
  }

  private func hidden(_ value: Any, at place: EncodingPlace) -> JSONValue {
    // Not asked again whether it is hidden.
    let json = (value as? any HiddenValue).map { encode($0.hidden, at: place) } ?? encodeAsItIs(value, at: place)
    return json.isEmptyOrHidden ? json : TaggedValue.redacted(digest: rules.digest(of: json.bytes)).json
  }
}

extension EncodingRules {
  /// What stands for `bytes`: sixteen hexadecimal digits.
  func digest(of bytes: [UInt8]) -> String {
    let digits = String(SipHash.digest(of: bytes, key: digestKey), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension JSONValue {
  /// Whether there is nothing to hide: `null` and what is empty, a digest, the name of a type without contents.
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
