import FluxtapeJSON
package import FluxtapeScreen

/// Two texts without their common beginning, except for some context, so that a row that cuts their ends still shows how they differ.
///
/// The texts are not escaped.
package struct DifferenceWindow: Hashable, Sendable {
  package let old: String
  package let new: String

  /// - Parameters:
  ///   - columns: The room for each text. Texts that fit, or that differ near their beginning, keep it.
  ///   - context: The columns before the first difference, if there is room.
  /// - Complexity: O(length of the common beginning and end + `columns`).
  package init(_ old: String, _ new: String, columns: Int, context: Int = 16, typesetting: Typesetting = .unicode) {
    // Escaped quotes take two columns each, and neither they nor long ellipses must displace the difference.
    let context = min(context, max(columns - 2 * (typesetting.glyphs.ellipsis.count - 1), 0) * 2 / 5)
    let start = Self.start(old, new, columns: columns, context: context, typesetting)
    let sign = start > 0 ? typesetting.glyphs.ellipsis : ""
    func shown(_ text: String) -> String { sign + text[text.utf8.index(text.startIndex, offsetBy: start)...].prefix(columns + 1) }
    (self.old, self.new) = (shown(old), shown(new))
  }

  /// Returns the number of bytes to leave out.
  private static func start(_ old: String, _ new: String, columns: Int, context: Int, _ typesetting: Typesetting) -> Int {
    func fits(_ text: Substring, _ columns: Int) -> Bool {
      typesetting.width(of: String(text.prefix(columns + 1)), atMost: columns + 1) <= columns
    }
    if fits(old[...], columns), fits(new[...], columns) { return 0 }
    var common = old.commonEnds(with: new).prefix
    if common == old.utf8.count, common == new.utf8.count { return 0 }
    // Characters may differ in their last scalar.
    let ends = max(common - String.nearBytes, 0)...common
    common = ends.last { old.character(atByte: $0) != nil && new.character(atByte: $0) != nil } ?? common
    var place = old.utf8.index(old.startIndex, offsetBy: common)
    if fits(old[..<place], context) { return 0 }
    var width = 0
    let near = old.characters(before: place)
    while place > near.startIndex {
      let before = near.index(before: place)
      width += typesetting.width(of: String(near[before..<place]))
      guard width <= context else { break }
      place = before
    }
    return old.utf8.distance(from: old.startIndex, to: place)
  }
}

extension String {
  /// The place of a byte, if a character begins there or the text ends there.
  ///
  /// - Complexity: O(1). Only the bytes near it tell, since thousands of marks or flags would be looked at in a hostile text.
  package func character(atByte offset: Int) -> String.Index? {
    let place = utf8.index(startIndex, offsetBy: offset)
    guard let place = place.samePosition(in: unicodeScalars) else { return nil }
    let end = utf8.index(place, offsetBy: Self.nearBytes, limitedBy: endIndex).map { scalar(atOrBefore: $0) } ?? endIndex
    return String.Index(place, within: self[characters(before: place).startIndex..<end])
  }

  /// The last characters before a place, in a bounded number of bytes.
  package func characters(before place: String.Index) -> Substring {
    self[(utf8.index(place, offsetBy: -Self.nearBytes, limitedBy: startIndex).map { scalar(atOrBefore: $0) } ?? startIndex)..<place]
  }

  private func scalar(atOrBefore place: String.Index) -> String.Index {
    var place = place
    while place.samePosition(in: unicodeScalars) == nil { place = utf8.index(before: place) }
    return place
  }

  /// More than any character has that a person reads.
  fileprivate static let nearBytes = 256
}
