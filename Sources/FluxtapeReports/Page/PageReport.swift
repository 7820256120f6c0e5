package import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// A run as one HTML page: to step through and filter in any browser, without a network or an installation.
///
/// The page loads nothing and contacts nobody: its security policy forbids both, and lists the digests of its own script and style. Nothing
/// else would run even if a text of the log became markup in the document. The script handles texts as data, and inserts them as text
/// nodes. With images among the attachments, the policy allows images that are in the page itself.
package struct PageReport: Sendable {
  private let run: CheckedRun
  private let beside: ComparisonReport?
  private let separating: SeparatingFacts?
  private let statistics: LogStatistics
  private let answers: [Answer]
  private let notes: PageNotes
  private let attachments: [Attachment]
  private let isServed: Bool
  private let source: @Sendable (String) -> Source?

  /// The lines of a file around the one that a log names, and the numbers of the first line and of the named line.
  package typealias Source = (first: Int, line: Int, lines: [String])

  /// - Parameters:
  ///   - beside: How the run differs from another one, which the page shows, too.
  ///   - facts: The facts that separate the run from green ones.
  ///   - answers: The answers to queries, for each run of the page.
  ///   - notes: The marks and notes of the log, by step.
  ///   - attachments: The files that belong to the run, by name.
  ///   - isServed: Whether a server sends the page and what ``update(upTo:)`` returns later. Such a page opens at the end of the run.
  ///   - source: Returns the source around a `site` of the log, if available.
  package init(
    _ run: CheckedRun, beside: ComparisonReport? = nil, facts: SeparatingFacts? = nil, statistics: LogStatistics,
    answers: [Answer] = [], notes: [Note] = [], attachments: [Attachment] = [], isServed: Bool = false,
    source: @escaping @Sendable (String) -> Source? = { _ in nil }
  ) {
    self.run = run
    self.beside = beside
    separating = facts
    self.statistics = statistics
    self.answers = answers
    self.notes = PageNotes(notes: notes)
    self.attachments = attachments
    self.isServed = isServed
    self.source = source
  }

  /// A page, and a notice about rows that were left out.
  package struct Page: Sendable {
    package let html: String
    /// The rows of the run in the page.
    package let rows: Range<Int>
    /// `nil` if the page has the whole run.
    package let notice: String?
  }

  /// The default maximum size of a page in bytes: some 60,000 actions of ordinary size, which a browser opens in a second.
  package static let defaultMaximumSize = 32_000_000
}

// MARK: - Rows of the page

extension PageReport {
  /// The row at which the page opens, unless its address names one: the row that separates the run from green ones, the worst problem, the
  /// divergence of the runs, the worst note about what looks wrong, or the first row.
  var pointOfInterest: Int {
    if isServed { return max(0, run.history.rows.count - 1) }
    return separating?.row ?? Self.worstRow(of: run.problems) ?? parted?.second
      ?? Self.worstRow(of: run.findings.filter { $0.kind.suspicion != nil }) ?? 0
  }

  /// The row of the most urgent finding that has one.
  private static func worstRow(of findings: [Finding]) -> Int? { CheckedRun.worst(of: findings.filter { $0.row != nil })?.row }

  private var parted: ComparisonReport.Part? { beside.flatMap(\.part) }

