/// The facts about a completed action, except its state.
package struct OutcomeFacts: Sendable {
  /// In microseconds.
  package var duration: Int?
  package var error: RecordedError?
  package var isUnreduced: Bool
  package var omitted: String?

  @inlinable
  package init(duration: Int? = nil, error: RecordedError? = nil, isUnreduced: Bool = false, omitted: String? = nil) {
    self.duration = duration
    self.error = error
    self.isUnreduced = isUnreduced
    self.omitted = omitted
  }
}

// MARK: - The end of a line

extension OutcomeFacts {
  /// Appends the facts as members of an open line: `,"dur":31`.
  package func write(into bytes: inout [UInt8]) {
    if let duration { bytes.append(",\"dur\":", decimal: duration) }
    if let error {
      bytes.append(",\"error\":{\"type\":", string: error.type)
      bytes.append(",\"message\":", string: error.message)
      bytes.append(literal: "}")
    }
    if isUnreduced { bytes.append(literal: ",\"reduced\":false") }
    bytes.append(",\"omitted\":", string: omitted)
  }

  /// `,"patch":`; the operations follow.
  package static func beginPatch(in bytes: inout [UInt8]) { bytes.append(literal: ",\"patch\":") }

  /// `,"state":`; the whole state follows.
  package static func beginState(in bytes: inout [UInt8]) { bytes.append(literal: ",\"state\":") }

  /// `,"slow":{"Basket":"is a class"}`: the types whose values the recorder compares the slow way, with the reasons.
  package static func append(slowTypes: [(name: String, reason: String)], to bytes: inout [UInt8]) {
    // Two private types may have one name.
    var known: Set<String> = []
    var start: StaticString = ",\"slow\":{"
    for type in slowTypes where known.insert(type.name).inserted {
      bytes.append(start, string: type.name)
      bytes.append(":", string: type.reason)
      start = ","
    }
    bytes.append(literal: "}")
  }

  package static func endLine(in bytes: inout [UInt8]) { bytes.append(literal: "}\n") }

  /// The end of a line without a state, including its line feed.
  package var closingOfLine: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    Self.endLine(in: &bytes)
    return bytes
  }
}
