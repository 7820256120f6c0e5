import FluxtapeJSON

/// The elements of an array that a patch has changed.
typealias ElementList = ChunkedList<ElementRun>

/// Consecutive elements of an array in a text.
struct ElementRun: ListRun {
  let text: JSONText
  /// The place of the first element.
  let place: UInt32
  let length: UInt32

  var count: Int { Int(length) }

  subscript(index: Int) -> JSONNode {
    var place = Int(place)
    for _ in 0..<index { place += text.width(place) }
    return JSONNode(text, place)
  }

  var elements: [JSONNode] {
    var place = Int(place)
    return (0..<length).map { _ in
      defer { place += text.width(place) }
      return JSONNode(text, place)
    }
  }

  func isIdentical(to other: ElementRun) -> Bool { text === other.text && place == other.place && length == other.length }
}

extension ElementList {
  /// The elements of the array at `place` of a text.
  init(of text: JSONText, at place: Int) {
    let count = text.count(place)
    guard count > Self.chunkSize else {
      let first = UInt32(truncatingIfNeeded: place + TapeWord.containerHead)
      self.init(run: ElementRun(text: text, place: first, length: UInt32(truncatingIfNeeded: count)))
      return
    }
    var runs: [ElementRun] = []
    var next = place + TapeWord.containerHead
    for start in stride(from: 0, to: count, by: Self.chunkSize) {
      let length = Swift.min(Self.chunkSize, count - start)
      runs.append(ElementRun(text: text, place: UInt32(truncatingIfNeeded: next), length: UInt32(truncatingIfNeeded: length)))
      for _ in 0..<length { next += text.width(next) }
    }
    self.init(runs: runs)
  }
}
