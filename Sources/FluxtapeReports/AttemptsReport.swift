public import FluxtapeHistory
public import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// Red runs held against green ones, test by test: the first red against the last green, and what every red one has and no green one.
///
/// As Markdown it is the summary of a CI job.
///
/// JSON, an object a line: `group` for each test (`test`, `case`, `id`; `red` and `green`: logs), behind it what ``ComparisonReport`` writes, then
/// `only` for what only red runs have (`fact`: `inFlight`, `error`, `action`, `order`, `value` or `change`; `store`, `type`, `detail`; `at`: where the
/// first red run has it), and for each log that cannot be read `unreadable` (`log`, `why`).
public struct AttemptsReport: Report, Sendable {
  /// Runs that were held against each other.
  public struct Part: Sendable {
    let group: RunGroup
    let comparison: ComparisonReport?
    /// A red run that there is nothing to hold against.
    let alone: RunProblem?
    let facts: RedFacts?

    public init(_ group: RunGroup, comparison: ComparisonReport?, facts: RedFacts?) {
      self.group = group
      self.comparison = comparison
      self.facts = facts
      alone = comparison == nil ? group.red.first?.summary.problem : nil
    }
  }

  private let parts: [Part]
  private let unreadable: [HistoryError]

  /// - Parameter unreadable: Logs that nothing can be said of, and why.
  public init(_ parts: [Part], unreadable: [HistoryError] = []) {
    self.parts = parts
    self.unreadable = unreadable
  }

  /// How many facts of a group are told.
  private static let mostFacts = 12
}

// MARK: - Text

extension AttemptsReport {
  public var text: [String] {
    let lines = parts.isEmpty ? ["no red run"] : Array(parts.map(Self.lines).joined(separator: [""]))
    return lines + (unreadable.isEmpty ? [] : [""]) + unreadable.map { "cannot be read: \($0)".displayed() }
  }

  private static func lines(of part: Part) -> [String] {
    var lines = ["\(part.title): \(part.counts)".displayed()]
    if let comparison = part.comparison { lines += comparison.text.map { $0.isEmpty ? "" : "  " + $0 } }
    if let problem = part.alone { lines.append("  \(problem.words)  \(part.group.red.first?.address ?? "")".displayed()) }
    guard let found = part.facts?.found, !found.isEmpty else { return lines }
    lines += ["", "  in every red run and in no green one"]
    var table = Table([.init("what"), .init("at")])
    for fact in found.prefix(mostFacts) { table.append([fact.fact.words, part.address(of: fact)]) }
    lines += table.textRows.map { "    " + $0 }
    if found.count > mostFacts { lines.append("    and \(found.count - mostFacts) more") }
    return lines
  }

  public var table: Table {
    var table = Table([.init("test"), .init("what"), .init("at")])
    for part in parts {
      for found in part.facts?.found ?? [] { table.append([part.title, found.fact.words, part.address(of: found)]) }
    }
    return table
  }
}

// MARK: - Markdown

extension AttemptsReport {
  public var markdown: [String] {
    let lines = parts.isEmpty ? ["No red run."] : Array(parts.map(Self.markdown).joined(separator: [""]))
    return lines + unreadable.flatMap { ["", MarkdownText.escaped("cannot be read: \($0)")] }
  }

  private static func markdown(of part: Part) -> [String] {
    var lines = ["### " + MarkdownText.escaped("\(part.title): \(part.counts)")]
    if let comparison = part.comparison { lines += comparison.markdown }
    if let problem = part.alone {
      lines.append("**" + MarkdownText.escaped(problem.words) + "** (" + MarkdownText.escaped(part.group.red.first?.address ?? "") + ")")
    }
    guard let found = part.facts?.found, !found.isEmpty else { return lines }
    lines += ["", "In every red run and in no green one:", ""]
    lines += found.prefix(mostFacts).map {
      "- " + MarkdownText.escaped($0.fact.words) + " (" + MarkdownText.escaped(part.address(of: $0)) + ")"
    }
    if found.count > mostFacts { lines.append("- and \(found.count - mostFacts) more") }
    return lines
  }
}

// MARK: - JSON

extension AttemptsReport {
  public var json: [JSONValue] {
    parts.flatMap { part in
      [part.json] + (part.comparison?.json ?? [])
        + (part.facts?.found ?? []).map { found in
          .object([
            "kind": "only", "fact": .string(found.fact.kind.rawValue), "store": .string(found.fact.store), "type": .string(found.fact.type),
            "detail": .string(found.fact.detail), "at": .string(part.address(of: found)),
          ])
        }
    } + unreadable.map { .object(["kind": "unreadable", "log": .string($0.path), "why": .string($0.description)]) }
  }
}

extension AttemptsReport.Part {
  fileprivate var title: String { group.test?.title ?? "all runs" }

  /// `failed, then passed`, `3 red, 7 green`.
  fileprivate var counts: String {
    let (red, green) = (group.red, group.green)
    if red.count == 1, green.isEmpty { return red[0].summary.verdict }
    if let bad = red.first?.summary, let good = green.first?.summary, red.count == 1, green.count == 1, let attempt = bad.test?.attempt,
      let other = good.test?.attempt, attempt < other
    {
      return "\(bad.verdict), then \(good.result.rawValue)"
    }
    return "\(red.count) red, \(green.count) green"
  }

  fileprivate func address(of found: RedFacts.Found) -> String {
    guard let comparison else { return group.red.first?.paths.first ?? "" }
    return comparison.second.address(found.row)
  }

  fileprivate var json: JSONValue {
    let object: JSONObject = ["kind": "group"]
    return .object(
      object.adding([
        "test": group.test.map { .string($0.name) }, "case": group.test?.arguments.map(JSONValue.string),
        "id": group.test.map { .string($0.identity) }, "red": .array(group.red.compactMap(\.paths.first).map(JSONValue.string)),
        "green": .array(group.green.compactMap(\.paths.first).map(JSONValue.string)),
      ]))
  }
}

extension RunFact {
  /// For people.
  var words: String {
    switch kind {
    case .inFlight: "\(store) \(type) in flight at the end"
    case .error: "\(store) \(type) failed: \(detail)"
    case .action: "\(store) \(type)"
    case .order: "\(store) \(type) right after \(detail)"
    case .value: "\(store) \(type) wrote \(detail)"
    case .change: "\(store) \(type) changed \(detail.isEmpty ? "." : detail)"
    }
  }
}
