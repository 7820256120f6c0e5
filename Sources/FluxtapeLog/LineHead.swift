import FluxtapeJSON

/// The beginnings of lines that are not an action's.
package enum LineHead {
  /// The type of a record without an action.
  package static let stateType = "@@STATE"

  /// Appends the beginning of a record that completes `step`. The outcome follows.
  ///
  /// - Parameter store: The store as ``ActionHead/storeMember(_:)`` writes it.
  package static func completion(of step: StepNumber, time: Int, store: [UInt8], into line: inout [UInt8]) {
    line.append("{\"completes\":", step.rawValue, ",\"t\":", time)
    line.append(contentsOf: store)
  }

  /// Appends the beginning of a record of a state without an action. The outcome follows.
  ///
  /// - Parameters:
  ///   - step: Its own step, if the state changed and no recorded action did it.
  ///   - store: The store as ``ActionHead/storeMember(_:)`` writes it.
  ///   - cause: The action during which the state changed, where that is known.
  package static func state(step: StepNumber?, time: Int, store: [UInt8], cause: RecordedCause? = nil, into line: inout [UInt8]) {
    if let step {
      line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    } else {
      line.append("{\"t\":", decimal: time)
    }
    line.append(contentsOf: store)
    line.append(",\"type\":", string: stateType)
    if let cause { line.append(",\"cause\":", json: cause.json) }
  }

  /// Appends the last record of a log that was closed, but for the line's end.
  package static func end(step: StepNumber, time: Int, reason: String, into line: inout [UInt8]) {
    line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    line.append(",\"end\":", string: reason)
  }
}
