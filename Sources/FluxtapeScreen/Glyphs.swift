/// The signs that views draw with, so that no view names a character: one set for terminals that show Unicode, one for all others.
///
/// Every sign takes one cell unless its comment says otherwise.
package struct Glyphs: Hashable, Sendable {
  // Lines of panes.
  package let horizontal: String
  package let vertical: String

  // Lanes of stores.
  package let lane: String
  package let event: String
  /// A state that no action of the log led to.
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

  // Marks of a row.
  package let cursor: String
  package let pin: String
  package let bookmark: String
  package let problem: String
  package let gap: String
  package let unchanged: String
  package let incomplete: String

  // What is not as it was recorded.
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
  /// Stands for rows left out; three cells in ASCII.
  package let folded: String

  // Text.
  /// Stands for text left out; three cells in ASCII.
  package let ellipsis: String
  /// From old to new; two cells in ASCII.
  package let arrow: String
  /// In front of how often something is there.
  package let times: String
  /// Where typed text will go in.
  package let caret: String
  package let refused: String

  // Sparklines and the scrubber.
  /// From lowest to highest, eight of them.
  package let bars: [String]
  package let scrubberCursor: String
  package let scrubberStart: String
  package let scrubberEnd: String
  /// A part of the log that is not read yet.
  package let unread: String
  package let absent: String
  package let following: String
}

extension Glyphs {
  package static let unicode = Glyphs(
    horizontal: "─", vertical: "│",
    lane: "│", event: "●", stateEvent: "○", joinRight: "├", joinLeft: "┤", joinAcross: "─", crossing: "┼",
    chainStart: "╭", chainMiddle: "├", chainEnd: "╰", chainPasses: "┆",
    cursor: "▶", pin: "P", bookmark: "◆", problem: "!", gap: "≠", unchanged: "=", incomplete: "~",
    leftOut: "✗", differs: "≈", unreplayed: "?",
    added: "+", removed: "-", changed: "~", moved: ">", retyped: "!",
    expanded: "▾", collapsed: "▸", folded: "⋯",
    ellipsis: "…", arrow: "→", times: "×", caret: "▏", refused: "✗",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    scrubberCursor: "▼", scrubberStart: "├", scrubberEnd: "┤", unread: "░", absent: "·", following: "●"
  )

  package static let ascii = Glyphs(
    horizontal: "-", vertical: "|",
    lane: "|", event: "o", stateEvent: ".", joinRight: "+", joinLeft: "+", joinAcross: "-", crossing: "+",
    chainStart: ",", chainMiddle: "|", chainEnd: "`", chainPasses: ":",
    cursor: ">", pin: "P", bookmark: "*", problem: "!", gap: "#", unchanged: "=", incomplete: "~",
    leftOut: "x", differs: "%", unreplayed: "?",
    added: "+", removed: "-", changed: "~", moved: ">", retyped: "!",
    expanded: "v", collapsed: ">", folded: "...",
    ellipsis: "...", arrow: "->", times: "x", caret: "_", refused: "x",
    bars: [" ", ".", ":", "-", "=", "+", "*", "#"],
    scrubberCursor: "v", scrubberStart: "|", scrubberEnd: "|", unread: "?", absent: ".", following: "o"
  )

  /// The bar for a value between 0 and 1; the nearest one outside, the lowest where it is no number.
  package func bar(_ fraction: Double) -> String {
    guard fraction > 0 else { return bars[0] }
    return bars[Int((min(fraction, 1) * Double(bars.count - 1)).rounded())]
  }
}
