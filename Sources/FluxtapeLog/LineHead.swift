/// The beginnings of lines other than those of actions.
package enum LineHead {
  /// The type of a state record without an action.
  package static let stateType = "@@STATE"

  /// Appends the beginning of a record that completes `step`. The outcome follows.
  ///
  /// - Parameter store: The member, as ``ActionHead/storeMember(_:)`` writes it.
  package static func completion(of step: StepNumber, time: Int, store: [UInt8], into line: inout [UInt8]) {
    line.append("{\"completes\":", step.rawValue, ",\"t\":", time)
    line.append(contentsOf: store)
  }

  /// Appends the beginning of a state record without an action. The outcome follows.
  ///
  /// - Parameters:
  ///   - step: The record's step, if the state changed without a recorded action.
  ///   - store: The member, as ``ActionHead/storeMember(_:)`` writes it.
  ///   - cause: The action during which the state changed, if known.
  package static func state(step: StepNumber?, time: Int, store: [UInt8], cause: RecordedCause? = nil, into line: inout [UInt8]) {
    if let step {
      line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    } else {
      line.append("{\"t\":", decimal: time)
    }
    line.append(contentsOf: store)
    line.append(",\"type\":", string: stateType)
    cause?.writeMember(into: &line)
  }

  /// Appends the last record of a closed log, without the line end.
  package static func end(step: StepNumber, time: Int, reason: String, into line: inout [UInt8]) {
    line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    line.append(",\"end\":", string: reason)
  }
}
