/// How text becomes cells on a terminal: which characters may be drawn and how many cells they take.
///
/// Everything drawn passes through here, so nothing in the text can drive the terminal or shift what stands behind it.
package struct Typesetting: Hashable, Sendable {
  /// Only ASCII is drawn; every other character is written as `\u88fd`.
  package var isASCII: Bool
  /// Characters of East Asian Width *ambiguous* (`→`, `±`, Greek, Cyrillic) take two cells, as some terminals are set up.
  package var ambiguousIsWide: Bool

  package static let unicode = Typesetting()
  package static let ascii = Typesetting(isASCII: true)

  package init(isASCII: Bool = false, ambiguousIsWide: Bool = false) {
    self.isASCII = isASCII
    self.ambiguousIsWide = ambiguousIsWide
  }

  /// The signs that views draw with. Lines and marks are ambiguous themselves, so where those are wide the ASCII ones stand in:
  /// a layout counts on one cell for each.
  package var glyphs: Glyphs { isASCII || ambiguousIsWide ? .ascii : .unicode }
}

/// What stands in one or two cells: one grapheme cluster, safe to draw, of at most ``limit`` scalars.
package struct Cluster: Hashable, Sendable {
  package let text: String
  /// 1 or 2.
  package let width: Int

  /// Scalars in one cell: curses keeps a base and four marks (`CCHARW_MAX` is 5).
  package static let limit = 5

  package static let blank = Cluster(text: " ", width: 1)
}

// MARK: - Measuring

extension Typesetting {
  /// The columns that `text` takes when it is drawn on one row, escapes included. The measuring stops at `limit`, so that a text of
  /// 100 MB costs no more than a row.
  ///
  /// - Complexity: O(min(`limit`, length of `text`)).
  package func width(of text: some StringProtocol, atMost limit: Int = .max) -> Int {
    var width = 0
    forEachCluster(of: text) { cluster in
      width += cluster.width
      return width < limit
    }
    return min(width, limit)
  }
}

// MARK: - Clusters

extension Typesetting {
  /// Calls `body` with the clusters of `text` in order until it returns false.
  package func forEachCluster(of text: some StringProtocol, _ body: (Cluster) -> Bool) {
    for character in text {
      guard forEachCluster(of: character, body) else { return }
    }
  }

  /// As above, from the end.
  package func forEachClusterFromEnd(of text: some StringProtocol, _ body: (Cluster) -> Bool) {
    for character in text.reversed() {
      var clusters: [Cluster] = []
      _ = forEachCluster(of: character) {
        clusters.append($0)
        return true
      }
      for cluster in clusters.reversed() {
        guard body(cluster) else { return }
      }
    }
  }

  /// One character is mostly one cluster, and several where it had to be escaped.
  private func forEachCluster(of character: Character, _ body: (Cluster) -> Bool) -> Bool {
    if character.isPrintableASCII { return body(Cluster(text: String(character), width: 1)) }
    guard let escaped = escape(character) else { return body(cluster(of: character)) }
    for part in escaped {
      guard body(cluster(of: part)) else { return false }
    }
    return true
  }

  /// Families and skin tones (several emoji in one) and towers of marks come out differently on every terminal, up to eight cells
  /// wide: of those the first scalar is drawn, in the cells that the whole would take.
  private func cluster(of character: Character) -> Cluster {
    let scalars = character.unicodeScalars
    let width = width(of: scalars)
    let isTrusted =
      scalars.count <= Cluster.limit && !scalars.dropFirst().contains { $0 == .zeroWidthJoiner || $0.properties.isEmojiModifier }
    guard !isTrusted, let first = scalars.first else { return Cluster(text: String(character), width: width) }
    return Cluster(text: String(Character(first)), width: width)
  }
}

extension Character {
  /// Whether this is one of U+0020…U+007E, alone.
  var isPrintableASCII: Bool {
    utf8.count == 1 && utf8.first.map { $0 >= 0x20 && $0 < 0x7F } == true
  }
}
