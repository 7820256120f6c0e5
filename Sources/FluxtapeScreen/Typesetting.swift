/// How text becomes cells on a terminal: which characters are drawn, and their widths.
///
/// All text passes through here, so that it can neither drive the terminal nor shift the text after it.
package struct Typesetting: Hashable, Sendable {
  /// Whether to draw only ASCII. Other characters become `\u88fd`, and `µ` becomes `u`.
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

  /// The clusters of U+0020…U+007E.
  fileprivate static let ascii = (0x20..<0x7F).map { Cluster(text: String(Unicode.Scalar(UInt8($0))), width: 1) }
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
    let scalars = text.unicodeScalars
    var place = scalars.startIndex
    var simple = scalars.first.flatMap(simpleCluster)
    while place < scalars.endIndex {
      let end = scalars.index(after: place)
      let next = end < scalars.endIndex ? simpleCluster(scalars[end]) : nil
      if let cluster = simple, next != nil || end == scalars.endIndex {
        guard body(cluster) else { return }
        (place, simple) = (end, next)
      } else {
        let character = text[place]
        guard forEachCluster(of: character, body) else { return }
        place = text.index(after: place)
        simple = place < scalars.endIndex ? simpleCluster(scalars[place]) : nil
      }
    }
  }

  /// Returns the cluster of a scalar that is one by itself before another such scalar: the search for the end of a character takes longer
  /// than drawing it. These are ASCII, arrows, lines and blocks, without those that are emoji.
  private func simpleCluster(_ scalar: Unicode.Scalar) -> Cluster? {
    switch scalar.value {
    case 0x20..<0x7F: Cluster.ascii[Int(scalar.value) - 0x20]
    case 0x2026, 0x2190..<0x2194, 0x2500..<0x25AA, 0x25B7..<0x25C0, 0x25C1..<0x25FB:
      isASCII || ambiguousIsWide ? nil : Cluster(text: String(scalar), width: 1)
    default: nil
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
