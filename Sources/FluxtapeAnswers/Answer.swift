package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// The answer to a question: rows of typed cells. Text, JSON, CSV, Markdown and the inspector's pane are made of it.
///
/// JSON has one object per row, with the members of its cells. `between` (two addresses) or `beforeRecording` is added if a row shows a
/// value but may not have written it, and `uncertain` (why) if a state is uncertain.
package struct Answer: Sendable {
  package enum Cell: Sendable {
    /// A name; in JSON, the title of its column is its key.
    case text(String)
    case count(Int)
    /// A row of the log, in text indented by some levels, and which part of its outcome the log lacks.
    case row(Int, indent: Int)
    /// A value, the scalar that it replaced, and the row that wrote it.
    case written(Blame)
    /// A row that changed a value of a store, the old and the new value.
    case changed(ValueChange, store: String)
    /// Members of the JSON alone.
    case members(JSONObject)
  }

  package let names: RowNames
  /// The title of each cell.
  let titles: [String]
  package let rows: [[Cell]]
  /// The columns of the text, which has another order than tables.
  let textColumns: [String]
  /// The lines of the text before and after the rows.
  var heading: [String] = []
  package var ending: [String] = []
  /// The row that was asked about.
  package var asked: Int?
  /// Why the state that was asked about is uncertain; `nil` if it is certain.
  package var doubt: String?
}

// MARK: - Text and tables

extension Answer: Report {
  package var text: [String] {
    let all = table(isWhole: false)
    let table = all.selecting(textColumns.compactMap { title in all.columns.firstIndex { $0.title == title } })
    let isIndented = asked != nil || !heading.isEmpty
    return heading + table.textRows.enumerated().map { (isIndented ? $0 == asked ? "▶ " : "  " : "") + $1 } + ending
  }

  package var table: Table { table(isWhole: true) }

  /// - Parameter isWhole: Whether values are whole, each in a column; else they are cut, and rows have notes.
  private func table(isWhole: Bool) -> Table {
    var table = Table(zip(titles, rows.first ?? []).flatMap { Self.columns($1, $0, isWhole) })
    for row in rows { table.append(row.flatMap { texts($0, isWhole) }) }
    return table
  }

  private static func columns(_ cell: Cell, _ title: String, _ isWhole: Bool) -> [Table.Column] {
    func left(_ titles: String...) -> [Table.Column] { titles.map { Table.Column($0) } }
    return switch cell {
    case .text: left(title)
    case .count: [Table.Column(title, .right)]
    case .row: left("step", "time", "store", "type")
    case .written: left("value") + (isWhole ? left("was") : []) + left("step", "time", "type")
    case .changed: left("step", "time", "type") + (isWhole ? left("old", "new") : left("change"))
    case .members: []
    }
  }

  private func texts(_ cell: Cell, _ isWhole: Bool) -> [String] {
    func origin(_ origin: ValueOrigin, _ note: String = "") -> [String] {
      [names.address(origin), names.time(origin), names.type(origin) + note]
    }
    switch cell {
    case .text(let text): return [text]
    case .count(let count): return [String(count)]
    case .row(let row, let indent):
      let type = names.type(row)
      return [
        names.address(row), names.time(row), names.store(row),
        isWhole ? type : String(repeating: "  ", count: min(indent, Self.deepestIndent)) + type + notes(of: row),
      ]
    case .written(let blame):
      if isWhole { return [blame.value.text, blame.old?.text ?? ""] + origin(blame.origin) }
      let change = blame.old.map { ChangedText($0, blame.value, columns: 32) }
      return [change?.new ?? blame.value.shortText(32)] + origin(blame.origin, change.map { "  was \($0.old)" } ?? "")
    case .changed(let change, _):
      if isWhole { return origin(change.origin) + [change.old?.text ?? "", change.new?.text ?? ""] }
      return origin(change.origin) + [Self.words(change) + (doubt(about: change).map { "  not certain: \($0)" } ?? "")]
    case .members: return []
    }
  }

  private static let deepestIndent = 40

  /// Whether work began or ended with a row, and which part of it the log lacks, in the words of the timeline.
  private func notes(of row: Int) -> String {
    let row = names.history.rows[row]
    return ([TimelineReport.effectWords(of: row)].compactMap(\.self) + TimelineReport.openNotes(of: row)).map { "  " + $0 }.joined()
  }

  private static func words(_ change: ValueChange) -> String {
    let (old, new) = (change.old, change.new)
    let arrow = ChangedText(old, new, columns: 40).arrow
    guard case .number(let from)? = old, case .number(let to)? = new, let delta = numberDelta(from: from, to: to) else { return arrow }
    return "\(arrow)  (\(delta))"
  }

  /// Why the state after a change is uncertain.
  private func doubt(about change: ValueChange) -> String? { change.doubt.map { names.history.doubt(since: $0) } }
}

// MARK: - JSON

extension Answer {
  package var json: [JSONValue] {
    rows.map { row in
      var object = JSONObject()
      for (title, cell) in zip(titles, row) { object = object.adding(members(cell, title)) }
      return .object(object)
    }
  }

  private func members(_ cell: Cell, _ title: String) -> JSONObject {
    switch cell {
    case .text(let text): [title: .string(text)]
    case .count(let count): [title: .number(JSONNumber(count))]
    case .row(let row, _): names.members(row).adding(TimelineReport.openFlags(of: names.history.rows[row]))
    case .written(let blame): JSONObject([("value", blame.value)]).adding(["old": blame.old]).adding(names.members(blame.origin))
    case .changed(let change, let store):
      names.members(change.origin).adding([
        "store": .string(store), "old": change.old, "new": change.new, "uncertain": doubt(about: change).map(JSONValue.string),
      ])
    case .members(let members): members
    }
  }
}
