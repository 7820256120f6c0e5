import FluxtapeJSON
import FluxtapeScreen

/// An old and a new value on a line each, cut so that what differs is seen: the ends of two long texts tell more than a beginning that both
/// have.
///
/// ```text
/// …been deleted. I've adde" → …been deleted. I've added"
/// ```
struct ChangedText {
  let old: String
  let new: String

  /// - Parameter columns: How wide each of both may be. `nil` for a value is one that is not there.
  /// - Complexity: O(length of the values).
  init(_ old: JSONValue?, _ new: JSONValue?, columns: Int) {
    guard let old, let new else {
      self.old = old?.shortText(columns) ?? "absent"
      self.new = new?.shortText(columns) ?? "absent"
      return
    }
    let texts = (old: old.printableText.displayed(), new: new.printableText.displayed())
    let cut = (old: Self.cut(texts.old, columns), new: Self.cut(texts.new, columns))
    let common = zip(texts.old.utf8, texts.new.utf8).prefix { $0 == $1 }.count
    guard cut != texts, common > min(cut.old.utf8.count, cut.new.utf8.count) / 2 else {
      (self.old, self.new) = cut
      return
    }
    let start = Self.start(texts.old, common)
    self.old = Self.cut("…" + texts.old.dropping(bytes: start), columns)
    self.new = Self.cut("…" + texts.new.dropping(bytes: start), columns)
  }

  var arrow: String { "\(old) → \(new)" }

  /// Characters that both have before the first that differs, shown to tell where it is.
  private static let context = 16

  /// From which byte on both are shown, of two texts that have so many in common.
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
