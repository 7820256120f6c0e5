import FluxtapeJSON

/// A list of a few names, which are compared as numbers: eight bytes at once.
package struct ShortNames: Sendable {
  /// The most bytes of a name that is found.
  private static let longest = 8

  private let names: [UInt64]

  package init(_ names: [String]) {
    // No text in JSON has a NUL byte: zero is no name.
    self.names = names.map { $0.utf8.count > Self.longest ? 0 : $0.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// The number of the name in `range`. Eight bytes must follow it.
  ///
  /// - Complexity: O(names). The first ones are found first.
  package func number(of range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    guard !range.isEmpty, range.count <= Self.longest else { return nil }
    let name = bytes.word(at: range.lowerBound, before: range.upperBound)
    for place in 0..<names.count where names[place] == name { return place }
    return nil
  }
}
