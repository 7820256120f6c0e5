import FluxtapeJSON

/// What is told of an action when it is over, besides the state: the part of an ``Outcome`` that is known without a look at it.
package struct OutcomeFacts: Sendable {
  /// Microseconds.
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
  /// Appends the facts as members of a line that was begun before: `,"dur":31`.
  package func write(into bytes: inout [UInt8]) {
    if let duration {
      bytes.append(duration, between: ",\"dur\":", and: "")
    }
    if let error {
      bytes.append(literal: ",\"error\":{\"type\":")
      JSONValue.writeString(error.type, into: &bytes)
      bytes.append(literal: ",\"message\":")
      JSONValue.writeString(error.message, into: &bytes)
      bytes.append(literal: "}")
    }
    if isUnreduced { bytes.append(literal: ",\"reduced\":false") }
    if let omitted {
      bytes.append(literal: ",\"omitted\":")
      JSONValue.writeString(omitted, into: &bytes)
    }
  }

  /// `,"patch":`; the operations follow.
  package static func beginPatch(in bytes: inout [UInt8]) { bytes.append(literal: ",\"patch\":") }

  /// `,"state":`; the whole state follows.
  package static func beginState(in bytes: inout [UInt8]) { bytes.append(literal: ",\"state\":") }

  package static func endLine(in bytes: inout [UInt8]) { bytes.append(literal: "}\n") }

  /// The end of a line that has no state, with its line feed.
  package var closingOfLine: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    Self.endLine(in: &bytes)
    return bytes
  }
}

// MARK: - Beginnings of lines without an action

extension CompletionRecord {
  /// Appends the beginning of a record that completes `step`. The outcome follows.
  ///
  /// - Parameter store: The store as ``ActionHead/storeMember(_:)`` writes it.
  package static func begin(_ step: StepNumber, time: Int, store: [UInt8], in line: inout [UInt8]) {
    line.append("{\"completes\":", step.rawValue, ",\"t\":", time)
    line.append(contentsOf: store)
  }
}

extension StateRecord {
  /// Appends the beginning of a record of a state without an action. The outcome follows.
  ///
  /// - Parameters:
  ///   - step: Its own step, if the state changed and no recorded action did it.
  ///   - store: The store as ``ActionHead/storeMember(_:)`` writes it.
  ///   - cause: The action during which the state changed, where that is known.
  package static func begin(_ step: StepNumber?, time: Int, store: [UInt8], cause: RecordedCause? = nil, in line: inout [UInt8]) {
    if let step {
      line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    } else {
      line.append(time, between: "{\"t\":", and: "")
    }
    line.append(contentsOf: store)
    line.append(literal: ",\"type\":\"@@STATE\"")
    guard let cause else { return }
    line.append(literal: ",\"cause\":")
    cause.json.write(into: &line)
  }
}
