import FluxtapeDocuments
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

extension Question {
  /// ```text
  /// run.jsonl: 284 actions of 3 stores in 285 steps, 74.3 kB, 1.91 min
  ///
  /// states
  ///   store    first   last  snapshots
  ///   catalog   62 B  496 B          1
  /// ```
  package static let stats = Question(
    "stats", "counts, rates, durations, sizes, errors and gaps", [.run], title: "Statistics",
    discussion: """
      Each run is shown separately; the runs of a folder are counted together: how many runs, and how many red ones, have each type of \
      action. Durations are reducer times in microseconds; asynchronous work that took long is listed apart. Rates are actions per \
      second; '% steps' is the share of the run's steps, '% time' that of the time in all reducers. CSV and Markdown contain the table of \
      stores and types.

      JSON: one object per line, distinguished by 'kind': run (bytes, rows, span, marks, changesWithoutAction, gaps, missing, badLines, \
      errors), store and type (actions, rate, unchanged, errors, inFlight, pending, bytes, and p50, p95, max in microseconds), state \
      (first, last, snapshots), path (changes, bytes), slow, slowEffect, slowType, redacted; for folders type and totals.
      """
  ) { (asked, report) throws(HistoryError) in
    .success(Answer(try asked.history.statistics(report: report), names: asked.names))
  }
}

extension Answer {
  /// The number of errors, gaps and lines that are listed.
  private static let shown = 20

  package init(_ facts: LogStatistics, names: RowNames) {
    let rows = names.history.rows
    func slow(_ row: Int) -> [Cell] {
      let duration = rows[row].duration ?? 0
      let effect = rows[row].effect.map { JSONObject(members: ["id": $0.id, "phase": $0.phase.rawValue]) }
      return [
        .row(row, indent: 0), .members(JSONObject(members: ["effect": effect])),
        .quantity(ThreeDigits.duration(duration), key: "dur", duration.jsonValue),
        .words(rows[row].effect.map { $0.words(of: names.type(row)) } ?? names.type(row)),
      ]
    }
    func section(_ title: String, _ titles: [String], _ rows: [[Cell]], text: [String]? = nil, kind: String? = nil) -> Section {
      Section(title: title, titles: titles, rows: rows, textColumns: text, kind: kind)
    }
    func listed(_ title: String, _ found: [Int]) -> Section {
      section(title, [""], found.prefix(Self.shown).map { [.row($0, indent: 0)] }, text: ["step", "type"])
    }
    var (states, paths) = (
      section(
        "states", ["store", "first", "last", "snapshots"],
        facts.states.map { [.text($0.store), Self.size($0.first, "first"), Self.size($0.last, "last"), .count($0.snapshots)] },
        kind: "state"),
      section(
        "bytes of changes by path", ["path", "changes", "bytes"],
        facts.paths.map { [.text($0.path), .count($0.changes), Self.size($0.bytes, "bytes")] }, text: ["bytes", "changes", "path"],
        kind: "path")
    )
    (states.showsTitles, states.dispensable) = (true, ["snapshots", "first"])
    (paths.showsTitles, paths.dispensable) = (true, ["changes"])
    let redacted = facts.redacted.sorted { $0.key < $1.key }.map { [Cell.text($0.key), .count($0.value)] }
    self.init(
      names: names,
      sections: [
        Self.groups(in: facts, of: names.history), states, paths,
        section("slowest reducers", ["", "", "took", ""], facts.slowest.map(slow), text: ["took", "step", "type"], kind: "slow"),
        section(
          "slowest effects", ["", "", "took", "effect"], facts.slowestEffects.map(slow), text: ["took", "step", "effect"],
          kind: "slowEffect"),
        listed("errors", facts.errors), listed("gaps", facts.gaps), listed("lines that are not records", facts.badLines),
        section(
          "types compared the slow way", ["store", "type", "reason"],
          facts.slowTypes.map { [.text($0.store), .text($0.type), .text($0.reason)] }, kind: "slowType"),
        section("left out as secret", ["path", "count"], redacted, kind: "redacted"),
      ])
    title = Self.headline(facts, names)
    head = JSONObject(members: [
      "kind": "run", "log": names.log, "bytes": facts.bytes, "rows": facts.rows, "span": facts.span, "marks": facts.marks,
      "changesWithoutAction": facts.changesWithoutAction,
      "changesByInspector": facts.changesByInspector > 0 ? facts.changesByInspector : nil, "gaps": facts.gaps.count,
      "missing": facts.missing, "badLines": facts.badLines.count, "errors": facts.errors.count,
    ])
  }

