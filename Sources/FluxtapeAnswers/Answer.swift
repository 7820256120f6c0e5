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
    /// A number as it is shown, and as it is in JSON; `nil` in JSON leaves it out.
    case quantity(String, key: String, JSONValue?)
    /// What a row of the log shows, or what the column has for a row that is not about one. Not in JSON.
    case words(String, about: Int? = nil)
    /// What a check found. Not in JSON.
    case finding(String, isNote: Bool)
    /// A store, or a type of action in it.
    case group(store: String, type: String?)
    /// A row of the log, in text indented by some levels, and which part of its outcome the log lacks.
    case row(Int, indent: Int)
    /// Rows of two runs that are alike, or differ. Of a row that only the first run has, the one of the second run before it.
    case pair(first: Int?, second: Int?, nearest: Int?)
    /// A value, the scalar that it replaced, and the row that wrote it.
    case written(Blame)
    /// A row that changed a value of a store, the old and the new value.
    case changed(ValueChange, store: String)
    /// What the first run has and what the second run has instead, and a remark. Not in JSON.
    case difference(ValueDifference?, words: String)
    /// A value, or none.
    case value(JSONValue?)
    /// Members of the JSON alone.
    case members(JSONObject)
  }

  /// Rows with the same cells.
  package struct Section: Sendable {
    /// The line above the rows, and the titles of the columns below it if there are several numbers.
    package var title: String?
    package var showsTitles = false
    /// The title of each cell; without rows, of each column.
    let titles: [String]
    package let rows: [[Cell]]
    /// The columns of the text, which has another order than tables; `nil` for all.
    var textColumns: [String]?
    /// Columns that a narrow pane leaves out, in this order, and those that it cuts.
    package var dispensable = ["time", "store", "difference"]
    package var elastic: Set<String> = ["path", "type", "change"]
    /// Whether a pane tells the last column whole, on several lines if need be.
    package var isTold = false
    /// The kind of the objects in JSON. A section with a title and without a kind is for people alone.
    var kind: String?
  }

  package let names: RowNames
  /// Names the rows of the first of two runs.
  var otherNames: RowNames?
  package let sections: [Section]
  /// Whether the rows are in the order of the log.
  package var isInOrder = false
  /// Whether there are more rows than are listed.
  package var isCut = false
  /// What the answer is about, with the log: the first line of the text.
  package var title: String?
  /// What the header of a pane says of the rows.
  package var summary: String?
  /// The lines of the text before and after the rows.
  package var heading: [String] = []
  package var ending: [String] = []
  /// The row that was asked about.
  package var asked: Int?
  /// The first row of interest.
  package var start: Int?
  /// Why the state that was asked about is uncertain; `nil` if it is certain.
  package var doubt: String?
  /// The first object of the JSON.
  var head: JSONObject?

  package init(names: RowNames, sections: [Section]) { (self.names, self.sections) = (names, sections) }

  init(
    names: RowNames, titles: [String], rows: [[Cell]], textColumns: [String]?, isInOrder: Bool = false, title: String? = nil,
    heading: [String] = [], ending: [String] = [], asked: Int? = nil, doubt: String? = nil
  ) {
    self.init(names: names, sections: [Section(titles: titles, rows: rows, textColumns: textColumns)])
    (self.isInOrder, self.title, self.heading, self.ending) = (isInOrder, title, heading, ending)
    (self.asked, self.doubt) = (asked, doubt)
  }
}

extension Answer {
  package var rows: [[Cell]] { sections.flatMap(\.rows) }

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
    case .pair(_, let second, let nearest): second ?? nearest
    case .words(_, let row): row
    case .written(let blame): blame.origin.row
    case .changed(let change, _): change.origin.row
    case .text, .count, .quantity, .finding, .group, .difference, .value, .members: nil
    }
  }
}

// MARK: - Text and tables

extension Answer: Report {
  package var text: [String] {
    let isIndented = asked != nil || title != nil
    var item = 0
    let lines = sections.flatMap { section -> [String] in
      if section.rows.isEmpty { return [] }
      let table = table(.text, of: section)
      let rows = (section.showsTitles ? table.text : (section.title == nil ? table : table.untitled).textRows).map { line in
        defer { item += 1 }
        return (isIndented ? item == asked ? "▶ " : "  " : "") + line
      }
      return (section.title.map { ["", $0] } ?? []) + rows
    }
    return [title].compactMap(\.self) + heading + lines + ending
  }

  package var table: Table { sections.first.map { table(.whole, of: $0) } ?? Table([]) }

