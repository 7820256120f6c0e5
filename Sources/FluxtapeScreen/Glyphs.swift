/// The characters that views draw with: one set for Unicode terminals, one for ASCII.
///
/// Every glyph takes one cell unless its comment says otherwise.
package struct Glyphs: Hashable, Sendable {
  // Lines of panes.
  package let horizontal: String
  package let vertical: String

  // Lanes of stores.
  package let lane: String
  package let event: String
  /// A state without a recorded action.
  package let stateEvent: String
  package let joinRight: String
  package let joinLeft: String
  package let joinAcross: String
  package let crossing: String

  // The gutter of the selected chain.
  package let chainStart: String
  package let chainMiddle: String
  package let chainEnd: String
  package let chainPasses: String

  // The rows of a chain.
  /// It caused the step under the cursor.
  package let cause: String
  /// The step under the cursor caused it.
  package let effect: String

  // Marks of a row.
  package let cursor: String
  package let pin: String
  package let bookmark: String
  package let problem: String
  package let gap: String
  package let unchanged: String
  package let incomplete: String

  // What-if replays.
  package let leftOut: String
  package let differs: String
  package let unreplayed: String

  // Signs of a diff.
  package let added: String
  package let removed: String
  package let changed: String
  package let moved: String
  package let retyped: String

  // Trees.
  package let expanded: String
  package let collapsed: String
  /// Replaces hidden rows; three cells in ASCII.
  package let folded: String

  // Text.
  /// Replaces hidden text; three cells in ASCII.
  package let ellipsis: String
  /// From old to new; two cells in ASCII.
  package let arrow: String
  /// Precedes a number of repetitions.
  package let times: String

  // Sparklines and the scrubber.
  /// Eight bars from lowest to highest.
  package let bars: [String]
  package let scrubberCursor: String
  package let scrubberStart: String
  package let scrubberEnd: String
  /// The value `false` in a sparkline.
  package let falsehood: String
  package let absent: String
  package let following: String
}

extension Glyphs {
  package static let unicode = Glyphs(
    horizontal: "─", vertical: "│",
    lane: "│", event: "●", stateEvent: "○", joinRight: "├", joinLeft: "┤", joinAcross: "─", crossing: "┼",
    chainStart: "╭", chainMiddle: "├", chainEnd: "╰", chainPasses: "┆",
    cause: "↑", effect: "↓",
    cursor: "▶", pin: "P", bookmark: "◆", problem: "!", gap: "≠", unchanged: "=", incomplete: "~",
    leftOut: "✗", differs: "≈", unreplayed: "?",
    added: "+", removed: "-", changed: "~", moved: ">", retyped: "!",
    expanded: "▾", collapsed: "▸", folded: "⋯",
    ellipsis: "…", arrow: "→", times: "×",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    scrubberCursor: "▼", scrubberStart: "├", scrubberEnd: "┤", falsehood: "░", absent: "·", following: "●"
  )

  package static let ascii = Glyphs(
    horizontal: "-", vertical: "|",
    lane: "|", event: "o", stateEvent: ".", joinRight: "+", joinLeft: "+", joinAcross: "-", crossing: "+",
    chainStart: ",", chainMiddle: "|", chainEnd: "`", chainPasses: ":",
    cause: "^", effect: "v",
    cursor: ">", pin: "P", bookmark: "*", problem: "!", gap: "#", unchanged: "=", incomplete: "~",
    leftOut: "x", differs: "%", unreplayed: "?",
    added: "+", removed: "-", changed: "~", moved: ">", retyped: "!",
    expanded: "v", collapsed: ">", folded: "...",
    ellipsis: "...", arrow: "->", times: "x",
    bars: [" ", ".", ":", "-", "=", "+", "*", "#"],
    scrubberCursor: "v", scrubberStart: "|", scrubberEnd: "|", falsehood: "?", absent: ".", following: "o"
  )

  /// Returns the bar for a value, clamped to 0...1. Returns the lowest bar for NaN.
  package func bar(_ fraction: Double) -> String {
    guard fraction > 0 else { return bars[0] }
    return bars[Int((min(fraction, 1) * Double(bars.count - 1)).rounded())]
  }
}
