import FluxtapeScreen

/// The difference of two texts that share their beginning or end: `gift [-wrap-]{+box+}`.
///
/// The initializer returns nil if they share too little for this to be easier to read than both.
struct WordDiff {
  private let before: Substring
  private let removed: Substring
  private let added: Substring
  private let after: Substring

  /// The maximum size of a text, in bytes.
  private static let limit = 10_000

  init?(from old: String, to new: String) {
    guard old.utf8.count <= Self.limit, new.utf8.count <= Self.limit else { return nil }
    let oldWords = Self.words(of: old)
    let newWords = Self.words(of: new)
    let shorter = min(oldWords.count, newWords.count)
    // By bytes, as strings of different bytes may be equal.
    func isEqual(_ old: Int, _ new: Int) -> Bool { oldWords[old].utf8.elementsEqual(newWords[new].utf8) }
    let front = (0..<shorter).first { !isEqual($0, $0) } ?? shorter
    let back = (0..<(shorter - front)).first { !isEqual(oldWords.count - 1 - $0, newWords.count - 1 - $0) } ?? shorter - front
    let shared = oldWords[..<front].joined().count + oldWords.suffix(back).joined().count
    guard shared >= 4, shared * 2 >= min(old.count, new.count) else { return nil }
    before = Substring(oldWords[..<front].joined())
    removed = Substring(oldWords[front..<(oldWords.count - back)].joined())
    added = Substring(newWords[front..<(newWords.count - back)].joined())
    after = Substring(oldWords.suffix(back).joined())
  }

  /// Splits a text into words and the characters between them.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let isWord = first.isLetter || first.isNumber
      let word = rest.prefix { ($0.isLetter || $0.isNumber) == isWord }
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }

  /// Returns the changed words, with as much of their surroundings as fits.
  func text(width: Int, _ typesetting: Typesetting) -> StyledText {
    let changed = max(width / 2, 8)
    let (removed, added) = StyledText.distinguished(
      StyledText(removed, .removed).shortened(to: changed / 2, elision: .middle, typesetting: typesetting),
      StyledText(added, .added).shortened(to: changed / 2, elision: .middle, typesetting: typesetting), in: typesetting)
    var middle = StyledText()
    if !removed.isEmpty { middle += StyledText("[-", .removed) + removed + StyledText("-]", .removed) }
    if !added.isEmpty { middle += StyledText("{+", .added) + added + StyledText("+}", .added) }
    let room = max(width - middle.width(in: typesetting) - 2, 4)
    return StyledText("\"", .string) + StyledText(before, .string).shortened(to: room / 2, elision: .start, typesetting: typesetting)
      + middle
      + StyledText(after, .string).shortened(to: room / 2, elision: .end, typesetting: typesetting) + StyledText("\"", .string)
  }
}