  /// Makes the page. If the run is too large, the page has the rows around the point of interest. Attachments take at most half of it.
  ///
  /// - Parameter maximumSize: In bytes. A page of a few rows may be larger if the rows are.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package func page(upTo maximumSize: Int = defaultMaximumSize) throws(HistoryError) -> Page {
    let attached = PageAttachments(attachments, room: maximumSize / 2)
    return try fitting(maximumSize, besides: attached.html.utf8.count) { (rows, notice) throws(HistoryError) in
      try html(rows, notice, attached)
    }
  }

  /// What a served page is sent when its run has grown: its facts and data as they are now, as JSON.
  package func update(upTo maximumSize: Int = defaultMaximumSize) throws(HistoryError) -> String {
    try fitting(maximumSize, besides: 0) { (rows, notice) throws(HistoryError) in
      "{\"facts\":\(PageJSON.text(factsLine)),\"data\":\(try data(rows, notice))}"
    }.html
  }

  /// Makes a text with as many rows as fit.
  ///
  /// - Parameter others: The bytes of the text that are not about rows.
  private func fitting(
    _ maximumSize: Int, besides others: Int, _ text: (Range<Int>, String?) throws(HistoryError) -> String
  ) throws(HistoryError) -> Page {
    let all = run.history.rows.indices
    let room = maximumSize - others
    var count = guess(room)
    while true {
      let rows = window(count)
      let notice = rows == all ? nil : Self.notice(rows, of: run)
      let html = try text(rows, notice)
      let size = html.utf8.count - others
      if size <= room || rows.count <= Self.fewestRows { return Page(html: html, rows: rows, notice: notice) }
      count = min(rows.count - 1, max(Self.fewestRows, Int(Double(rows.count) * Double(room) / Double(size) * 0.9)))
    }
  }

  private static let fewestRows = 16

  /// The number of rows that are likely to fit: a row takes about as many bytes as its lines.
  private func guess(_ maximumSize: Int) -> Int {
    let count = run.history.rows.count
    let bytes = run.history.byteCount * (beside == nil ? 1 : 2)
    return bytes <= maximumSize ? count : max(Self.fewestRows, Int(Double(count) * Double(maximumSize) / Double(bytes)))
  }

  /// A range of `count` rows, two thirds of them before the point of interest.
  private func window(_ count: Int) -> Range<Int> {
    let all = run.history.rows.count
    guard count < all else { return 0..<all }
    let start = max(0, min(pointOfInterest - count * 2 / 3, all - count))
    return start..<start + count
  }

  private static func notice(_ rows: Range<Int>, of run: CheckedRun) -> String {
    let steps = [rows.lowerBound, rows.upperBound - 1].map { run.history.rows[$0].step?.description ?? "\($0)" }
    return
      "shortened: steps \(steps[0]) to \(steps[1]) of \(run.history.lastStep?.rawValue ?? 0); --max-size keeps more, 'fluxtape \(run.log)' opens all"
  }
}

// MARK: - The document

