package import FluxtapeJSON

extension TaggedValue {
  /// Whether the key that a person asked for matches the written one: people use keys as in the app, or as in the log, where a leading `$`
  /// is doubled.
  package static func isKey(_ asked: String, _ written: String) -> Bool {
    asked.hasSameBytes(as: written) || (asked.utf8.first == UInt8(ascii: "$") && written.hasSameBytes(as: "$" + asked))
  }
}

extension TaggedValue {
  /// Whether the key that a person asked for matches the one with these bytes.
  package static func isKey(_ asked: String, _ written: Span<UInt8>) -> Bool {
    asked.withBytes { asked in
      if asked.count == written.count { return asked.hasSameBytes(at: 0, as: written, at: 0, length: asked.count) }
      return asked.count > 0 && asked[0] == UInt8(ascii: "$") && written.count == asked.count + 1 && written[0] == UInt8(ascii: "$")
        && asked.hasSameBytes(at: 0, as: written, at: 1, length: asked.count)
    }
  }
}

extension JSONNode {
  /// The member or element for a key or token that a person asked for: see ``TaggedValue/isKey(_:_:)``.
  package func child(askedFor key: String) -> JSONNode? {
    self[key] ?? (key.utf8.first == UInt8(ascii: "$") ? self["$" + key] : nil)
  }

  /// The token of the member or element that a person asked for with `key`.
  package func token(askedFor key: String) -> String {
    guard key.utf8.first == UInt8(ascii: "$"), self[key] == nil, self["$" + key] != nil else { return key }
    return "$" + key
  }
}
