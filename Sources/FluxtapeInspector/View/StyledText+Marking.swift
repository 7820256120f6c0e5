import FluxtapeHistory
import FluxtapeScreen

extension StyledText {
  /// Returns the text, shortened to `width` columns, with each occurrence of `pattern` in another style.
  ///
  /// An upper-case letter in the pattern makes it case-sensitive.
  ///
  /// - Complexity: O(`width`), as the text may be a megabyte with the pattern everywhere.
  func marking(_ pattern: String, _ style: Style, width: Int, in typesetting: Typesetting) -> StyledText {
    shortened(to: width, typesetting: typesetting).marking(pattern, style)
  }

  private func marking(_ pattern: String, _ style: Style) -> StyledText {
    let ranges = SearchText(pattern).ranges(in: plain)
    guard !ranges.isEmpty else { return self }
    var result = StyledText()
    var start = 0
    for run in runs {
      let end = start + run.text.count
      var place = start
      for range in ranges where range.upperBound > start && range.lowerBound < end {
        let matched = max(range.lowerBound, start)..<min(range.upperBound, end)
        result.append(run.text.dropFirst(place - start).prefix(matched.lowerBound - place), run.style)
        result.append(run.text.dropFirst(matched.lowerBound - start).prefix(matched.count), style)
        place = matched.upperBound
      }
      result.append(run.text.dropFirst(place - start), run.style)
      start = end
    }
    return result
  }
}

extension InspectorState {
  /// Returns the text with search hits highlighted.
  func marking(_ text: StyledText, of pane: Pane, width: Int, in typesetting: Typesetting) -> StyledText {
    let listed = pane == .answer ? words.search.split(separator: " ").map(String.init) : []
    let marks = listed.isEmpty ? search?.filter.marks ?? [] : listed
    return marks.reduce(text) { $0.marking($1, .match, width: width, in: typesetting) }
  }
}

extension SearchText {
  /// Returns the non-overlapping occurrences in a short text, in characters.
  func ranges(in text: String) -> [Range<Int>] {
    guard !self.text.isEmpty, isIn(text) else { return [] }
    func letters(_ text: String) -> [String] { text.map { ignoresCase ? $0.lowercased() : String($0) } }
    let (wanted, found) = (letters(self.text), letters(text))
    var ranges: [Range<Int>] = []
    var place = 0
    while place + wanted.count <= found.count {
      if found[place..<place + wanted.count].elementsEqual(wanted) {
        ranges.append(place..<place + wanted.count)
        place += wanted.count
      } else {
        place += 1
      }
    }
    return ranges
  }
}
