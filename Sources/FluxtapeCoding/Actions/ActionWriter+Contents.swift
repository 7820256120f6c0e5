extension ValueWriter {
  /// The range of the single value written after `prefix` and before `braces` closing braces, if nothing else was written from `start` on.
  package func value(at start: Int, behind prefix: [UInt8], closedBy braces: Int) -> Range<Int>? {
    let (first, end) = (start + prefix.count, count - braces)
    guard first < end, buffer.has(prefix, at: start), endOfValue(at: first) == end, buffer[end...].allSatisfy({ $0 == UInt8(ascii: "}") })
    else { return nil }
    return first..<end
  }

  /// The end of the JSON value that begins at `start` of the buffer.
  private func endOfValue(at start: Int) -> Int {
    var depth = 0
    var place = start
    while place < buffer.count {
      switch buffer[place] {
      case UInt8(ascii: "\""):
        place += 1
        while place < buffer.count, buffer[place] != UInt8(ascii: "\"") { place += buffer[place] == UInt8(ascii: "\\") ? 2 : 1 }
        if depth == 0 { return place + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // After a number or a literal, the enclosing container closes.
        if depth == 0 { return place }
        depth -= 1
        if depth == 0 { return place + 1 }
      case UInt8(ascii: ",") where depth == 0: return place
      default: break
      }
      place += 1
    }
    return place
  }
}
