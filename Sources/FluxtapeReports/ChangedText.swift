import FluxtapeJSON
import FluxtapeScreen

/// An old and a new value on one line each, cut so that the difference is visible: long texts often begin alike.
///
/// ```text
/// …been deleted. I've adde" → …been deleted. I've added"
/// ```
struct ChangedText {
  let old: String
  let new: String

  /// - Parameter columns: The maximum width of each. `nil` stands for an absent value.
  /// - Complexity: O(length of the values).
  init(_ old: JSONValue?, _ new: JSONValue?, columns: Int) {
    guard let old, let new else {
      self.old = old?.shortText(columns) ?? "absent"
      self.new = new?.shortText(columns) ?? "absent"
      return
    }
    let texts = (old: old.printableText.displayed(), new: new.printableText.displayed())
    let cut = (old: Self.cut(texts.old, columns), new: Self.cut(texts.new, columns))
    guard cut != texts else {
      (self.old, self.new) = cut
      return
    }
    let common = texts.old.commonEnds(with: texts.new).prefix
    guard common > min(cut.old.utf8.count, cut.new.utf8.count) / 2 else {
      (self.old, self.new) = cut
      return
    }
    let start = Self.start(texts.old, common)
    self.old = Self.cut("…" + texts.old.dropping(bytes: start), columns)
    self.new = Self.cut("…" + texts.new.dropping(bytes: start), columns)
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
