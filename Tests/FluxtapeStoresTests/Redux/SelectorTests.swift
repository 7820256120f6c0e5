import FluxtapeStores
import Testing

struct SelectorTests {
  private struct Catalog: Sendable {
    var query = ""
    var names = ["tea", "té", "茶"]
    var visits = 0
  }

  @Test func `the result is made anew when its part has changed`() {
    let made = Trace<String>()
    let matching = Selector(of: { (catalog: Catalog) in [catalog.query] + catalog.names }) { catalog in
      made.note(catalog.query)
      return catalog.names.filter { $0.contains(catalog.query) }
    }
    var catalog = Catalog()
    _ = matching(catalog)
    catalog.visits = 7
    #expect(matching(catalog).count == 3)
    catalog.query = "t"
    #expect(matching(catalog) == ["tea", "té"])
    #expect(made.entries == ["", "t"])
  }

  @Test func `a store selects by it`() {
    let doubled = Selector(of: { (count: Int) in count / 2 }) { $0 / 2 }
    let store = Store(initial: 0, reducer: countingReducer)
    let trace = Trace<Int>()
    let token = store.select(doubled).removingDuplicates().subscribe { trace.note($0) }
    for _ in 1...5 { store.dispatch(.added(1)) }
    withExtendedLifetime(token) { #expect(trace.entries == [0, 1, 2]) }
  }

  @Test func `many threads that ask at once all get what belongs to their state`() async {
    let doubled = Selector(of: { (count: Int) in count }) { $0 * 2 }
    let wrong = Trace<Int>()
    await onThreads(8) { thread in
      for number in 0..<500 where doubled(thread + number) != (thread + number) * 2 { wrong.note(number) }
    }
    #expect(wrong.entries == [])
  }
}
