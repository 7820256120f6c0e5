import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReports

extension History {
  /// Opens the only run of the logs at `paths`, or the chosen one.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read, or ``UsageError`` if several runs have no choice or the chosen one does not exist.
  static func ofOneRun(_ paths: [String], run: Int? = nil, merge: Bool = false) throws -> History {
    let opening = try HistoryOpening(any: paths)
    try opening.waitShowingProgress()
    let history = try merge ? opening.histories.merged() : opening.histories.run(run)
    history.warnAboutHeader()
    return history
  }

  /// Warns if the log was not recorded, and if it needs a newer reader and therefore has no states.
  func warnAboutHeader() {
    if let hypothetical { StandardOutput.warn("fluxtape: \(files.first.map { "\($0.path): " } ?? "")\(hypothetical.words)") }
    guard !needs.isEmpty else { return }
    StandardOutput.warn("fluxtape: no states: the log needs a reader that supports \(needs.joined(separator: ", "))")
  }

  /// Returns the row at an address.
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
    throw NotThere(message: "\(address.text) is not in the log" + (lastStep.map { "; its last step is \($0)" } ?? ""))
  }

  /// Returns the state of `store` after a row. Warns if it is uncertain.
  ///
  /// - Throws: ``NotThere`` if the state is not known, with the reason.
  func knownState(of store: String, after row: Int, at address: StepAddress) throws -> JSONNode {
    guard stores.contains(store) else {
      let known = QueryError.listed(stores, nearestTo: store)
      throw UsageError(message: "there is no store '\(store)' in \(address.log); its stores are \(known)")
    }
    switch try state(of: store, after: row) {
    case .known(let node, let certainty):
      if let doubt = certainty.doubt(in: self) { StandardOutput.warn("fluxtape: \(address.text): \(store): \(doubt)") }
      return node
    case let answer: throw NotThere(message: unknown(answer, of: store, at: address))
    }
  }

  /// Returns why the state of a store after a row is uncertain, as a clause; `nil` if it is certain or not known.
  func doubt(about store: String, after row: Int) throws -> String? {
    guard case .known(_, let certainty) = try state(of: store, after: row) else { return nil }
    return certainty.doubt(in: self)
  }

  /// Returns the states of all stores that have one after a row. Warns about unknown states.
  ///
  /// - Throws: ``NotThere`` if none is known.
  func knownStates(after row: Int, at address: StepAddress) throws -> JSONObject {
    var states: JSONObject = [:]
    for store in stores {
      switch try state(of: store, after: row) {
      case .known: states[store] = try knownState(of: store, after: row, at: address).value
      case .absent: continue
      case let answer: StandardOutput.warn("fluxtape: \(unknown(answer, of: store, at: address))")
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
  /// Opens logs for the inspector. Shows only the lines of a log of a later version, with a warning.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read.
  convenience init(inspecting paths: [String], from input: LiveInput? = nil) throws(HistoryError) {
    do { try self.init(any: paths, from: input) } catch {
      guard case .newerVersion = error.reason else { throw error }
      StandardOutput.warn("fluxtape: \(error)")
      try self.init(raw: paths, from: input)
    }
  }

  /// Waits until reading is done. Shows progress.
  func waitShowingProgress() throws(HistoryError) {
    var line = FluxtapeTool.Progress("reading")
    defer { line.end() }
    try wait { line.show($0.bytesRead, of: $0.byteCount) }
  }
}
