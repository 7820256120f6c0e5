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
    let cut = Self.cut(old, new, columns)
    let (old, new) = String.distinguished(cut.old, cut.new)
    // The first escape begins within the columns.
    (self.old, self.new) = cut == (old, new) ? cut : (Self.cut(old, columns + 10), Self.cut(new, columns + 10))
  }

  private static func cut(_ old: JSONValue?, _ new: JSONValue?, _ columns: Int) -> (old: String, new: String) {
    guard let old, let new else { return (old?.shortText(columns) ?? "absent", new?.shortText(columns) ?? "absent") }
    let texts = (old: old.printableText.displayed(), new: new.printableText.displayed())
    let cut = (old: Self.cut(texts.old, columns), new: Self.cut(texts.new, columns))
    guard cut != texts else { return cut }
    let common = texts.old.commonEnds(with: texts.new).prefix
    guard common > min(cut.old.utf8.count, cut.new.utf8.count) / 2 else { return cut }
    let start = Self.start(texts.old, common)
    return (Self.cut("…" + texts.old.dropping(bytes: start), columns), Self.cut("…" + texts.new.dropping(bytes: start), columns))
  }

  var arrow: String { "\(old) → \(new)" }

  /// The number of common characters to show before the first difference, for orientation.
  private static let context = 16

  /// The byte from which both are shown, for two texts with a common prefix of `common` bytes.
  private static func start(_ text: String, _ common: Int) -> Int {
    var first = text.utf8.index(text.startIndex, offsetBy: common)
    while String.Index(first, within: text) == nil { first = text.utf8.index(before: first) }
    let start = text.index(first, offsetBy: -context, limitedBy: text.startIndex) ?? text.startIndex
    return text.utf8.distance(from: text.startIndex, to: start)
  }

  private static func cut(_ text: String, _ columns: Int) -> String { StyledText(text).shortened(to: columns).plain }
}

extension String {
  fileprivate func dropping(bytes count: Int) -> Substring { self[utf8.index(startIndex, offsetBy: count)...] }
}
