/// How text becomes cells on a terminal: which characters are drawn, and their widths.
///
/// All text passes through here, so that it can neither drive the terminal nor shift the text after it.
package struct Typesetting: Hashable, Sendable {
  /// Whether to draw only ASCII. Other characters become `\u88fd`.
  package var isASCII: Bool
  /// Whether characters of East Asian Width *ambiguous* (`→`, `±`, Greek, Cyrillic) take two cells, as on some terminals.
  package var ambiguousIsWide: Bool

  package static let unicode = Typesetting()
  package static let ascii = Typesetting(isASCII: true)

  package init(isASCII: Bool = false, ambiguousIsWide: Bool = false) {
    self.isASCII = isASCII
    self.ambiguousIsWide = ambiguousIsWide
  }

  /// The glyphs for drawing. Unicode glyphs are ambiguous themselves, and layouts need one cell for each. If ambiguous characters are wide,
  /// these are therefore the ASCII glyphs.
  package var glyphs: Glyphs { isASCII || ambiguousIsWide ? .ascii : .unicode }
}

/// The contents of one or two cells: an escaped grapheme cluster.
package struct Cluster: Hashable, Sendable {
  package let text: String
  /// 1 or 2.
  package let width: Int

  /// The maximum number of scalars in a cell, as stacked marks cover the rows above and below. Families have up to 11.
  package static let limit = 16

  package static let blank = Cluster(text: " ", width: 1)
}

// MARK: - Measuring

extension Typesetting {
  /// Returns the width of `text` on one row, including escapes. Measures up to `limit`, so that a text of 100 MB costs no more than a row.
  ///
  /// - Complexity: O(min(`limit`, length of `text`)).
  package func width(of text: String, atMost limit: Int = .max) -> Int {
    let head = text.utf8.prefix(min(limit, text.utf8.count))
    if head.allSatisfy(\.isPrintableASCII) { return head.count }
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
  package func forEachCluster(of text: String, _ body: (Cluster) -> Bool) {
    for character in text {
      guard forEachCluster(of: character, body) else { return }
    }
  }

  /// Calls `body` with the clusters of `text` from the end until it returns false.
  package func forEachClusterFromEnd(of text: String, _ body: (Cluster) -> Bool) {
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

  /// A character is usually one cluster; an escaped one is several.
  private func forEachCluster(of character: Character, _ body: (Cluster) -> Bool) -> Bool {
    if character.isPrintableASCII { return body(Cluster(text: String(character), width: 1)) }
    guard let escaped = escape(character) else { return body(cluster(of: character)) }
    for part in escaped {
      guard body(cluster(of: part)) else { return false }
    }
    return true
  }

  private func cluster(of character: Character) -> Cluster {
    Cluster(text: String(character), width: width(of: character.unicodeScalars))
  }
}

extension Character {
  /// Whether this is a single scalar of U+0020…U+007E.
  var isPrintableASCII: Bool {
    utf8.count == 1 && utf8.first.map(\.isPrintableASCII) == true
  }
}

extension UInt8 {
  /// Whether this is a scalar of U+0020…U+007E.
  var isPrintableASCII: Bool { self >= 0x20 && self < 0x7F }
}
