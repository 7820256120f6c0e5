import Dispatch
import FluxtapeCoding
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

/// Random states of several stores, recorded from several threads: the states folded from the log are the real ones.
struct RandomStatesTests {
  /// An object in the state that changes in place.
  final class Owner: Encodable {
    var name = ""
    var visits = 0
  }

  struct Item: Encodable {
    var isOpen: Bool
    var id: Int
    var title: String
    var tags: Set<String> = []
  }

  enum Screen: Encodable { case start, item(Item), search(text: String, found: [Int]) }

  struct Shop: Encodable {
    var count = 0
    var items: [Item] = []
    var byName: [String: Item] = [:]
    var screen = Screen.start
    var last: Item?
    let owner = Owner()
  }

  private static func item(_ random: inout SplitMix64) -> Item {
    Item(isOpen: random.next() % 2 == 0, id: Int(random.next() % 9), title: "title \(random.next() % 100)")
  }

  private static func change(_ shop: inout Shop, _ random: inout SplitMix64) {
    shop.count += 1
    let place = shop.items.isEmpty ? 0 : Int(random.next() % UInt64(shop.items.count))
    switch random.next() % 9 {
    case 0: shop.items.insert(item(&random), at: place)
    case 1 where !shop.items.isEmpty: shop.items.remove(at: place)
    case 2 where !shop.items.isEmpty: shop.items[place].tags.insert("tag \(random.next() % 3)")
    case 3: shop.byName["name \(random.next() % 4)"] = random.next() % 3 == 0 ? nil : item(&random)
    case 4:
      shop.screen = [.start, .item(item(&random)), .search(text: "text \(random.next() % 9)", found: [1, 2])][Int(random.next() % 3)]
    case 5: shop.last = random.next() % 3 == 0 ? nil : item(&random)
    case 6: shop.owner.name = "owner \(random.next() % 9)"
    case 7: shop.owner.visits += 1
    default: shop.items = shop.items.reversed()
    }
  }

  /// One store that all threads share.
  private final class SharedStore: Sendable {
    let tap: StoreTap
    private let state = Locked((shop: Shop(), expected: [JSONValue]()))

    init(_ tap: StoreTap) { self.tap = tap }

    func dispatch(_ random: inout SplitMix64) {
      let seed = Int(truncatingIfNeeded: random.next())
      tap.record(action: "changed") {
        state.withLock { state in
          tap.reduce("changed", into: &state.shop) { shop, _ in
            var random = SplitMix64(seed: seed)
            change(&shop, &random)
          }
          state.expected.append(JSONValue.whole(state.shop))
        }
      }
    }

    var expected: [JSONValue] { state.withLock { $0.expected } }
  }

  @Test(arguments: seeds(1)) func `stores on several threads are folded to the states that they had`(seed: Int) throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(patchBytesPerSnapshot: 2000))
    let shared = SharedStore(recorder.store("shared"))
    let own = Locked<[[JSONValue]]>(Array(repeating: [], count: 4))
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SplitMix64(seed: 10 * seed + thread)
      let tap = recorder.store("own \(thread)")
      var shop = Shop()
      var expected: [JSONValue] = []
      for _ in 0..<60 {
        let seed = Int(truncatingIfNeeded: random.next())
        tap.reduce("changed", into: &shop) { shop, _ in
          var random = SplitMix64(seed: seed)
          Self.change(&shop, &random)
        }
        expected.append(JSONValue.whole(shop))
        shared.dispatch(&random)
      }
      own.withLock { [expected] in $0[thread] = expected }
    }
    recorder.close()
    let log = try RecordedLog(sink)
    for (thread, expected) in own.withLock({ $0 }).enumerated() {
      let states = try log.states(of: "own \(thread)").map(\.state)
      // The first state is the one before the first action.
      #expect(states.count == expected.count + 1 && Array(states.dropFirst()) == expected)
    }
    let states = try log.states(of: "shared").map(\.state)
    #expect(states.count == 241 && Array(states.dropFirst()) == shared.expected)
  }
}
