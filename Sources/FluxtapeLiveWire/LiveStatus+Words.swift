extension LiveStatus {
  /// What is not as usual, in a few words each: `jumped to 40`, `locked, 3 held`, `waits at 41`.
  package var words: [String] {
    var words: [String] = []
    if let pausedAt { words.append("waits at \(pausedAt)") }
    if let jumpedTo { words.append("jumped to \(jumpedTo)") }
    if isLocked { words.append("locked" + (held > 0 ? ", \(held) held" : "")) }
    return words
  }
}