extension PageReport {
  private func html(_ rows: Range<Int>, _ notice: String?, _ attached: PageAttachments) throws(HistoryError) -> String {
    let script = isServed ? PageSource.scriptThatGrows : notes.script
    let style = notes.style + attached.style
    let parts = [
      "title": MarkupText.escaped(title), "style": style, "script": script.text, "style-hash": Self.digest(style),
      "script-hash": script.digest, "facts": MarkupText.escaped(factsLine),
      "legend": MarkupText.escaped(legend), "data": try data(rows, notice), "notes": notes.list,
      "image-policy": attached.imagePolicy, "connection-policy": isServed ? "; connect-src 'self'" : "", "attachments": attached.html,
    ]
    var html = ""
    var rest = PageSource.document[...]
    // Inserted text is not searched for placeholders.
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      html += rest[..<start.lowerBound] + (parts[String(rest[start.upperBound..<end.lowerBound])] ?? "")
      rest = rest[end.upperBound...]
    }
    return html + rest
  }

  static func digest(_ text: String) -> String { "sha256-" + Base64.encoded(SHA256.digest(of: Array(text.utf8))) }

  private var legend: String {
    let lanes = "lanes: " + run.history.stores.prefix(10).joined(separator: ", ")
    return lanes + (beside.map { " · = and ≠: the same or a different result than in \($0.first.log)" } ?? "")
  }

  /// The test; for other runs, the log.
  private var title: String {
    guard let meta = run.history.header?.meta, let test = meta["test"]?.string else { return run.log }
    return test + (meta["case"]?.string.map { " [\($0)]" } ?? "")
  }

  private var factsLine: String { facts.joined(separator: " · ") }

  private var facts: [String] {
    let history = run.history
    let needs = history.needs.isEmpty ? [] : ["no states: the log needs a reader that supports \(history.needs.joined(separator: ", "))"]
    var facts =
      (title == run.log ? [] : [run.log]) + needs + [
        CheckReport.counts(run), history.stores.count.counted("store"), ThreeDigits.duration(statistics.span),
      ]
    if let header = history.header {
      if let time = header.time { facts.append(time) }
      let app = ["name", "version"].compactMap { header.app?[$0]?.string }
      if !app.isEmpty { facts.append(app.joined(separator: " ")) }
      let hypothetical = history.hypothetical
      if let hypothetical { facts.append(hypothetical.words) }
      let known = ["test", "case"] + (hypothetical == nil ? [] : [HypotheticalOrigin.key])
      for member in header.meta ?? [:] where !known.contains(member.key) {
        facts.append("\(member.key) \(member.value.string ?? member.value.text)")
      }
    }
    return facts
  }

  private func data(_ rows: Range<Int>, _ notice: String?) throws(HistoryError) -> String {
    var main = PageRun(run, rows: rows)
    var runs = [try main.json()]
    var windows = [rows]
    var besideJSON = "null"
    if let beside {
      let (text, otherRows) = aligned(beside, rows)
      var other = PageRun(CheckedRun(beside.first.history, log: beside.first.log, findings: []), rows: otherRows)
      runs.append(try other.json())
      windows.append(otherRows)
      besideJSON = text
    }
    let start = rows.contains(pointOfInterest) ? pointOfInterest - rows.lowerBound : 0
    let slowest = statistics.slowest.filter(rows.contains).map { String($0 - rows.lowerBound) }
    return """
      {"runs":[\(runs.joined(separator: ",\n"))],
      "findings":[\(findings(rows).joined(separator: ",\n"))],
      "causes":\(causes(rows)),
      "beside":\(besideJSON),"start":\(start),"notice":\(notice.map { PageJSON.text($0) } ?? "null"),
      "slowest":[\(slowest.joined(separator: ","))],
      "answers":[\(answers.map { $0.json(in: windows) }.joined(separator: ",\n"))],
      "growth":\(try growth(rows)),"sources":\(sources(of: main.sites))\(notes.member(of: run, in: rows))}
      """
  }

  /// The source at sites of findings first, as there is room for only a few.
  private func sources(of sites: Set<String>) -> String {
    let found = run.findings.compactMap { FindingWords($0, in: run, hidesValues: false).site }
    var sources = JSONObject()
    for site in found + sites.sorted() where sources[site] == nil && sources.count < Self.mostSources {
      guard let source = source(site) else { continue }
      sources[site] = [source.first.jsonValue, source.line.jsonValue, source.lines.jsonValue]
    }
    return PageJSON.text(.object(sources))
  }

  private static let mostSources = 200

  private func findings(_ rows: Range<Int>) -> [String] {
    // The most urgent first, as the first screen has room for only a few.
    run.sortedFindings.prefix(Self.mostFindings).map { finding in
      let words = FindingWords(finding, in: run, hidesValues: false)
      let row = finding.row.flatMap { rows.contains($0) ? $0 - rows.lowerBound : nil }
      let action = finding.row.flatMap { row in words.action.map { "\($0) of \(run.names.store(row))" } }
      return PageJSON.text(
        .object(members: [
          "row": row ?? JSONValue.null, "note": finding.isNote, "title": words.title, "address": words.address,
          "values": words.values.map { [$0.path, $0.change] }, "action": action, "site": words.site, "chain": words.chain,
        ]))
    }
  }

  private static let mostFindings = 1000

  /// The facts that separate the run from green ones.
  private func causes(_ rows: Range<Int>) -> String {
    guard let separating else { return "null" }
    let facts = separating.shown.map { fact -> JSONObject in
      let row = fact.fact.row.flatMap { rows.contains($0) ? $0 - rows.lowerBound : nil }
      return JSONObject(members: [
        "row": row ?? JSONValue.null, "words": fact.words, "counts": "\(fact.counts); \(fact.likelihood)", "address": fact.address,
      ])
    }
    return PageJSON.text(.object(members: ["heading": separating.heading, "facts": facts]))
  }
}

// MARK: - The other run

