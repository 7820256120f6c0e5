/// The output formats of a report.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// Text for people.
  case text
  /// JSON Lines: one object a line.
  case json
  /// RFC 4180, with a header line.
  case csv
  /// A table in Markdown.
  case md
}
