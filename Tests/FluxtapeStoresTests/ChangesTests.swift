import FluxtapeStores
import Testing

struct ChangesTests {
  private let store = Store(initial: 0, reducer: countingReducer)

  @Test func `begins with the state at the start of the loop, then brings each later one`() async {
    store.dispatch(.added(5))
    var changes = store.changes.makeAsyncIterator()
    #expect(await changes.next()?.state == 5)
    store.dispatch(.added(1))
    #expect(await changes.next()?.state == 6)
    store.dispatch(.added(1))
    #expect(await changes.next()?.state == 7)
  }

  @Test(
    arguments: [
      (.latest, [4]), (.newest(2), [3, 4]), (.newest(0), [4]), (.unbounded, [0, 1, 2, 3, 4]),
    ] as [(Changes<Int>.Buffering, [Int])]
  )
  func `keeps for a slow loop what it was told to keep`(buffering: Changes<Int>.Buffering, kept: [Int]) async {
    var changes = store.changes.buffering(buffering).makeAsyncIterator()
    for _ in 1...4 { store.dispatch(.added(1)) }
    var seen: [Int] = []
    while seen.last != 4, let change = await changes.next() { seen.append(change.state) }
    #expect(seen == kept)
  }

  @Test func `two loops each get every state`() async {
    let changes = store.changes.buffering(.unbounded)
    var first = changes.makeAsyncIterator()
    var second = changes.makeAsyncIterator()
    store.dispatch(.added(1))
    for state in [0, 1] {
      #expect(await first.next()?.state == state)
      #expect(await second.next()?.state == state)
    }
  }

  @Test func `ends when the store is released, after what is still kept`() async {
    var short: Store? = Store(initial: 0, reducer: countingReducer)
    guard let changes = short?.changes.buffering(.unbounded) else { return }
    var iterator = changes.makeAsyncIterator()
    short?.dispatch(.added(1))
    short = nil
    #expect(await iterator.next()?.state == 0)
    #expect(await iterator.next()?.state == 1)
    #expect(await iterator.next() == nil)
    for await change in changes { Issue.record("a loop begun after the end got \(change)") }
  }

  @Test func `a waiting loop ends when its task is cancelled`() async {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let loop = Task { [store] in
      var count = 0
      for await _ in store.changes {
        count += 1
        begin.yield()
      }
      return count
    }
    _ = await began.first { true }
    loop.cancel()
    #expect(await loop.value == 1)
  }

  @Test @MainActor func `a loop on the main actor sees them too`() async {
    let store = Store(initial: 3, reducer: countingReducer)
    for await change in store.changes {
      #expect(change.state == 3)
      break
    }
  }

  @Test func `a selection is a sequence too, and skips repeats before it keeps`() async {
    var parity = store.select { $0.isMultiple(of: 2) }.removingDuplicates().changes.buffering(.unbounded).makeAsyncIterator()
    for amount in [2, 2, 1, 2, 1] { store.dispatch(.added(amount)) }
    #expect(await parity.next()?.state == true)
    #expect(await parity.next()?.state == false)
    #expect(await parity.next()?.state == true)
  }
}
