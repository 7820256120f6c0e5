package import FluxtapeJSON
import FluxtapeScreen

/// An old and a new value on one line each, cut and escaped so that the difference is visible: long texts often begin alike, and some texts
/// look alike.
///
/// ```text
/// …been deleted. I've adde" → …been deleted. I've added"
/// "\u{E9}" → "e\u{301}"
/// ```
package struct ChangedText {
  package let old: String
  package let new: String

  /// - Parameter columns: The maximum width of each; escapes may need more. `nil` stands for an absent value.
  /// - Complexity: O(length of the values).
  package init(_ old: JSONValue?, _ new: JSONValue?, columns: Int) {
    guard let old, let new else {
      self.old = old?.shortText(columns) ?? "absent"
      self.new = new?.shortText(columns) ?? "absent"
      return
    }
    // Numbers and flags differ visibly.
    if let first = old.wordText(columns), let last = new.wordText(columns) {
      (self.old, self.new) = (first, last)
      return
    }
    let window = DifferenceWindow(old.printableText.displayed(), new.printableText.displayed(), columns: columns)
    let cut = (Self.cut(window.old, columns), Self.cut(window.new, columns))
    let (first, last) = String.distinguished(cut.0, cut.1)
    // The first escape begins within the columns.
    let widened = columns + Self.longestEscape
    (self.old, self.new) = cut == (first, last) ? cut : (Self.cut(first, widened), Self.cut(last, widened))
  }

  /// The length of the longest escape, `\u{10FFFF}`.
  private static let longestEscape = 10

  package var arrow: String { "\(old) → \(new)" }

  private static func cut(_ text: String, _ columns: Int) -> String { StyledText(text).shortened(to: columns).plain }
}

extension JSONValue {
  /// The text of a number, a flag or `null` that is not too long.
  fileprivate func wordText(_ columns: Int) -> String? {
    switch self {
    case .null, .bool, .number: text.utf8.count <= columns ? text : nil
    case .string, .array, .object: nil
    }
  }
}
