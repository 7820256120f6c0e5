package import FluxtapeAnswers
import FluxtapeDocuments
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
package import FluxtapeScreen

/// Statistics about a run.
///
/// JSON, one object per line with a `kind`: `run` (`bytes`, `rows`, `span`, `marks`, `changesWithoutAction`, `gaps`, `missing`, `badLines`,
/// `errors`); `store` and `type` (`store`, `type`, `actions`, `rate`, `unchanged`, `errors`, `inFlight`, `pending`, `bytes`, and `p50`,
/// `p95`, `max` in microseconds); `state` (`store`, `first`, `last`: bytes, `snapshots`); `path` (`path`, `changes`, `bytes`); `slow`
/// (`at`, `seq`, `store`, `type`, `dur`); `slowEffect` (the same, and `effect`); `slowType` (`store`, `type`, `reason`); `redacted` (`path`, `count`).
package struct StatisticsReport: Report, Sendable {
  private let names: RowNames
  private let facts: LogStatistics

  package init(_ statistics: LogStatistics, of history: History, log: String) {
    names = RowNames(history, log: log)
    facts = statistics
  }

  // MARK: - Text

  /// A line of the text.
  package struct Line {
    package let text: String
    /// The row that the line is about.
    package var row: Int?
    /// The store and the type that the line counts; without a type, the whole store.
    package var group: (store: String, type: String?)?
  }

  package var text: [String] { lines(in: .unicode) { table, _ in table.text }.map(\.text) }

  /// The text for a screen of `columns` columns: tables leave out columns that do not fit.
  package func lines(within columns: Int, typesetting: Typesetting) -> [Line] {
    lines(in: typesetting) { table, dispensable in
      table.narrowed(
        to: columns - Self.indent.count, leavingOut: dispensable, cutting: ["store", "type", "path", "at", "effect"],
        typesetting: typesetting
      ).text
    }
  }

  private static let indent = "  "

  private func lines(in typesetting: Typesetting, _ lines: (_ table: Table, _ dispensable: [String]) -> [String]) -> [Line] {
    let isASCII = typesetting.isASCII
    var text = [Line(text: headline(isASCII: isASCII))]
    let us = isASCII ? "us" : "µs"
    text += section(
      "stores and types",
      lines(
        table,
        ["p50 \(us)", "per s", "p95 \(us)", "bytes", "unchanged", "max \(us)", "pending", "in flight", "% time", "errors", "% steps"]))
    let groups = facts.stores + facts.types
    for (place, group) in zip(text.indices.suffix(groups.count), groups) { text[place].group = (group.store, group.type) }
    text += section("states", facts.states.isEmpty ? [] : lines(states, ["snapshots", "first"]))
    text += section("bytes of changes by path", facts.paths.isEmpty ? [] : lines(paths, ["changes"]))
    text += section("slowest reducers", lines(slowest, []).dropFirst(), about: facts.slowest)
    text += section("slowest effects", lines(slowestEffects, []).dropFirst(), about: facts.slowestEffects)
    for (title, rows) in [("errors", facts.errors), ("gaps", facts.gaps), ("lines that are not records", facts.badLines)] {
      let shown = Array(rows.prefix(Self.shown))
      text += section(title, shown.map { "\(names.place($0))  \(names.type($0))".displayed() }, about: shown)
    }
    text += section(
      "types compared the slow way",
      facts.slowTypes.map { [$0.store, $0.type, $0.reason].map { $0.displayed() }.joined(separator: "  ") })
    text += section("left out as secret", redacted.map { "\($0.0.displayed())  \($0.1)\(isASCII ? "x" : "×")" })
    return text
  }

  private static let shown = 20

  /// - Parameter rows: The row of each line, for lines about rows.
  private func section(_ title: String, _ lines: some Collection<String>, about rows: [Int] = []) -> [Line] {
    guard !lines.isEmpty else { return [] }
    return [Line(text: ""), Line(text: title)]
      + lines.enumerated().map { place, line in Line(text: Self.indent + line, row: rows.indices.contains(place) ? rows[place] : nil) }
  }

  /// Where a row stands.
  package func place(of row: Int) -> LinePlace { names.history.rows[row].place }

  private func headline(isASCII: Bool) -> String {
    let actions = facts.stores.reduce(0) { $0 + $1.actions }
    var parts = [
      "\(actions.counted("action")) of \(facts.stores.count.counted("store")) in \(names.history.stepCount.counted("step"))",
      ThreeDigits.size(facts.bytes),
      ThreeDigits.duration(facts.span, isASCII: isASCII),
    ]
    if facts.changesWithoutAction > 0 { parts.append("\(facts.changesWithoutAction.counted("change")) without an action") }
    if facts.changesByInspector > 0 { parts.append("\(facts.changesByInspector.counted("change")) by the inspector") }
    if facts.marks > 0 { parts.append(facts.marks.counted("mark")) }
    if !facts.errors.isEmpty { parts.append(facts.errors.count.counted("error")) }
    if !facts.gaps.isEmpty { parts.append("\(facts.missing.counted("record")) missing in \(facts.gaps.count.counted("gap"))") }
    if !facts.badLines.isEmpty { parts.append(facts.badLines.count.counted("bad line")) }
    let origin = names.history.hypothetical == nil ? "" : " (hypothetical)"
    return "\(names.log.displayed())\(origin): " + parts.joined(separator: ", ")
  }

  private var states: Table {
    var table = Table([.init("store"), .init("first", .right), .init("last", .right), .init("snapshots", .right)])
    for state in facts.states {
      table.append([state.store, ThreeDigits.size(state.first), ThreeDigits.size(state.last), String(state.snapshots)])
    }
    return table
  }

  private var paths: Table {
    var table = Table([.init("bytes", .right), .init("changes", .right), .init("path")])
    for path in facts.paths { table.append([ThreeDigits.size(path.bytes), String(path.changes), path.path]) }
    return table
  }

  private var slowest: Table {
    var table = Table([.init("took", .right), .init("at"), .init("type")])
    for row in facts.slowest {
      table.append([ThreeDigits.duration(names.history.rows[row].duration ?? 0), names.place(row), names.type(row)])
    }
    return table
  }

  /// Asynchronous work, at the rows at which it ended.
  private var slowestEffects: Table {
    var table = Table([.init("took", .right), .init("at"), .init("effect")])
    for row in facts.slowestEffects {
      table.append([ThreeDigits.duration(names.history.rows[row].duration ?? 0), names.place(row), effectName(row)])
    }
    return table
  }

  /// `pay#6 finished`, with the type before it unless the effect's name begins with it.
  private func effectName(_ row: Int) -> String {
    let type = names.type(row)
    guard let effect = names.history.rows[row].effect else { return type }
    return (effect.name.hasPrefix(type) ? effect.name : "\(type) \(effect.name)") + " \(effect.phase.rawValue)"
  }

  private var redacted: [(String, Int)] { facts.redacted.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } }

  // MARK: - Tables

  /// Stores and types; `% steps` is of all steps of the run, `% time` of the time in all of its reducers.
  package var table: Table {
    let numbers = [
      "actions", "% steps", "per s", "unchanged", "errors", "in flight", "pending", "bytes", "p50 µs", "p95 µs", "max µs", "% time",
    ]
    // A step that comes twice is counted twice among the actions, too.
    let steps = names.history.stepCount + names.history.rows.count { $0.isDuplicate }
    let reducerTime = facts.stores.reduce(0) { $0.saturatingAdd($1.durations.total) }
    var table = Table([.init("store"), .init("type")] + numbers.map { .init($0, .right) })
    for group in facts.stores + facts.types {
      let times = group.durations
      let durations = times.count == 0 ? ["", "", ""] : [times.median, times.percentile95, times.longest].map(String.init)
      let rate = group.rate(over: facts.span).map { ThreeDigits.decimal($0) } ?? ""
      let start = [group.store, group.type ?? "all", String(group.actions), Self.percent(group.actions, of: steps), rate]
      let counts = [group.unchanged, group.errors, group.inFlight, group.pending, group.bytes].map(String.init)
      let time = times.count == 0 ? "" : Self.percent(times.total, of: reducerTime)
      table.append(start + counts + durations + [time])
    }
    return table
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    whole > 0 ? ThreeDigits.decimal(Double(part) * 100, per: whole) : ""
  }

  // MARK: - JSON

  package var json: [JSONValue] {
    let rows = names.history.rows
    var lines = [
      JSONObject(members: [
        "kind": "run", "log": names.log, "bytes": facts.bytes, "rows": facts.rows, "span": facts.span, "marks": facts.marks,
        "changesWithoutAction": facts.changesWithoutAction,
        "changesByInspector": facts.changesByInspector > 0 ? facts.changesByInspector : nil, "gaps": facts.gaps.count,
        "missing": facts.missing,
        "badLines": facts.badLines.count, "errors": facts.errors.count,
      ])
    ]
    lines += facts.stores.map { json($0, kind: "store") } + facts.types.map { json($0, kind: "type") }
    lines += facts.states.map {
      JSONObject(members: ["kind": "state", "store": $0.store, "first": $0.first, "last": $0.last, "snapshots": $0.snapshots])
    }
    lines += facts.paths.map { JSONObject(members: ["kind": "path", "path": $0.path, "changes": $0.changes, "bytes": $0.bytes]) }
    lines += facts.slowest.map { JSONObject(members: ["kind": "slow"]).merging(names.members($0)).adding(["dur": rows[$0].duration]) }
    lines += facts.slowestEffects.map { row in
      let effect = rows[row].effect.map { JSONObject(members: ["id": $0.id, "phase": $0.phase.rawValue]) }
      return JSONObject(members: ["kind": "slowEffect"]).merging(names.members(row)).adding(["effect": effect, "dur": rows[row].duration])
    }
    lines += facts.slowTypes.map { JSONObject(members: ["kind": "slowType", "store": $0.store, "type": $0.type, "reason": $0.reason]) }
    lines += redacted.map { JSONObject(members: ["kind": "redacted", "path": $0.0, "count": $0.1]) }
    return lines.map(JSONValue.object)
  }

  private func json(_ group: LogStatistics.Group, kind: String) -> JSONObject {
    let times = group.durations.count > 0 ? group.durations : nil
    return JSONObject(members: [
      "kind": kind, "store": group.store, "type": group.type, "actions": group.actions,
      "rate": group.rate(over: facts.span).flatMap { try? JSONValue(parsing: ThreeDigits.decimal($0)) }, "unchanged": group.unchanged,
      "errors": group.errors, "inFlight": group.inFlight, "pending": group.pending, "bytes": group.bytes, "p50": times?.median,
      "p95": times?.percentile95, "max": times?.longest,
    ])
  }
}
