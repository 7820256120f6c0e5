extension String {
  /// Returns the text with each scalar replaced for which `replacement` returns a text.
  ///
  /// A Swift `Character` can join a sign and a combining mark, so comparing characters misses the sign, which other programs still obey.
  /// Everything that escapes or splits text therefore works by scalars or bytes.
  package func escapingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