  package enum Form: Equatable {
    /// Values are cut, and rows have notes.
    case text
    /// For a pane of the inspector: each value is a change, and short.
    case pane(isNarrow: Bool)
    /// Values are whole, each in a column.
    case whole
  }

  package func table(_ form: Form, of section: Section) -> Table {
    let columns =
      section.rows.first.map { zip(section.titles, $0).flatMap { Self.columns($1, $0, form) } } ?? section.titles.map { Table.Column($0) }
    let all = columns.map(\.title)
    let titles =
      switch form {
      case .whole: all
      case .text: section.textColumns ?? all
      case .pane: (section.textColumns ?? all).flatMap { $0 == "value" || $0 == "change" ? ["change", "difference"] : [$0] }
      }
    let places = titles.compactMap { title in columns.firstIndex { $0.title == title } }
    var table = Table(places.map { columns[$0] })
    for row in section.rows {
      let cells = row.flatMap { texts($0, form) }
      table.append(places.map { $0 < cells.count ? cells[$0] : "" })
    }
    return table
  }

  private static func columns(_ cell: Cell, _ title: String, _ form: Form) -> [Table.Column] {
    func left(_ titles: String...) -> [Table.Column] { titles.map { Table.Column($0) } }
    let origin = left("step", "time", "type")
    return switch (cell, form) {
    case (.text, _), (.value, _), (.words, _), (.finding, _): left(title)
    case (.count, _), (.quantity, _): [Table.Column(title, .right)]
    case (.group, _): left("store", "type")
    case (.row, _): left("step", "time", "store", "type")
    case (.pair, _): left("step", "other", "type")
    case (.written, .whole): left("value", "was") + origin
    case (.written, .text): left("value") + origin
    case (.changed, .whole): origin + left("old", "new")
    case (.changed, .text): origin + left("change")
    case (.written, .pane), (.changed, .pane): origin + left("change", "difference")
    case (.difference, _): left("change")
    case (.members, _): []
    }
  }

  private func texts(_ cell: Cell, _ form: Form) -> [String] {
    func name(_ row: Int) -> String { form == .text ? names.place(row) : names.address(row) }
    func origin(_ origin: ValueOrigin, _ note: String = "") -> [String] {
      [names.origin(origin, as: name), names.time(origin), names.type(origin) + note]
    }
    switch (cell, form) {
    case (.text(let text), _), (.quantity(let text, _, _), _), (.words(let text, _), _): return [text]
    case (.finding(let words, let isNote), _): return [(isNote ? "note: " : "") + words]
    case (.group(let store, let type), _): return [store, type ?? "all"]
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
    case (.pair(let first, let second, _), _):
      let other = first.flatMap { row in otherNames.map { ($0.address(row), $0.type(row)) } }
      return [second.map(name) ?? "", other?.0 ?? "", second.map(names.type) ?? other?.1 ?? ""]
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
    case (.difference(let values, let remark), _):
      let change = values.map { ChangedText($0.first, $0.second, columns: form == .pane(isNarrow: true) ? 12 : 40).arrow }
      return [[change, remark.isEmpty ? nil : remark].compactMap(\.self).joined(separator: "  ")]
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
    let objects = sections.filter { $0.title == nil || $0.kind != nil }.flatMap { section in
      section.rows.map { row in
        var object = JSONObject(members: ["kind": section.kind])
        for (title, cell) in zip(section.titles, row) { object = object.merging(members(cell, title)) }
        return object
      }
    }
    return ([head].compactMap(\.self) + objects).map(JSONValue.object)
  }

  private func members(_ cell: Cell, _ title: String) -> JSONObject {
    switch cell {
    case .text(let text): JSONObject(members: [title: text])
    case .count(let count): JSONObject(members: [title: count])
    case .quantity(_, let key, let value): JSONObject(members: [key: value])
    case .value(let value): JSONObject(members: [title: value])
    case .group(let store, let type): JSONObject(members: ["kind": type == nil ? "store" : "type", "store": store, "type": type])
    case .row(let row, _): names.members(row).merging(TimelineReport.openFlags(of: names.history.rows[row]))
    case .pair(let first, let second, _):
      JSONObject(members: ["first": first.flatMap { otherNames?.members($0) }, "second": second.map(names.members)])
    case .written(let blame): JSONObject(members: ["value": blame.value, "old": blame.old]).merging(names.members(blame.origin))
    case .changed(let change, let store):
      names.members(change.origin).adding(["store": store, "old": change.old, "new": change.new, "uncertain": doubt(about: change)])
    case .members(let members): members
    case .words, .finding, .difference: JSONObject()
    }
  }
}
