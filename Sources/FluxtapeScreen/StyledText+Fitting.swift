// Fitting text into a width. Only visible clusters are read, so a text of 100 MB costs no more than a row.

extension StyledText {
  /// The part of a long text that an ellipsis replaces.
  package enum Elision: Hashable, Sendable { case start, middle, end }

  /// The position of a short text.
  package enum Alignment: Hashable, Sendable { case left, right }

  /// Returns the text, escaped, shortened or padded to exactly `width` columns.
  ///
  /// - Complexity: O(`width` + number of runs), independent of the text's length.
  package func fitted(
    to width: Int, elision: Elision = .end, alignment: Alignment = .left, typesetting: Typesetting = .unicode
  ) -> StyledText {
    guard width > 0 else { return StyledText() }
    var fitted = shortened(to: width, elision: elision, typesetting: typesetting)
    let missing = width - fitted.width(in: typesetting)
    guard missing > 0 else { return fitted }
    let blanks = StyledText(String(repeating: " ", count: missing))
    switch alignment {
    case .left: fitted.append(blanks)
    case .right: fitted = blanks + fitted
    }
    return fitted
  }

  /// Returns the text, escaped, with an ellipsis if it does not fit into `width` columns. The result may be one column short, as half a
  /// wide character cannot be shown.
  package func shortened(to width: Int, elision: Elision = .end, typesetting: Typesetting = .unicode) -> StyledText {
    guard width > 0 else { return StyledText() }
    if fitsInASCII(width) { return self }
    let whole = head(width, typesetting)
    guard !whole.isAll else { return whole.text }
    let ellipsis = String(typesetting.glyphs.ellipsis.prefix(width))
    let room = width - typesetting.width(of: ellipsis)
    let (before, after) = elision == .end ? (room, 0) : elision == .start ? (0, room) : (room - room / 2, room / 2)
    let front = head(before, typesetting).text
    let back = tail(after, typesetting)
    let style = front.runs.last?.style ?? back.runs.first?.style ?? runs.first?.style ?? .text
    return front + StyledText(ellipsis, style) + back
  }

  private func fitsInASCII(_ width: Int) -> Bool {
    var room = width
    for run in runs {
      room -= run.text.utf8.count
      guard room >= 0, run.text.utf8.allSatisfy(\.isPrintableASCII) else { return false }
    }
    return true
  }

  /// Returns the text in the first `width` columns, and whether that is all.
  private func head(_ width: Int, _ typesetting: Typesetting) -> (text: StyledText, isAll: Bool) {
    var text = StyledText()
    var room = width
    var isAll = true
    for run in runs where isAll {
      // A letter of ASCII before another one has no marks.
      let head = run.text.utf8.prefix(min(room, run.text.utf8.count) + 1)
      if head.allSatisfy(\.isPrintableASCII) {
        isAll = head.count <= room
        text.append(run.text[..<(isAll ? head.endIndex : run.text.utf8.index(before: head.endIndex))], run.style)
        room -= min(room, head.count)
        continue
      }
      var shown = ""
      typesetting.forEachCluster(of: run.text) { cluster in
        isAll = cluster.width <= room
        guard isAll else { return false }
        shown += cluster.text
        room -= cluster.width
        return true
      }
      text.append(shown, run.style)
    }
    return (text, isAll)
  }

  /// Returns the text in the last `width` columns.
  private func tail(_ width: Int, _ typesetting: Typesetting) -> StyledText {
    var pieces: [Run] = []
    var room = width
    for run in runs.reversed() where room > 0 {
      typesetting.forEachClusterFromEnd(of: run.text) { cluster in
        guard cluster.width <= room else {
          room = 0
          return false
        }
        pieces.append(Run(cluster.text, run.style))
        room -= cluster.width
        return room > 0
      }
    }
    var text = StyledText()
    for piece in pieces.reversed() { text.append(piece.text, piece.style) }
    return text
  }
}
