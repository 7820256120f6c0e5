package import FluxtapeJSON

extension TaggedValue {
  /// Whether a key that a person asks for means a written one: people know keys as the app has them, or as the log writes them.
  package static func isKey(_ asked: String, _ written: String) -> Bool {
    asked.hasSameBytes(as: written) || (asked.utf8.first == UInt8(ascii: "$") && written.hasSameBytes(as: "$" + asked))
  }
}

extension TaggedValue {
  /// Whether a key that a person asks for means the one with these bytes.
  package static func isKey(_ asked: String, _ written: Span<UInt8>) -> Bool {
    asked.withBytes { asked in
      if asked.count == written.count { return asked.hasSameBytes(at: 0, as: written, at: 0, length: asked.count) }
      return asked.count > 0 && asked[0] == UInt8(ascii: "$") && written.count == asked.count + 1 && written[0] == UInt8(ascii: "$")
        && asked.hasSameBytes(at: 0, as: written, at: 1, length: asked.count)
    }
  }
}

extension JSONNode {
  /// The member or element that a person means with a key or a token: see ``TaggedValue/isKey(_:_:)``.
  package func child(askedFor key: String) -> JSONNode? {
    self[key] ?? (key.utf8.first == UInt8(ascii: "$") ? self["$" + key] : nil)
  }

  /// The token of the member or element that a person means with `key`.
  package func token(askedFor key: String) -> String {
    guard key.utf8.first == UInt8(ascii: "$"), self[key] == nil, self["$" + key] != nil else { return key }
    return "$" + key
  }
}
