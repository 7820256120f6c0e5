import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReports

extension History {
  /// Opens the one run that the logs at `paths` are of, or the one of several that was chosen.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read, ``UsageError`` if there are several runs and none was chosen, or one that is not
  ///   there.
  static func ofOneRun(_ paths: [String], run: Int? = nil, merge: Bool = false) throws -> History {
    let opening = try HistoryOpening(any: paths)
    try opening.waitTellingProgress()
    let history = try merge ? opening.histories.merged() : opening.histories.run(run)
    history.tellNeeds()
    return history
  }

  /// Says beside the answer why there are no states, where there are none.
  func tellNeeds() {
    guard !needs.isEmpty else { return }
    StandardOutput.tell("fluxtape: no states: the log needs a reader that supports \(needs.joined(separator: ", "))")
  }

  /// The row that a command names.
  ///
  /// - Throws: ``NotThere`` if there is no such step, or no row on that line.
  func row(at address: StepAddress) throws -> Int {
    switch address.row {
    case .step(let step)?:
      if let row = row(of: step) ?? row(missing: step) { return row }
    case .line(let line)?:
      if let row = row(onLine: line) { return row }
      throw NotThere(message: "\(address.text): the log has no row on this line")
    case nil: break
    }
    throw NotThere(message: "\(address.text) is not in the log" + (lastStep.map { ", its last step is \($0)" } ?? ""))
  }

  /// The state of `store` after a row. Doubts about it are told beside the answer.
  ///
  /// - Throws: ``NotThere`` if the state is not known, with the reason.
  func knownState(of store: String, after row: Int, at address: StepAddress) throws -> JSONValue {
    guard stores.contains(store) else {
      throw UsageError(message: "there is no store '\(store)' in \(address.log); its stores are \(stores.joined(separator: ", "))")
    }
    switch try state(of: store, after: row) {
    case .known(let node, let certainty):
      if let doubt = certainty.doubt(in: self) { StandardOutput.tell("fluxtape: \(address.text): \(store): \(doubt)") }
      return node.value
    case let answer: throw NotThere(message: unknown(answer, of: store, at: address))
    }
  }

  /// What speaks against the state of a store after a row, as a clause; `nil` where nothing does.
  func doubt(about store: String, after row: Int) throws -> String? {
    guard case .known(_, let certainty) = try state(of: store, after: row) else { return nil }
    return certainty.doubt(in: self)
  }

  /// The states of all stores that have one after a row. What is not known of them is told beside the answer.
  ///
  /// - Throws: ``NotThere`` if none is known.
  func knownStates(after row: Int, at address: StepAddress) throws -> JSONObject {
    var states: JSONObject = [:]
    for store in stores {
      switch try state(of: store, after: row) {
      case .known: states[store] = try knownState(of: store, after: row, at: address)
      case .absent: continue
      case let answer: StandardOutput.tell("fluxtape: \(unknown(answer, of: store, at: address))")
      }
    }
    if states.isEmpty { throw NotThere(message: "\(address.text): no store has a known state there") }
    return states
  }

  func unknown(_ answer: StoreState, of store: String, at address: StepAddress) -> String {
    "\(address.text): the state of \(store) is not known: \(answer.whyUnknown(in: self) ?? "for an unknown reason")"
  }
}

extension HistoryOpening {
  /// Opens logs to be looked at, large ones quickly. Of logs of a later version only the lines are shown, and it is said why.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read.
  convenience init(toLookAt paths: [String], from input: LiveInput? = nil, depth: Depth = .automatic) throws(HistoryError) {
    do { try self.init(any: paths, from: input, depth: depth) } catch {
      guard case .newerVersion = error.reason else { throw error }
      StandardOutput.tell("fluxtape: \(error)")
      try self.init(paths, from: input, depth: .raw)
    }
  }

  /// Waits until all is read, with progress on standard error where that is a terminal.
  func waitTellingProgress() throws {
    var line = FluxtapeTool.Progress("reading")
    defer { line.end() }
    try wait { line.show($0.bytesRead, of: $0.byteCount) }
  }
}
