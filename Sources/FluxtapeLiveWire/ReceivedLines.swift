/// The lines in bytes that arrive in pieces.
package struct ReceivedLines: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to where no line feed was found.
  private var searched = 0
  /// The bytes that a line may have.
  package var longest: Int

  package init(longest: Int) { self.longest = longest }

  /// Adds bytes. `false` if a line is too long; then nothing more is to be read.
  package mutating func add(_ piece: some Sequence<UInt8>) -> Bool {
    if start > 0 {
      bytes.removeFirst(start)
      (searched, start) = (searched - start, 0)
    }
    bytes.append(contentsOf: piece)
    guard bytes.count > longest else { return true }
    return bytes[searched...].contains(UInt8(ascii: "\n"))
  }

  /// Takes the next whole line, without its end.
  package mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }
}
