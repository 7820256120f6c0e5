import FluxtapeAnswers
import FluxtapeJSON
import FluxtapeScreen

/// The difference of two texts that share their beginning or end: `gift [-wrap-]{+box+}`.
///
/// The initializer returns nil if they share too little for this to be easier to read than both.
struct WordDiff {
  private let before: Substring
  private let removed: Substring
  private let added: Substring
  private let after: Substring

  /// The most bytes of a word that are shown as changed with one of its letters. A line without blanks may have many thousands.
  private static let longestWord = 24

  /// - Complexity: O(length of the texts), by comparing their bytes.
  init?(from old: String, to new: String) {
    let common = old.commonEnds(with: new)
    let front = Self.wholeWords(common.prefix) { count in [(old, count), (new, count)] }
    let back = Self.wholeWords(common.suffix) { count in [(old, old.utf8.count - count), (new, new.utf8.count - count)] }
    func place(_ text: String, _ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
    before = old[..<place(old, front)]
    removed = old[place(old, front)..<place(old, old.utf8.count - back)]
    added = new[place(new, front)..<place(new, new.utf8.count - back)]
    after = old[place(old, old.utf8.count - back)...]
    guard before.prefix(4).count + after.prefix(4).count >= 4, (front + back) * 2 >= min(old.utf8.count, new.utf8.count) else { return nil }
  }

  /// Returns how much of a common beginning or end lies between words of both texts; in a very long word, between characters.
  private static func wholeWords(_ common: Int, cuts: (Int) -> [(text: String, offset: Int)]) -> Int {
    var whole: Int?
    for count in stride(from: common, through: 0, by: -1) {
      if let whole, whole - count > longestWord { return whole }
      let places = cuts(count).map { cut in cut.text.character(atByte: cut.offset).map { cut.text.isBetweenWords($0) } }
      guard !places.contains(nil) else { continue }
      if !places.contains(false) { return count }
      whole = whole ?? count
    }
    return whole ?? 0
  }

  /// Returns the changed words, with as much of their surroundings as fits.
  func text(width: Int, _ typesetting: Typesetting) -> StyledText {
    let changed = max(width / 2, 8) / 2
    var (old, new) = (StyledText(removed, .removed), StyledText(added, .added))
    if !removed.isEmpty, !added.isEmpty {
      let window = DifferenceWindow(String(removed), String(added), columns: changed, typesetting: typesetting)
      (old, new) = (StyledText(window.old, .removed), StyledText(window.new, .added))
    }
    let elision: StyledText.Elision = removed.isEmpty || added.isEmpty ? .middle : .end
    let (first, last) = StyledText.distinguished(
      old.shortened(to: changed, elision: elision, typesetting: typesetting),
      new.shortened(to: changed, elision: elision, typesetting: typesetting))
    var middle = StyledText()
    if !first.isEmpty { middle += StyledText("[-", .removed) + first + StyledText("-]", .removed) }
    if !last.isEmpty { middle += StyledText("{+", .added) + last + StyledText("+}", .added) }
    let room = max(width - middle.width(in: typesetting) - 2, 4)
    return StyledText("\"", .string) + StyledText(before, .string).shortened(to: room / 2, elision: .start, typesetting: typesetting)
      + middle
      + StyledText(after, .string).shortened(to: room / 2, elision: .end, typesetting: typesetting) + StyledText("\"", .string)
  }
}

extension String {
  /// Whether a word, or what is between words, ends at a place.
  fileprivate func isBetweenWords(_ place: Index) -> Bool {
    guard place > startIndex, place < endIndex else { return true }
    return self[index(before: place)].isPartOfWord != self[place].isPartOfWord
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
