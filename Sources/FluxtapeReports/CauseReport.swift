package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// The causes and the consequences of a step, indented by the number of steps between.
///
/// ```text
///   run.jsonl:36  09:00:18.281029  cart     cart.checkout
///   run.jsonl:37  09:00:18.281057  cart       checkout  checkout#4 started
/// ▶ run.jsonl:38  09:00:18.281071  session      session.refreshToken
/// ```
/// JSON, one object per row: `depth` (negative for causes, 0 for the step itself), `at`, `seq`, `t`, `store`, `type`, and `inFlight`,
/// `pending`, `outcomeLost` or `torn` if the log lacks the outcome.
package struct CauseReport: Report, Sendable {
  private let names: RowNames
  private let chain: CauseChain
  /// The step that the log names as the cause.
  private let cause: StepNumber?

  package init(_ chain: CauseChain, of history: History, log: String) {
    names = RowNames(history, log: log)
    self.chain = chain
    cause = history.rows[chain.row].cause
  }

  private var links: [CauseChain.Link] { chain.origins + [CauseChain.Link(row: chain.row, depth: 0)] + chain.consequences }

  package var text: [String] {
    let first = links.map(\.depth).min() ?? 0
    var table = Table([.init("step"), .init("time"), .init("store"), .init("type")])
    for link in links {
      let indent = String(repeating: "  ", count: min(link.depth - first, 40))
      let type = indent + names.type(link.row) + Self.notes(of: names.history.rows[link.row])
      table.append([names.address(link.row), names.time(link.row), names.store(link.row), type])
    }
    let chainLines = zip(links, table.textRows).map { ($0.depth == 0 ? "▶ " : "  ") + $1 }
    let alone =
      chain.origins.isEmpty
      ? ["  " + (cause.map { "the log names step \($0) as the cause, which is not an earlier step of this log" } ?? "no recorded cause")]
      : []
    return alone + chainLines + (chain.consequences.isEmpty ? ["  led to no recorded action"] : [])
  }

  /// Whether work began or ended with a step, and which part of it the log lacks, in the words of the timeline.
  private static func notes(of row: HistoryRow) -> String {
    let notes = [TimelineReport.effectWords(of: row)].compactMap(\.self) + TimelineReport.openNotes(of: row)
    return notes.isEmpty ? "" : "  " + notes.joined(separator: "  ")
  }

  package var json: [JSONValue] {
    links.map { link in
      .object(
        JSONObject([("depth", .number(JSONNumber(link.depth)))]).adding(names.members(link.row))
          .adding(TimelineReport.openFlags(of: names.history.rows[link.row])))
    }
  }

  package var table: Table {
    var table = Table([.init("depth", .right), .init("step"), .init("time"), .init("store"), .init("type")])
    for link in links {
      table.append([String(link.depth), names.address(link.row), names.time(link.row), names.store(link.row), names.type(link.row)])
    }
    return table
  }
}
