import FluxtapeJSON

extension JSONNode {
  /// Passes the UTF-8 bytes of a string to `body` without copying them from the parsed text.
  ///
  /// - Returns: `nil` for other values, and for a string that has escapes or was not parsed.
  package func withPlainBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
    guard case .parsed(let text, let place) = storage else { return nil }
    let word = text.word(Int(place))
    guard word.kind == .string, !word.hasEscapes else { return nil }
    let bytes = text.bytes
    return body(bytes.span.extracting(text.range(Int(place))))
  }
}

extension JSONNode {
  /// The first repeated key of any object in the text of this value. Such an object has the last of the values.
  package var repeatedKey: String? { if case .parsed(let text, _) = storage { text.repeatedKey } else { nil } }

  /// Whether the text of this value, with all values that were parsed together with it, is known to have the bytes that are written for it.
  package var isTextInWrittenForm: Bool { if case .parsed(let text, _) = storage { text.isInWrittenForm } else { false } }
}
