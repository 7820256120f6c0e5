import Testing

@testable import FluxtapeHistory

/// The list that holds rows.
struct BlockListTests {
  /// At least as large as a row, so that the blocks are large.
  private struct Wide: Equatable, Sendable {
    var number: Int
    var others = (0, 0)

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// Appends elements, and checks the borders of blocks.
  private func check<Element: Equatable & Sendable>(_ count: Int, _ element: (Int) -> Element) {
    var list = BlockList<Element>()
    var copies: [BlockList<Element>] = []
    let all = (0..<count).map(element)
    var next = 0
    for size in [1, 0, 5, 16_377, 1, 1, 3, 20_000, 1 << 17, 1] + Array(repeating: 1 << 16, count: 12) {
      let end = min(count, next + size)
      for element in all[next..<end] { list.append(element) }
      next = end
      copies.append(list)
      if next % 2 == 0 { list.moveApart() }
      #expect(list.count == end)
      for place in [0, 5, 16_383, 16_384, 16_385, 36_387, (1 << 19) - 1, 1 << 19, end - 1] where 0..<end ~= place {
        #expect(list[place] == all[place], "\(place) of \(end)")
      }
    }
    #expect(list.elementsEqual(all[..<next]))
    // A copy does not see later changes and additions.
    if next > 3 { list[3] = all[0] }
    for copy in copies where copy.count > 3 { #expect(copy[3] == all[3]) }
  }

  @Test func `elements are found where they were put`() {
    check(40_000) { UInt32($0) }
    check((1 << 19) + 20_000) { Wide(number: $0) }
  }
}
