package import FluxtapeJSON

/// The result of a command in all output formats.
package protocol Report {
  /// Lines of text for people.
  var text: [String] { get }
  /// One object per line.
  var json: [JSONValue] { get }
  /// The table for CSV and, by default, Markdown.
  var table: Table { get }
  var markdown: [String] { get }
}

extension Report {
  package var markdown: [String] { table.markdown }

  /// The lines in a format.
  package func lines(as format: ReportFormat) -> [String] {
    switch format {
    case .text: text
    case .json: json.map(\.printableText)
    case .csv: table.csv
    case .md: markdown
    }
  }
}
