extension String {
  /// Returns the text with `deleted` Unicode scalars from `start` on replaced, or `nil` if it is too short.
  ///
  /// Scalars instead of characters: the definition of a character changes between Unicode versions, and a log outlives them.
  package func splicing(_ inserted: String, at start: Int, deleting deleted: Int) -> String? {
    guard start >= 0, deleted >= 0 else { return nil }
    let scalars = unicodeScalars
    guard let lower = scalars.index(scalars.startIndex, offsetBy: start, limitedBy: scalars.endIndex),
      let upper = scalars.index(lower, offsetBy: deleted, limitedBy: scalars.endIndex)
    else { return nil }
    // Whole stretches of bytes: replacing scalars in place would copy them one by one.
    var result = String(self[..<lower])
    result += inserted
    result += self[upper...]
    return result
  }
}
