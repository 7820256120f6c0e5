/// One styled cell of a frame: a grapheme cluster, or the right half of a wide one.
package struct Cell: Hashable, Sendable {
  /// The cluster, escaped; empty in the right half of a wide one.
  package let text: String
  /// 1 or 2 cells; 0 in the right half of a wide cluster.
  package let width: Int
  package internal(set) var style: Style

  static func blank(_ style: Style) -> Cell { Cell(text: " ", width: 1, style: style) }

  /// The right half of a wide cluster.
  static func continuation(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }

  package var isContinuation: Bool { width == 0 }
}
