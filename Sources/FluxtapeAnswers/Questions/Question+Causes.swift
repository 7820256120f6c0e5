import FluxtapeHistory
import FluxtapeScreen

extension Question {
  /// ```text
  /// run.jsonl:38
  ///   :36  09:00:18.281029  cart     cart.checkout
  ///   :37  09:00:18.281057  cart       checkout  checkout#4 started
  /// ▶ :38  09:00:18.281071  session      session.refreshToken
  /// ```
  /// The depth is negative for causes, and 0 for the step itself.
  package static let why = Question(
    "why", title: "Chain", "what led to a step, and what it led to", [.step],
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
    return .success(
      Answer(
        names: asked.names, titles: ["depth", ""],
        rows: links.map { [.count($0.depth), .row($0.row, indent: $0.depth - first)] }, textColumns: ["step", "time", "store", "type"],
        isInOrder: true, title: asked.names.address(row).displayed(), heading: chain.origins.isEmpty ? ["  " + alone] : [],
        ending: chain.consequences.isEmpty ? ["  led to no recorded action"] : [],
        asked: chain.origins.count))
  }
}
