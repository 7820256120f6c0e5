import FluxtapeCoding
import FluxtapeLocking
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

struct DeterminismTests {
  /// The same collections in an order that depends on the seed, after removing further elements: hash tables then have another order.
  private func state(seed: Int) -> [String: Any] {
    var random = SplitMix64(seed: seed)
    var names: [String: Any] = [:], numbers: [Double: Set<String>] = [:], points: Set<[Int]> = [], mixed: [AnyHashable: Any] = [:]
    var plain: Set<Plain> = []
    for number in (0..<Int.random(in: 60...90, using: &random)).shuffled(using: &random) {
      names["name \(number)"] = ["$\(number)": number]
      numbers[Double(number) / 4] = Set(["a", "a!", "é", "\(number)"].shuffled(using: &random))
      points.insert([number, -number])
      mixed[number % 2 == 0 ? AnyHashable(number) : AnyHashable("\(number)")] = Date(timeIntervalSinceReferenceDate: Double(number))
      plain.insert(Plain(id: number))
    }
    for number in 30..<90 {
      names["name \(number)"] = nil
      numbers[Double(number) / 4] = nil
      points.remove([number, -number])
      mixed[number % 2 == 0 ? AnyHashable(number) : AnyHashable("\(number)")] = nil
      plain.remove(Plain(id: number))
    }
    return ["names": names, "numbers": numbers, "points": points, "mixed": mixed, "plain": plain]
  }

  struct Plain: Hashable { var id: Int }

  @Test(arguments: seeds(30)) func `equal values are equal bytes, however they came about`(seed: Int) {
    #expect(encodedBothWays(state(seed: seed)).text == encodedBothWays(state(seed: -1)).text)
  }

  @Test func `many threads get the same`() {
    let expected = encodedBothWays(state(seed: -1)).text
    let texts = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let text = encodedBothWays(state(seed: index)).text
      texts.withLock { $0.append(text) }
    }
    #expect(texts.withLock { $0 } == Array(repeating: expected, count: 16))
  }
}
