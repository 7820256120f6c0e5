extension String {
  /// Returns the text with `deleted` Unicode scalars from `start` on replaced, or `nil` if it is too short.
  ///
  /// Scalars instead of characters: the definition of a character changes between Unicode versions, and a log outlives them.
  package func splicing(_ inserted: String, at start: Int, deleting deleted: Int) -> String? {
    guard start >= 0, deleted >= 0 else { return nil }
    let bounds: (Int, Int)? = withBytes { bytes in
      guard let lower = bytes.place(after: start, from: 0), let upper = bytes.place(after: deleted, from: lower) else { return nil }
      return (lower, upper)
    }
    guard let (lower, upper) = bounds else { return nil }
    // Whole stretches of bytes: replacing scalars in place would copy them one by one.
    var result = String(self[..<utf8.index(startIndex, offsetBy: lower)])
    result += inserted
    result += self[utf8.index(startIndex, offsetBy: upper)...]
    return result
  }
}
