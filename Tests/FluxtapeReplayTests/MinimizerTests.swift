import FluxtapeReplay
import Testing

struct MinimizerTests {
  /// The failure occurs if all of these are present.
  @Test(arguments: [[], [0], [199], [3, 4], [0, 199], [10, 60, 61, 150, 199]])
  func `few of many are found, and none of them can be left out`(needed: [Int]) {
    var minimizer = Minimizer()
    let found = minimizer.minimized(Array(0..<200)) { candidate in needed.allSatisfy(candidate.contains) }
    #expect(found == needed)
    #expect(minimizer.trials < 400)
  }

  /// All small worlds: the result always suffices, and no single element of it can be removed.
  @Test func `what is left is minimal, whatever it depends on`() {
    for rule in 1..<256 {
      // The failure occurs for a set of three things if its bit is set, and always for all three.
      func happens(_ things: [Int]) -> Bool { things.count == 3 || rule & 1 << things.reduce(0) { $0 | 1 << $1 } != 0 }
      var minimizer = Minimizer()
      let found = minimizer.minimized([0, 1, 2], where: happens)
      #expect(happens(found))
      for place in found.indices {
        var fewer = found
        fewer.remove(at: place)
        #expect(!happens(fewer), "rule \(rule): \(found)")
      }
    }
  }

  @Test func `progress tells how many are left`() {
    var minimizer = Minimizer()
    var left: [Int] = []
    _ = minimizer.minimized(Array(0..<8), progress: { left.append($0) }, where: { $0.contains(5) })
    #expect(left == [4, 2, 1])
  }
}
