package import FluxtapeJSON

extension TaggedValue {
  /// Whether a key that somebody asks for may be this one: people know it as the app has it, or as the log writes it.
  package static func isKey(_ asked: String, _ written: String) -> Bool {
    asked.hasSameBytes(as: written) || (asked.utf8.first == UInt8(ascii: "$") && written.hasSameBytes(as: "$" + asked))
  }
}

extension JSONValue {
  /// The token of the member or element that somebody asks for: ``TaggedValue/isKey(_:_:)``.
  package func token(askedFor key: String) -> String {
    guard key.utf8.first == UInt8(ascii: "$"), self[key] == nil else { return key }
    let escaped = "$" + key
    return self[escaped] == nil ? key : escaped
  }
}
