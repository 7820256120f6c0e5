/// The forms that an answer can be written in.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// For people.
  case text
  /// JSON Lines: one object a line.
  case json
  /// RFC 4180, with a line of headings.
  case csv
  /// A table in Markdown.
  case md
}
