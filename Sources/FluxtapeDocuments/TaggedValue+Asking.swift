package import FluxtapeJSON

extension TaggedValue {
  /// Whether a key that somebody asks for may be this one: people know it as the app has it, or as the log writes it.
  package static func isKey(_ asked: String, _ written: String) -> Bool {
    asked.hasSameBytes(as: written) || (asked.utf8.first == UInt8(ascii: "$") && written.hasSameBytes(as: "$" + asked))
  }
}

extension TaggedValue {
  /// The same for a key that is written in some bytes.
  package static func isKey(_ asked: String, _ written: Span<UInt8>) -> Bool {
    asked.withBytes { asked in
      if asked.count == written.count { return asked.hasSameBytes(at: 0, as: written, at: 0, length: asked.count) }
      return asked.count > 0 && asked[0] == UInt8(ascii: "$") && written.count == asked.count + 1 && written[0] == UInt8(ascii: "$")
        && asked.hasSameBytes(at: 0, as: written, at: 1, length: asked.count)
    }
  }
}

extension JSONNode {
  /// The member or element that a key, or a token of a path, means for somebody who asks for it: ``TaggedValue/isKey(_:_:)``.
  package func child(askedFor key: String) -> JSONNode? {
    self[key] ?? (key.utf8.first == UInt8(ascii: "$") ? self["$" + key] : nil)
  }

  /// Its token.
  package func token(askedFor key: String) -> String {
    guard key.utf8.first == UInt8(ascii: "$"), self[key] == nil, self["$" + key] != nil else { return key }
    return "$" + key
  }
}
