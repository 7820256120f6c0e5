import FluxtapeJSON

extension Span<UInt8> {
  /// The bytes from `place` on as ``word(at:)`` returns them. There are fewer than eight.
  func partialWord(from place: Int) -> UInt64 {
    var word = 0 as UInt64
    for index in stride(from: count - 1, through: place, by: -1) { word = word << 8 | UInt64(self[index]) }
    return word
  }

  /// Whether `length` bytes from `place` on equal those of `other` from `otherPlace` on.
  @inline(__always)
  package func hasSameBytes(at place: Int, as other: Span<UInt8>, at otherPlace: Int, length: Int) -> Bool {
    guard length >= 0, place <= count &- length, otherPlace <= other.count &- length else { return false }
    var done = 0
    while done &+ 8 <= length {
      guard word(at: place &+ done) == other.word(at: otherPlace &+ done) else { return false }
      done &+= 8
    }
    while done < length {
      guard self[place &+ done] == other[otherPlace &+ done] else { return false }
      done &+= 1
    }
    return true
  }
}
