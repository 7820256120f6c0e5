package import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// Red runs compared with green ones, test by test: what failed, and the facts that separate red from green. With a single green run, also
/// how the first red run differs from it. Two of several runs differ in much that varies among green runs too.
///
/// As Markdown it is the summary of a CI job.
///
/// JSON, one object per line: `group` for each test (`test`, `case`, `id`) or program (`program`), with `red` and `green`: logs. It is
/// followed, for each group of red runs with one signature, by `signature` (`red`: logs; `nearest`: a green log; `decided`: whether there are
/// enough runs to rule out chance), its facts (`fact`: the `FactKind`; `store`, `type`, `other`, `path`, `detail`, `words`; `red` and
/// `green`: the number of runs in which it holds, `redOf` and `greenOf`: the number of runs in which it could be observed; `chance`; `at`:
/// the row in the first red run of the signature) and, with a single green run, the output of ``ComparisonReport``. `unreadable` (`log`,
/// `why`) for each log that cannot be read.
package struct AttemptsReport: Report, Sendable {
  /// Red runs with one signature.
  struct Signature: Sendable {
    let red: [RunListing.Entry]
    /// What failed in the first run.
    let failure: FailureWords?
    let nearest: RunListing.Entry
    let facts: SeparatingFacts
    /// The comparison with the only green run. Of several, the most similar one still differs in what varies among them.
    let comparison: ComparisonReport?
  }

  /// Runs that were compared.
  struct Part: Sendable {
    let group: RunGroup
    var signatures: [Signature] = []
    /// The failure of a red run without any run to compare it with.
    var alone: FailureWords?
  }

  private(set) var parts: [Part] = []
  let unreadable: [HistoryError]

  /// - Parameters:
  ///   - unreadable: Logs that cannot be read, with the errors.
  ///   - compare: Compares a green run with a red one.
  /// - Throws: ``HistoryError`` if a log can no longer be read; what `compare` throws.
  package init(_ causes: FolderCauses, unreadable: [HistoryError] = [], compare: (History, History) throws -> RunComparison) throws {
    self.unreadable = unreadable
    for part in causes.parts {
      var result = Part(group: part.group)
      func add(_ facts: SeparatingFacts, of red: [RunListing.Entry], _ nearest: RunListing.Entry) throws {
        let comparison =
          facts.hasSeveralGreen ? nil : try ComparisonReport(red[0], beside: nearest, causeRow: facts.row, compare: compare)
        result.signatures.append(
          Signature(
            red: red, failure: try FailureWords(red[0], facts.names.history), nearest: nearest, facts: facts, comparison: comparison))
      }
      for group in part.causes.groups { try add(SeparatingFacts(group, in: part), of: group.red, group.nearest) }
      for red in part.causes.unexplainedFailures {
        guard let green = part.group.green.last else { break }
        try add(SeparatingFacts(unexplained: red, in: part), of: red, green)
      }
      if result.signatures.isEmpty, let run = part.group.red.first { result.alone = try FailureWords(run, run.open()) }
      parts.append(result)
    }
  }
}

// MARK: - Text

extension AttemptsReport {
  package var text: [String] {
    let lines = parts.isEmpty ? ["no red run"] : Array(parts.map(Self.lines).joined(separator: [""]))
    return lines + (unreadable.isEmpty ? [] : [""]) + unreadable.map { "cannot be read: \($0)".displayed() }
  }

  private static func lines(of part: Part) -> [String] {
    var lines = ["\(part.title): \(part.counts)".displayed()]
    for (place, signature) in part.signatures.enumerated() {
      if place > 0 { lines.append("") }
      lines += (signature.failure?.text ?? []).map { "  " + $0 } + signature.facts.text.map { "  " + $0 }
      if let comparison = signature.comparison {
        lines += [""] + comparison.text.map { $0.isEmpty ? "" : "  " + $0 }
      } else {
        lines.append("  the most similar green run: \(signature.nearest.address)".displayed())
      }
    }
    lines += (part.alone?.text ?? []).map { "  " + $0 }
    if let words = part.interrupted { lines.append("  " + words.displayed()) }
    return lines
  }

  package var table: Table {
    var table = Table([.init("test"), .init("what"), .init("runs"), .init("chance"), .init("at")])
    for part in parts {
      for signature in part.signatures {
        for fact in signature.facts.facts {
          table.append([part.title, fact.words, fact.counts, "\(fact.chance)", signature.facts.names.address(fact.row)])
        }
      }
    }
    return table
  }
}

// MARK: - Markdown

extension AttemptsReport {
  package var markdown: [String] {
    let lines = parts.isEmpty ? ["No red run."] : Array(parts.map(Self.markdown).joined(separator: [""]))
    return lines + unreadable.flatMap { ["", MarkdownText.escaped("cannot be read: \($0)")] }
  }

  private static func markdown(of part: Part) -> [String] {
    var lines = ["### " + MarkdownText.escaped("\(part.title): \(part.counts)")]
    for signature in part.signatures {
      if let failure = signature.failure { lines += [""] + failure.markdown }
      lines += [""] + signature.facts.markdown + [""]
      lines += signature.comparison?.differences ?? ["Most similar green run: " + MarkdownText.escaped(signature.nearest.address)]
    }
    if let failure = part.alone { lines += [""] + failure.markdown }
    if let words = part.interrupted { lines += ["", MarkdownText.escaped(words)] }
    return lines
  }
}

extension AttemptsReport.Part {
  /// The tests that the end of the process interrupted.
  fileprivate var interrupted: String? {
    let titles = group.interrupted.map(\.title)
    guard !titles.isEmpty else { return nil }
    return "interrupted \(titles.count.counted("other test")): " + titles.prefix(3).joined(separator: ", ")
      + (titles.count > 3 ? " and \(titles.count - 3) more" : "")
  }
}
