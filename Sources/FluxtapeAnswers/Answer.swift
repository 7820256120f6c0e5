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
    /// A value, or none.
    case value(JSONValue?)
    /// Members of the JSON alone.
    case members(JSONObject)
  }

  package let names: RowNames
  /// The title of each cell.
  let titles: [String]
  package let rows: [[Cell]]
  /// The columns of the text, which has another order than tables.
  let textColumns: [String]
  /// Whether the rows are in the order of the log.
  package var isInOrder = false
  /// What the answer is about, with the log: the first line of the text.
  package var title: String?
  /// The lines of the text before and after the rows.
  package var heading: [String] = []
  var ending: [String] = []
  /// The row that was asked about.
  package var asked: Int?
  /// Why the state that was asked about is uncertain; `nil` if it is certain.
  package var doubt: String?
}

extension Answer {
  /// Why the states after changes are uncertain, each reason once.
  package var doubts: [String] {
    var doubts: [String] = []
    for doubt in changes.lazy.compactMap(doubt) where !doubts.contains(doubt) { doubts.append(doubt) }
    return doubts
  }

  package var changes: [ValueChange] { rows.joined().compactMap { cell in if case .changed(let change, _) = cell { change } else { nil } } }
}

extension Answer.Cell {
  /// The row of the log that the cell is about.
  package var target: Int? {
    switch self {
    case .row(let row, _): row
    case .written(let blame): blame.origin.row
    case .changed(let change, _): change.origin.row
    case .text, .count, .value, .members: nil
    }
  }
}

// MARK: - Text and tables

extension Answer: Report {
  package var text: [String] {
    let isIndented = asked != nil || title != nil
    let lines = table(.text).textRows.enumerated().map { (isIndented ? $0 == asked ? "▶ " : "  " : "") + $1 }
    return [title].compactMap(\.self) + heading + lines + ending
  }

  package var table: Table { table(.whole) }

  package enum Form: Equatable {
    /// Values are cut, and rows have notes.
    case text
    /// For a pane of the inspector: each value is a change, and short.
    case pane(isNarrow: Bool)
    /// Values are whole, each in a column.
    case whole
  }

  package func table(_ form: Form) -> Table {
    let columns = zip(titles, rows.first ?? []).flatMap { Self.columns($1, $0, form) }
    let titles =
      switch form {
      case .whole: columns.map(\.title)
      case .text: textColumns
      case .pane: textColumns.flatMap { $0 == "value" || $0 == "change" ? ["change", "difference"] : [$0] }
      }
    let places = titles.compactMap { title in columns.firstIndex { $0.title == title } }
    var table = Table(places.map { columns[$0] })
    for row in rows {
      let cells = row.flatMap { texts($0, form) }
      table.append(places.map { $0 < cells.count ? cells[$0] : "" })
    }
    return table
  }

  private static func columns(_ cell: Cell, _ title: String, _ form: Form) -> [Table.Column] {
    func left(_ titles: String...) -> [Table.Column] { titles.map { Table.Column($0) } }
    let origin = left("step", "time", "type")
    return switch (cell, form) {
    case (.text, _), (.value, _): left(title)
    case (.count, _): [Table.Column(title, .right)]
    case (.row, _): left("step", "time", "store", "type")
    case (.written, .whole): left("value", "was") + origin
    case (.written, .text): left("value") + origin
    case (.changed, .whole): origin + left("old", "new")
    case (.changed, .text): origin + left("change")
    case (.written, .pane), (.changed, .pane): origin + left("change", "difference")
    case (.members, _): []
    }
  }

