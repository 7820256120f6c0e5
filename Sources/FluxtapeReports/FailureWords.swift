import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeScreen

/// The failure of a run in words, with the action that wrote the value which a failed expectation names.
///
/// ```text
/// Expectation failed: (cart.total → -5) >= 0 (Shop/CartTests.swift:9)  logs/CartTests.pays.1-failed.jsonl:6
///   cart.total  5 → -5, written by 4 discounted
///   led there by 2 couponEntered
/// ```
package struct FailureWords: Sendable {
  private let problem: RunProblem
  private let address: String
  private let value: (path: String, change: String, writer: String, chain: String)?

  /// - Returns: `nil` for a run without a problem.
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  package init?(_ entry: RunListing.Entry, _ history: History) throws(HistoryError) {
    guard let problem = entry.summary.problem else { return nil }
    self.problem = problem
    address = entry.address
    guard problem.kind == .failure, let failing = try history.failingValue(at: problem.row) else {
      value = nil
      return
    }
    let names = RowNames(history, log: "")
    let change = FindingWords.change(.init(path: "", old: failing.blame.old, new: failing.blame.value))
    guard case .action(let row) = failing.blame.origin else {
      value = (failing.path.description, change, "", "")
      return
    }
    let chain = names.chain(of: history.why(row).origins.map(\.row))
    value = (failing.path.description, change, "\(names.name(row)) \(names.type(row))", chain)
  }

  var text: [String] {
    var lines = ["\(problem.words)  \(address)"]
    if let value {
      lines.append("  \(value.path)  \(value.change)" + (value.writer.isEmpty ? "" : ", written by \(value.writer)"))
      if !value.chain.isEmpty { lines.append("  led there by \(value.chain)") }
    }
    return lines.map { $0.displayed() }
  }

  var markdown: [String] {
    let site = problem.site.map { " at " + MarkdownText.escaped($0) } ?? ""
    var lines = ["**" + MarkdownText.escaped(problem.summary) + "**" + site + " (" + MarkdownText.escaped(address) + ")"]
    if let value {
      let writer = value.writer.isEmpty ? "" : ", written by **" + MarkdownText.escaped(value.writer) + "**"
      let chain = value.chain.isEmpty ? "" : ", caused by " + MarkdownText.escaped(value.chain)
      lines += ["", MarkdownText.escaped("\(value.path): \(value.change)") + writer + chain]
    }
    return lines
  }
}
