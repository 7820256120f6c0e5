extension LiveStatus {
  /// What is not as usual, in a few words each: `jumped to 40`, `without 7, 9`, `locked, 3 held`, `waits at 41`.
  package var words: [String] {
    var words: [String] = []
    if let pausedAt { words.append("waits at \(pausedAt)") }
    if let jumpedTo { words.append("jumped to \(jumpedTo)") }
    let skipped = stores.flatMap(\.skipped).sorted()
    if !skipped.isEmpty {
      words.append("without " + skipped.prefix(3).map(String.init).joined(separator: ", ") + (skipped.count > 3 ? " …" : ""))
    }
    if isLocked { words.append("locked" + (held > 0 ? ", \(held) held" : "")) }
    return words
  }
}
