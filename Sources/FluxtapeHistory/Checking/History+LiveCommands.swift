import FluxtapeLogReading

extension History {
  /// Leaves out suspicions about what the inspector did by live commands, and flags that it left on; rules that broke there become notes.
  func findingsAboutApp(_ findings: [Finding]) -> [Finding] {
    let commands = index.rareFacts.keys.filter { index.liveCommand(of: $0).map(RecordedCommand.changing.contains) == true }.sorted()
    return commands.isEmpty ? findings : findings.compactMap { findingAboutApp($0, commands) }
  }

  /// - Parameter commands: The rows of the marks of commands that change the app, rising.
  private func findingAboutApp(_ finding: Finding, _ commands: [Int]) -> Finding? {
    let rows = [finding.row, finding.origin?.row].compactMap(\.self)
    let isByInspector = rows.contains { self.rows.indices.contains($0) && self.rows[$0].isByInspector }
    switch finding.kind {
    // Equal states and actions lead to equal states, whoever brought them about. The proof may be in another run.
    case .suspicion(.impureReducer): return finding
    case .suspicion:
      let proof = rows + finding.proof
      guard let first = proof.min(), let last = proof.max() else { return finding }
      let next = commands.partitioningIndex { $0 > first }
      return isByInspector || next < commands.count && commands[next] < last ? nil : finding
    case .flagLeftOn: return isByInspector ? nil : finding
    case .broken where isByInspector:
      return Finding(
        finding.kind, row: finding.row, isNote: true, values: finding.values, answer: finding.answer, origin: finding.origin,
        proof: finding.proof, elsewhere: finding.elsewhere)
    case .failure, .errorMark, .recorded, .inFlight, .pending, .missing, .badLine, .repeatedKey, .repeatedStep, .timeWentBack, .wrongCause,
      .patchFailed, .patchWithoutState, .patchUnlikeSnapshot, .feedbackLoop, .broken, .undecided, .uncertain, .unseen, .secret, .tornEnd,
      .noEnd, .dropped, .omittedStates, .opaqueValues:
      return finding
    }
  }
}
