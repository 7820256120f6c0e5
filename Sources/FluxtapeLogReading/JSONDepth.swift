/// How many objects and arrays are open at a place of JSON text. Brackets in strings do not count.
package struct JSONDepth: Sendable {
  package private(set) var depth = 0
  package private(set) var isInString = false
  private var isEscaped = false

  package init() {}

  package mutating func read(_ byte: UInt8) {
    guard !isInString else {
      isInString = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }
}

extension [UInt8] {
  /// Where an object begins, in a text of any kind, that is still open at its end.
  package var beginningOfOpenObject: Int? {
    var place = 0
    while place + 1 < count {
      let start = place
      guard self[place] == UInt8(ascii: "{"), self[place + 1] == UInt8(ascii: "\"") else {
        place += 1
        continue
      }
      var open = JSONDepth()
      repeat {
        open.read(self[place])
        place += 1
      } while open.depth > 0 && place < count
      if open.depth > 0 { return start }
    }
    return nil
  }
}
