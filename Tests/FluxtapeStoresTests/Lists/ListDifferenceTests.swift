import FluxtapeRandomCases
import FluxtapeStores
import Testing

@Suite struct ListDifferenceTests {
  /// A row that has an identity and shows something.
  struct Row: Identifiable, Equatable, Sendable {
    let id: Character
    let text: Int

    static func rows(_ text: String) -> [Row] {
      text.split(separator: " ").map { Row(id: $0.first ?? "-", text: Int($0.dropFirst()) ?? 0) }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let difference: String

    var testDescription: String { "\(old) → \(new)" }
  }

  private func words(_ difference: ListDifference) -> String {
    let parts =
      difference.deletions.map { "-\($0)" } + difference.insertions.map { "+\($0)" } + difference.moves.map { "\($0.old)>\($0.new)" }
      + difference.updates.map { "~\($0.old),\($0.new)" }
    return parts.joined(separator: " ")
  }

  @Test(arguments: [
    Case(old: "a b c", new: "a b c", difference: ""),
    Case(old: "", new: "a b", difference: "+0 +1"),
    Case(old: "a b", new: "", difference: "-0 -1"),
    Case(old: "a b c", new: "c a b", difference: "2>0"),
    Case(old: "a b c d", new: "b c d a", difference: "0>3"),
    Case(old: "a b c", new: "a x c", difference: "-1 +1"),
    Case(old: "a1 b1", new: "a2 b1", difference: "~0,0"),
    Case(old: "a1 b1 c1", new: "c2 b1 x1", difference: "-0 +2 2>0 ~2,0"),
    Case(old: "a a b", new: "a b a", difference: "2>1"),
    Case(old: "a1 a2", new: "a2", difference: "-1 ~0,0"),
  ])
  func `a difference is`(_ example: Case) {
    let (old, new) = (Row.rows(example.old), Row.rows(example.new))
    let difference = ListDifference(from: old, to: new)
    #expect(words(difference) == example.difference)
    #expect(difference.isEmpty == example.difference.isEmpty)
    #expect(difference.applied(to: old, takingFrom: new) == new)
  }

  /// All lists of up to four rows out of three, rows repeated or not.
  @Test func `in a small world every difference leads from the one list to the other`() {
    let lists = (0...4).reduce(into: [[[Row]]]()) { lists, _ in
      let longer = (lists.last ?? []).flatMap { list in "abc".map { list + [Row(id: $0, text: 0)] } }
      lists.append(lists.isEmpty ? [[]] : longer)
    }.flatMap(\.self)
    #expect(lists.count == 121)
    for old in lists {
      for new in lists {
        let difference = ListDifference(from: old, to: new)
        #expect(difference.applied(to: old, takingFrom: new) == new, "\(old) \(new)")
      }
    }
  }

  @Test(arguments: seeds(40)) func `what moves is as little as can be`(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    let old = Array(0..<7)
    let new = old.shuffled(using: &random)
    let difference = ListDifference(from: old, to: new, id: \.self, areSame: ==)
    // The longest ascending run, by trying all subsets.
    let longest = (0..<128).map { mask in new.indices.filter { mask >> $0 & 1 == 1 }.map { new[$0] } }
      .filter { zip($0, $0.dropFirst()).allSatisfy(<) }.map(\.count).max()
    #expect(new.count - difference.moves.count == longest)
  }

  @Test(arguments: seeds(40)) func `long lists, changed at random, come out right`(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    let old = (0..<300).map { _ in (id: Int.random(in: 0..<400, using: &random), text: Int.random(in: 0..<3, using: &random)) }
    var new = old.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
    for _ in 0..<30 {
      new.insert((id: Int.random(in: 0..<400, using: &random), text: 9), at: Int.random(in: 0...new.count, using: &random))
    }
    new.swapAt(0, new.count - 1)
    let difference = ListDifference(from: old, to: new, id: \.id, areSame: ==)
    let result = difference.applied(to: old, takingFrom: new)
    #expect(result.map(\.id) == new.map(\.id) && result.map(\.text) == new.map(\.text))
  }
}