  private func texts(_ cell: Cell, _ form: Form) -> [String] {
    func name(_ row: Int) -> String { form == .text ? names.place(row) : names.address(row) }
    func origin(_ origin: ValueOrigin, _ note: String = "") -> [String] {
      [names.origin(origin, as: name), names.time(origin), names.type(origin) + note]
    }
    switch (cell, form) {
    case (.text(let text), _): return [text]
    case (.count(let count), _): return [String(count)]
    case (.value(let value), .whole): return [value?.text ?? ""]
    case (.value(let value), .text), (.value(let value), .pane): return [value?.shortText() ?? ""]
    case (.row(let row, let indent), _):
      let spaces =
        switch form {
        case .whole: 0
        case .text: 2 * min(indent, 40)
        case .pane(let isNarrow): min(indent, isNarrow ? 1 : 10)
        }
      let type =
        String(repeating: " ", count: spaces) + names.type(row) + (form == .text ? notes(of: row) : "")
      return [name(row), names.time(row), names.store(row), type]
    case (.written(let blame), .whole): return [blame.value.text, blame.old?.text ?? ""] + origin(blame.origin)
    case (.written(let blame), .text):
      let change = blame.old.map { ChangedText($0, blame.value, columns: 32) }
      return [change?.new ?? blame.value.shortText(32)] + origin(blame.origin, change.map { "  was \($0.old)" } ?? "")
    case (.written(let blame), .pane(let isNarrow)):
      return origin(blame.origin) + words(blame.old, blame.value, wasThere: blame.old == nil, columns: isNarrow ? 8 : 18)
    case (.changed(let change, _), .whole): return origin(change.origin) + [change.old?.text ?? "", change.new?.text ?? ""]
    case (.changed(let change, _), .text):
      let words = words(change.old, change.new, columns: 40) + [doubt(about: change).map { "not certain: \($0)" } ?? ""]
      return origin(change.origin) + [words.filter { !$0.isEmpty }.joined(separator: "  ")]
    case (.changed(let change, _), .pane(let isNarrow)):
      let wasThere = if case .beforeRecording = change.origin { true } else { false }
      return origin(change.origin) + words(change.old, change.new, wasThere: wasThere, columns: isNarrow ? 8 : 18)
    case (.members, _): return []
    }
  }

  /// `0 → 4800` and `(+4800)`. A value that may have been there before is no change.
  private func words(_ old: JSONValue?, _ new: JSONValue?, wasThere: Bool = false, columns: Int) -> [String] {
    let change = ChangedText(old, new, columns: columns)
    if wasThere, old == nil { return [change.new, ""] }
    guard case .number(let from)? = old, case .number(let to)? = new, let delta = numberDelta(from: from, to: to) else {
      return [change.arrow, ""]
    }
    return [change.arrow, "(\(delta))"]
  }

  /// Whether work began or ended with a row, and which part of it the log lacks, in the words of the timeline.
  private func notes(of row: Int) -> String {
    let row = names.history.rows[row]
    return ([TimelineReport.effectWords(of: row)].compactMap(\.self) + TimelineReport.openNotes(of: row)).map { "  " + $0 }.joined()
  }

  /// Why the state after a change is uncertain.
  private func doubt(about change: ValueChange) -> String? { change.doubt.map { names.history.doubt(since: $0) } }
}

// MARK: - JSON

extension Answer {
  package var json: [JSONValue] {
    rows.map { row in
      var object = JSONObject()
      for (title, cell) in zip(titles, row) { object = object.merging(members(cell, title)) }
      return .object(object)
    }
  }

  private func members(_ cell: Cell, _ title: String) -> JSONObject {
    switch cell {
    case .text(let text): JSONObject(members: [title: text])
    case .count(let count): JSONObject(members: [title: count])
    case .value(let value): JSONObject(members: [title: value])
    case .row(let row, _): names.members(row).merging(TimelineReport.openFlags(of: names.history.rows[row]))
    case .written(let blame): JSONObject(members: ["value": blame.value, "old": blame.old]).merging(names.members(blame.origin))
    case .changed(let change, let store):
      names.members(change.origin).adding(["store": store, "old": change.old, "new": change.new, "uncertain": doubt(about: change)])
    case .members(let members): members
    }
  }
}
