import FluxtapeScreen

/// A sentence for people with rows, a table and remarks below it, as text or as Markdown.
///
/// ```text
/// the runs part: the same action led to different states
///   good.jsonl:41  catalog  catalog.reserve
///   bad.jsonl:40  catalog  catalog.reserve
///     .stock.p7  9  → 10
/// ```
/// All of it is as recorded; each form escapes it.
package struct Passage: Sendable {
  private let title: String
  private let rows: [String]
  /// In text it has no headings, and belongs to the last row.
  private let table: Table
  private let remarks: [String]

  package init(_ title: String, rows: [String] = [], _ table: Table = Table([]), remarks: [String] = []) {
    (self.title, self.rows, self.table, self.remarks) = (title, rows, table, remarks)
  }

  private var text: [String] {
    let indent = rows.isEmpty ? "  " : "    "
    return [title.displayed()] + rows.map { "  " + $0.displayed() } + table.textRows.map { indent + $0 }
      + remarks.map { "  " + $0.displayed() }
  }

  private var markdown: [String] {
    let isHeading = !rows.isEmpty || !table.rows.isEmpty || !remarks.isEmpty
    return [isHeading ? "**\(MarkdownText.escaped(title))**" : MarkdownText.escaped(title)]
      + (rows.isEmpty ? [] : [""] + rows.map { "- " + MarkdownText.escaped($0) })
      + (table.rows.isEmpty ? [] : [""] + table.markdown) + remarks.flatMap { ["", MarkdownText.escaped($0)] }
  }

  /// The lines of passages, with an empty one between two.
  package static func text(_ passages: [Passage], indent: String = "") -> [String] {
    passages.map(\.text).joined(separator: [""]).map { $0.isEmpty ? "" : indent + $0 }
  }

  package static func markdown(_ passages: [Passage]) -> [String] { Array(passages.map(\.markdown).joined(separator: [""])) }
}
