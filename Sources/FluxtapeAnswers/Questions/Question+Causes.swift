import FluxtapeHistory
import FluxtapeLogReading
import FluxtapeScreen

extension Question {
  /// ```text
  /// run.jsonl:55: 2 not ended
  ///   :33  09:00:18.281071  files  upload  upload#7 started   {"file":"grove.raw"}
  ///   :52  09:00:24.100003  files  upload  upload#12 started  {"file":"lagoon.wav"}
  /// ```
  package static let pending = Question(
    "pending", "what had begun and not ended right after a step", [.step],
    discussion: """
      Shows effects that had begun, and actions that were in their reducers. 'fluxtape find LOG is:pending' shows what had not ended when the \
      log did. Exit status 1 if there is no such step.

      JSON: one object per row, the earliest first: at, seq, t, store, type, payload, and inFlight, pending, outcomeLost or torn if the log \
      does not tell the outcome.
      """
  ) { (asked, _) throws(HistoryError) in
    guard let row = asked.row else { return .failure(Unanswered("no step is named")) }
    let rows = asked.history.openWork(after: row)
    let cells = try rows.map { (row) throws(HistoryError) -> [Answer.Cell] in
      [.row(row, indent: 0), .value(try asked.history.action(at: row)?.payload)]
    }
    return .success(
      Answer(
        names: asked.names, titles: ["", "payload"], rows: cells, textColumns: ["step", "time", "store", "type", "payload"],
        isInOrder: true, title: "\(asked.names.address(row).displayed()): \(rows.isEmpty ? "nothing" : rows.count.grouped) not ended"))
  }

  /// ```text
  /// run.jsonl:38
  ///   :36  09:00:18.281029  cart     cart.checkout
  ///   :37  09:00:18.281057  cart       checkout  checkout#4 started
  /// ▶ :38  09:00:18.281071  session      session.refreshToken
  /// ```
  /// The depth is negative for causes, and 0 for the step itself.
  package static let why = Question(
    "why", "what led to a step, and what it led to", [.step],
    discussion: """
      Shows only causes that the log records; none is guessed. Exit status 1 if there is no such step.

      JSON: one object per step: depth (negative for causes, 0 for the step itself), at, seq, t, store, type, and inFlight, pending, \
      outcomeLost or torn if the log does not tell the outcome.
      """
  ) { (asked, _) throws(HistoryError) in
    guard let row = asked.row else { return .failure(Unanswered("no step is named")) }
    let chain = asked.history.why(row)
    let links = chain.origins + [CauseChain.Link(row: row, depth: 0)] + chain.consequences
    let first = links.map(\.depth).min() ?? 0
    let cause = asked.history.rows[row].cause
    let alone = cause.map { "the log names step \($0) as the cause, which is not an earlier step of this log" } ?? "no recorded cause"
    var answer = Answer(
      names: asked.names, titles: ["depth", ""],
      rows: links.map { [.count($0.depth), .row($0.row, indent: $0.depth - first)] }, textColumns: ["step", "time", "store", "type"],
      isInOrder: true, title: asked.names.address(row).displayed(), heading: chain.origins.isEmpty ? ["  " + alone] : [],
      ending: chain.consequences.isEmpty ? ["  led to no recorded action"] : [],
      asked: chain.origins.count)
    answer.summary =
      "\(links.count.counted("step")): \(chain.origins.count.counted("cause")), \(chain.consequences.count.counted("effect"))"
    return .success(answer)
  }
}
