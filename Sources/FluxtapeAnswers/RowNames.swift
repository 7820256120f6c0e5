package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// Names the rows of a log in reports.
package struct RowNames: Sendable {
  package let history: History
  /// The log as named by the user. Rows of a log without a name are named alone.
  package let log: String
  /// Whether the run is in several files.
  private let hasSegments: Bool

  package init(_ history: History, log: String) {
    self.history = history
    self.log = log
    hasSegments = Set(history.files.map(\.path)).count > 1
  }
}

extension RowNames {
  /// `run.jsonl:214`; for a row without a step, its line: `run.jsonl:@12`. For a run in several files, the file with the row. Without a row,
  /// the log. In a log without a name: `#214`, `@12`.
  package func address(_ row: Int?) -> String {
    guard let row else { return log }
    let name = name(row)
    if log.isEmpty { return Int(name) == nil ? name : "#\(name)" }
    let log = hasSegments ? history.path(of: row) : log
    return name.isEmpty ? log : "\(log):\(name)"
  }

  /// `:214`, below a heading that names the log. For a run in several files, the address.
  package func place(_ row: Int) -> String { hasSegments || log.isEmpty ? address(row) : ":\(name(row))" }

  /// `214`, or `@12` for a row without a step or with a repeated one; for missing steps, the first; otherwise empty.
  package func name(_ row: Int) -> String {
    let facts = history.rows[row]
    if facts.isDuplicate, let line = facts.lineNumber { return "@\(line)" }
    return facts.step?.description ?? facts.lineNumber.map { "@\($0)" } ?? facts.missing?.lowerBound.description ?? ""
  }

  /// The time of day; in a log without a clock, the time since the run's start.
  package func time(_ row: Int) -> String {
    history.rows[row].time.map { history.clock(at: $0) ?? TimelineReport.seconds($0) } ?? ""
  }

  /// `156 cart.checkout → … → 168 session.retried`. The middle of a long chain is replaced by its length.
  package func chain(of chain: [Int]) -> String {
    let shown = chain.count <= Self.longestChain ? chain : Array(chain.prefix(2) + chain.suffix(Self.longestChain - 3))
    var parts = shown.map { row in "\(name(row)) \(type(row))" }
    if shown.count < chain.count { parts.insert("… \(chain.count - shown.count) more …", at: 2) }
    return parts.joined(separator: " → ")
  }

  private static let longestChain = 12

  package func store(_ row: Int) -> String { history.rows[row].store.map { history.stores[$0] } ?? "" }

  /// The row's type. Of what a live command did, also who did it.
  package func type(_ row: Int) -> String {
    let facts = history.rows[row]
    return facts.isByInspector ? facts.type + " by the inspector" : facts.type
  }

  /// The row that wrote a value, or a range, each as `name` names it.
  package func origin(_ origin: ValueOrigin, as name: (Int) -> String) -> String {
    switch origin {
    case .action(let row), .beforeRecording(let row): name(row)
    case .between(let first, let last): "\(name(first)) … \(name(last))"
    }
  }

  /// The row's type, or a description.
  package func type(_ origin: ValueOrigin) -> String {
    switch origin {
    case .action(let row): type(row)
    case .between: "one of these: not every state is recorded"
    case .beforeRecording: "there when recording began"
    }
  }

  package func time(_ origin: ValueOrigin) -> String { time(origin.row) }

  /// `at`, `seq`, `t`, `store` and `type` of a row.
  package func members(_ row: Int) -> JSONObject {
    let facts = history.rows[row]
    return JSONObject(members: [
      "at": address(row), "seq": facts.step, "t": facts.time, "store": facts.store.map { history.stores[$0] }, "type": facts.type,
    ])
  }

  /// The members of the row at which the log shows the value; `byInspector` if it is the inspector's. `between` with two addresses, or
  /// `beforeRecording`, is added if that row may not have written it.
  package func members(_ origin: ValueOrigin) -> JSONObject {
    let members = members(origin.row).adding(["byInspector": history.rows[origin.row].isByInspector ? true : nil])
    return switch origin {
    case .action: members
    case .between(let first, let last): members.adding(["between": [address(first), address(last)]])
    case .beforeRecording: members.adding(["beforeRecording": true])
    }
  }
}

extension JSONValue {
  /// The value on one line, cut to some columns.
  package func shortText(_ columns: Int = 48) -> String { StyledText(printableText.displayed()).shortened(to: columns).plain }
}
