package import FluxtapeJSON

/// An answer in all its forms.
package protocol Report {
  /// Lines for people.
  var text: [String] { get }
  /// An object a line.
  var json: [JSONValue] { get }
  /// For CSV and, unless the answer says otherwise, Markdown.
  var table: Table { get }
  var markdown: [String] { get }
}

extension Report {
  package var markdown: [String] { table.markdown }

  /// The answer's lines.
  package func lines(as format: ReportFormat) -> [String] {
    switch format {
    case .text: text
    case .json: json.map(\.printableText)
    case .csv: table.csv
    case .md: markdown
    }
  }
}
