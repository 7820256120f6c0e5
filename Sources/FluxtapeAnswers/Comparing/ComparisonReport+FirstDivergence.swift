import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

// Which action made the runs different.
extension ComparisonReport {
  var badStepLines: [String] {
    guard let step = badStep else { return lacksBadStep ? ["", Self.noBadStep] : [] }
    var table = Table([.init("path"), .init("change"), .init("first")])
    for change in step.changes {
      let good = change.good == nil ? "nothing there" : Self.good(change, columns: 40)
      table.append([StatePath(change.pointer).description, Self.arrow(change), "the first run has " + good])
    }
    let chain = chain(to: step.row)
    return ["", "\(badStepHeading) \(second.address(step.row))  \(step.store)  \(second.type(step.row))".displayed()]
      + table.textRows.map { "  " + $0 }
      + (chain.isEmpty ? [] : ["  led there by " + second.chain(of: chain).displayed()])
  }

  private static let noBadStep =
    "no action led to another result from equal inputs (payload and state before): the runs differ in what came in, or when"

  private var badStepHeading: String {
    endsInBadStep ? "the second run ends in" : "first different result from equal inputs (payload and state before):"
  }

  private var endsInBadStep: Bool { badStep.map { second.history.rows[$0.row].isInFlight } ?? false }

  var badStepObjects: [JSONObject] {
    guard let step = badStep else { return [] }
    let changes = step.changes.map { change in
      JSONObject(members: [
        "kind": "badChange", "pointer": change.pointer.description, "before": change.before, "after": change.after, "good": change.good,
      ])
    }
    return [Self.object("badStep", second.members(step.row))] + changes
      + chain(to: step.row).map { Self.object("cause", second.members($0)) }
  }

  private static func object(_ kind: String, _ members: JSONObject) -> JSONObject {
    JSONObject(members: ["kind": kind]).merging(members)
  }

  static func arrow(_ change: FirstDivergence.Change) -> String {
    // The first run changed the value and this one did not.
    if let value = change.after, value == change.before { return "stays " + ChangedText(change.good ?? value, value, columns: 40).new }
    return ChangedText(change.before, change.after, columns: 40).arrow
  }

  /// The first run's value; a long one where it differs from that of the second run.
  private static func good(_ change: FirstDivergence.Change, columns: Int) -> String {
    ChangedText(change.after ?? change.before, change.good, columns: columns).new
  }

  /// The rows that caused a row of the second run, the earliest first.
  func chain(to row: Int) -> [Int] { second.history.why(row).origins.map(\.row) }
}

// MARK: - Markdown

extension ComparisonReport {
  /// For the summary of a CI job: what failed, where and why it went wrong, and where the runs diverge, all within the first lines.
  package var markdown: [String] { (problem.map { [$0, ""] } ?? []) + differences }

  /// The same without what failed.
  package var differences: [String] {
    var lines = fieldMarkdown + badStepMarkdown + [partMarkdown, ""]
    lines.append(MarkdownText.escaped(counts) + ".")
    for store in comparison.finalStates {
      var table = Table([.init("\(store.store) at the end"), .init(first.log), .init(second.log), .init("written by")])
      let writers = writers(of: store)
      for (difference, writer) in zip(store.differences, writers).prefix(Self.mostFinal) {
        let text = ChangedText(difference.first, difference.second, columns: 48)
        table.append([StatePath(difference.pointer).description, text.old, text.new, writer])
      }
      lines += [""] + table.markdown
      if store.differences.count > Self.mostFinal { lines += ["", "… and more."] }
    }
    return lines
  }

  /// For each difference of a store's last states the action of the second run that wrote the value; empty if the log does not tell.
  func writers(of store: RunComparison.StoreDifference) -> [String] {
    let last = second.history.lastRow(withStateOf: store.store)
    let blames = last.flatMap { try? second.history.blame(StatePath(), store: store.store, after: $0) } ?? []
    let rows = Dictionary(blames.map { ($0.pointer, $0.origin) }) { first, _ in first }
    return store.differences.map { difference in
      guard difference.second != nil, case .action(let row) = rows[difference.pointer] else { return "" }
      return "\(second.name(row)) \(second.type(row))"
    }
  }

  /// The maximum number of rows that a person still reads.
  private static let mostFinal = 10

  /// The problem of the second run, in its own words.
  private var problem: String? {
    guard let problem = (try? second.history.summary())?.problem else { return nil }
    let words =
      switch problem.kind {
      case .failure, .warning: problem.text
      case .rule, .loop, .flag, .patch, .secret: problem.summary
      case .inFlight: "In flight when the log broke off: \(problem.text)"
      case .error: "Failed: \(problem.text)"
      case .badLine, .gap: problem.text
      case .pending: "Not ended: \(problem.text)"
      }
    let site = problem.site.map { " at " + MarkdownText.escaped($0) } ?? ""
    return "**" + MarkdownText.escaped(words) + "**" + site + " (" + MarkdownText.escaped(second.address(problem.row)) + ")"
  }

  private var badStepMarkdown: [String] {
    guard let step = badStep else { return lacksBadStep ? [MarkdownText.escaped(Self.noBadStep) + ".", ""] : [] }
    let site = ((try? second.history.action(at: step.row))?.site).map { " at " + MarkdownText.escaped($0) } ?? ""
    var lines = [
      (endsInBadStep ? "The second run ends in **" : "First different result from equal inputs: **")
        + MarkdownText.escaped("\(second.type(step.row))") + "**" + site + " (" + MarkdownText.escaped(second.address(step.row)) + ")"
    ]
    if !step.changes.isEmpty {
      var table = Table([.init("path"), .init("before"), .init("after"), .init("in the other run")])
      for change in step.changes.prefix(Self.mostChanges) {
        let text = ChangedText(change.before, change.after, columns: 48)
        table.append([StatePath(store: step.store, change.pointer).description, text.old, text.new, Self.good(change, columns: 48)])
      }
      lines += [""] + table.markdown
    }
    return lines + ["", chainMarkdown(to: step.row), ""]
  }

  private func chainMarkdown(to row: Int) -> String { "Chain: " + MarkdownText.escaped(second.chain(of: chain(to: row) + [row])) }

  /// Few, so that everything important is within fifteen lines.
  private static let mostChanges = 2

  private var partMarkdown: String {
    guard let part else {
      return comparison.finalStates.isEmpty ? "No \(comparison.fields.isEmpty ? "" : "other ")difference." : "Every \(rowNoun) is the same."
    }
    func words(_ row: Int?, _ names: RowNames) -> String {
      MarkdownText.escaped(row.map { "\(names.address($0)) \(names.type($0))" } ?? "the end of \(names.log)")
    }
    let second = (part.why == .missing ? "then " : "") + words(part.second, self.second)
    return "The runs part: \(part.words): \((part.why == .additional ? "then " : "") + words(part.first, first)), and \(second)."
  }
}
