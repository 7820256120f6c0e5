/// Text for one row, as runs of one style.
///
/// ```swift
/// let row: StyledText = StyledText("qty", .key) + "  " + StyledText("4", .number)
/// frame.write(row, row: 3, in: pane)
/// ```
///
/// The text is unescaped; drawing escapes it.
package struct StyledText: Hashable, Sendable {
  /// A run of text with one style.
  package struct Run: Hashable, Sendable {
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = .text) {
      self.text = text
      self.style = style
    }
  }

  package private(set) var runs: [Run]

  package init() { runs = [] }

  package init(_ text: some StringProtocol, _ style: Style = .text) {
    runs = text.isEmpty ? [] : [Run(String(text), style)]
  }

  package var isEmpty: Bool { runs.isEmpty }

  /// The text without styles.
  package var plain: String { runs.map(\.text).joined() }

  /// Returns the number of columns, measured up to `limit`.
  package func width(in typesetting: Typesetting, atMost limit: Int = .max) -> Int {
    var width = 0
    for run in runs where width < limit { width += typesetting.width(of: run.text, atMost: limit - width) }
    return width
  }
}

// MARK: - Composing

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }
}

extension StyledText {
  /// Appends a run, merging it with the last run of the same style.
  package mutating func append(_ text: some StringProtocol, _ style: Style = .text) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style { runs[last].text += text } else { runs.append(Run(String(text), style)) }
  }

  package mutating func append(_ other: StyledText) {
    for run in other.runs { append(run.text, run.style) }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  package static func += (left: inout StyledText, right: StyledText) { left.append(right) }

  /// Returns the same text with every style changed, such as `.dim` for a row that a filter would remove.
  package func restyled(_ change: (Style) -> Style) -> StyledText {
    var result = StyledText()
    for run in runs { result.append(run.text, change(run.style)) }
    return result
  }
}