  private static func size(_ bytes: Int, _ key: String) -> Cell { .quantity(ThreeDigits.size(bytes), key: key, bytes.jsonValue) }

  private static func headline(_ facts: LogStatistics, _ names: RowNames) -> String {
    let actions = facts.stores.reduce(0) { $0 + $1.actions }
    var parts = [
      "\(actions.counted("action")) of \(facts.stores.count.counted("store")) in \(names.history.stepCount.counted("step"))",
      ThreeDigits.size(facts.bytes), ThreeDigits.duration(facts.span),
    ]
    if facts.changesWithoutAction > 0 { parts.append("\(facts.changesWithoutAction.counted("change")) without an action") }
    if facts.changesByInspector > 0 { parts.append("\(facts.changesByInspector.counted("change")) by the inspector") }
    if facts.marks > 0 { parts.append(facts.marks.counted("mark")) }
    if !facts.errors.isEmpty { parts.append(facts.errors.count.counted("error")) }
    if !facts.gaps.isEmpty { parts.append("\(facts.missing.counted("record")) missing in \(facts.gaps.count.counted("gap"))") }
    if !facts.badLines.isEmpty { parts.append(facts.badLines.count.counted("bad line")) }
    let log = names.log.displayed() + (names.history.hypothetical == nil ? "" : " (hypothetical)")
    return (log.isEmpty ? "" : "\(log): ") + parts.joined(separator: ", ")
  }

  /// Stores and types; `% steps` is of all steps of the run, `% time` of the time in all of its reducers.
  private static func groups(in facts: LogStatistics, of history: History) -> Section {
    // A step that comes twice is counted twice among the actions, too.
    let steps = history.stepCount + history.rows.count { $0.isDuplicate }
    let reducerTime = facts.stores.reduce(0) { $0.saturatingAdd($1.durations.total) }
    func percent(_ part: Int, of whole: Int) -> Cell {
      .quantity(whole > 0 ? ThreeDigits.decimal(Double(part) * 100, per: whole) : "", key: "%", nil)
    }
    let rows = (facts.stores + facts.types).map { group -> [Cell] in
      let (rate, times) = (group.rate(over: facts.span).map { ThreeDigits.decimal($0) }, group.durations)
      func time(_ microseconds: Int, _ key: String) -> Cell {
        times.count > 0 ? .quantity("\(microseconds)", key: key, microseconds.jsonValue) : .quantity("", key: key, nil)
      }
      return [
        .group(store: group.store, type: group.type), .count(group.actions), percent(group.actions, of: steps),
        .quantity(rate ?? "", key: "rate", rate.flatMap { try? JSONValue(parsing: $0) }), .count(group.unchanged), .count(group.errors),
        .quantity("\(group.inFlight)", key: "inFlight", group.inFlight.jsonValue), .count(group.pending), .count(group.bytes),
        time(times.median, "p50"), time(times.percentile95, "p95"), time(times.longest, "max"),
        percent(times.total, of: times.count > 0 ? reducerTime : 0),
      ]
    }
    let titles =
      (rows.isEmpty ? ["store", "type"] : [""]) + [
        "actions", "% steps", "per s", "unchanged", "errors", "in flight", "pending", "bytes", "p50 µs", "p95 µs", "max µs", "% time",
      ]
    return Section(
      title: "stores and types", showsTitles: true, titles: titles, rows: rows,
      dispensable: [
        "p50 µs", "per s", "p95 µs", "bytes", "unchanged", "max µs", "pending", "in flight", "% time", "errors", "% steps",
      ], elastic: ["store", "type"], kind: "")
  }
}
