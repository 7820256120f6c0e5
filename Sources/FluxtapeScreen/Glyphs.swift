/// The signs that views draw with, so that no view names a character: one set for terminals that show Unicode, one for all others.
///
/// Every sign takes one cell unless its comment says otherwise.
public struct Glyphs: Hashable, Sendable {
  // Lines of panes.
  public let horizontal: String
  public let vertical: String

  // Lanes of stores.
  public let lane: String
  public let event: String
  /// A state that no action of the log led to.
  public let stateEvent: String
  public let joinRight: String
  public let joinLeft: String
  public let joinAcross: String
  public let crossing: String

  // The gutter of the selected chain.
  public let chainStart: String
  public let chainMiddle: String
  public let chainEnd: String
  public let chainPasses: String

  // Marks of a row.
  public let cursor: String
  public let pin: String
  public let bookmark: String
  public let problem: String
  public let gap: String
  public let unchanged: String
  public let incomplete: String

  // What is not as it was recorded.
  public let leftOut: String
  public let differs: String
  public let unreplayed: String

  // Signs of a diff.
  public let added: String
  public let removed: String
  public let changed: String
  public let moved: String
  public let retyped: String

  // Trees.
  public let expanded: String
  public let collapsed: String
  /// Stands for rows left out; three cells in ASCII.
  public let folded: String

  // Text.
  /// Stands for text left out; three cells in ASCII.
  public let ellipsis: String
  /// From old to new; two cells in ASCII.
  public let arrow: String
  /// In front of how often something is there.
  public let times: String
  /// Where typed text will go in.
  public let caret: String
  public let refused: String

  // Sparklines and the scrubber.
  /// From lowest to highest, eight of them.
  public let bars: [String]
  public let scrubberCursor: String
  public let scrubberStart: String
  public let scrubberEnd: String
  /// A part of the log that is not read yet.
  public let unread: String
  public let absent: String
  public let following: String
}

extension Glyphs {
  public static let unicode = Glyphs(
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

  public static let ascii = Glyphs(
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
  public func bar(_ fraction: Double) -> String {
    guard fraction > 0 else { return bars[0] }
    return bars[Int((min(fraction, 1) * Double(bars.count - 1)).rounded())]
  }
}