extension PageReport {
  /// The rows of both runs from their divergence on, and the rows of the other run that the page needs.
  private func aligned(_ beside: ComparisonReport, _ rows: Range<Int>) -> (json: String, rows: Range<Int>) {
    let part = parted
    let start = part == nil ? rows.upperBound : part?.second ?? rows.upperBound
    let first = max(rows.lowerBound, min(start, rows.upperBound))
    var pairs: [(Int, Int)] = []
    for pair in part == nil ? [] : beside.comparison.pairs {
      let (other, own): (Int?, Int?) =
        switch pair {
        case .both(let first, let second): (first, second)
        case .first(let row): (row, nil)
        case .second(let row): (nil, row)
        }
      if let own, !(first..<rows.upperBound).contains(own) { continue }
      if own == nil, let other, other < part?.first ?? Int.max { continue }
      pairs.append((own ?? -1, other ?? -1))
    }
    // Rows that only the other run has after the end of the page's rows are left out.
    while let last = pairs.last, last.0 < 0, rows.upperBound < run.history.rows.count { pairs.removeLast() }
    let others = pairs.map(\.1).filter { $0 >= 0 }
    let before = rows.count == run.history.rows.count ? 0 : max(0, (others.min() ?? 0))
    let otherRows = min(before, others.min() ?? before)..<min(beside.first.history.rows.count, (others.max() ?? -1) + 1)
    let window = otherRows.isEmpty ? 0..<min(1, beside.first.history.rows.count) : otherRows
    return (json(part, rows, window, start: first, pairs: marks(pairs, rows, window, first: first)), window)
  }

  /// Pairs with the page's row numbers. Rows that are not actions have no pair; those of this run keep their place.
  private func marks(_ pairs: [(Int, Int)], _ rows: Range<Int>, _ others: Range<Int>, first: Int) -> [[Int]] {
    var marks: [[Int]] = []
    var next = first
    func add(_ own: Int, _ other: Int) { marks.append([own < 0 ? -1 : own - rows.lowerBound, other < 0 ? -1 : other - others.lowerBound]) }
    for (own, other) in pairs {
      for row in next..<max(next, own) { add(row, -1) }
      add(own, other)
      next = max(next, own + 1)
    }
    for row in next..<max(next, rows.upperBound) { add(row, -1) }
    return marks
  }

  private func json(_ part: ComparisonReport.Part?, _ rows: Range<Int>, _ others: Range<Int>, start: Int, pairs: [[Int]]) -> String {
    func place(_ row: Int?, in rows: Range<Int>) -> any JSONMember {
      row.flatMap { rows.contains($0) ? $0 - rows.lowerBound : nil } ?? JSONValue.null
    }
    // Of several green runs, where the runs part is most likely something that varies among them too.
    let part = separating?.hasSeveralGreen == true ? nil : part
    let differences = (part?.differences ?? []).map { difference -> JSONValue in
      let values = [difference.first, difference.second].map { $0.map { JSONValue.array([$0]) } ?? .null }
      return .array([.string(StatePath(store: part?.owner, difference.pointer).description)] + values)
    }
    return PageJSON.text(
      .object(members: [
        "start": start - rows.lowerBound, "first": place(part?.first, in: others), "second": place(part?.second, in: rows),
        "words": part?.words ?? JSONValue.null, "differences": differences, "pairs": pairs,
      ]))
  }
}

// MARK: - Growth

extension PageReport {
  /// The number of points in a line.
  private static let growthPoints = 60
  /// The maximum number of bytes of states to write only to measure them.
  private static let growthBytes = 100_000_000

  /// The size of each store's state over the rows.
  private func growth(_ rows: Range<Int>) throws(HistoryError) -> String {
    let largest = statistics.states.map { max($0.first, $0.last) }.reduce(1, +)
    let points = max(2, min(Self.growthPoints, Self.growthBytes / largest))
    let step = max(1, rows.count / points)
    var lines: [JSONObject] = []
    for store in run.history.stores.prefix(10) {
      var line: [[Int]] = []
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
        guard let size = try run.history.state(of: store, after: row).node?.value.bytes.count else { continue }
        line.append([row - rows.lowerBound, size])
      }
      if line.count > 1 { lines.append(JSONObject(members: ["store": store, "points": line])) }
    }
    return PageJSON.text(lines.jsonValue)
  }
}
