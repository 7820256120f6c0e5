import Fluxtape
import FluxtapeStores
import Testing

struct UndoTests {
  private let world = RecordedWorld()

  private func counter(_ rule: UndoRule<Int, CounterAction>?, recorded: Bool = false) -> Store<Int, CounterAction> {
    Store(initial: 0, reducer: countingReducer, undoing: rule, recording: recorded ? world.recorder.store("counter") : nil)
  }

  @Test func `undo goes back state by state, redo comes again, a new action ends that`() {
    let store = counter(.last(10))
    for amount in [1, 10, 100] { store.dispatch(.added(amount)) }
    #expect(store.undo() && store.undo())
    #expect(store.state == 1)
    #expect(store.redo())
    #expect(store.state == 11)
    store.dispatch(.added(5))
    #expect(!store.redo())
    #expect(store.undo() && store.state == 11)
  }

  @Test(arguments: 0...4) func `only so many states are kept`(_ limit: Int) {
    let store = counter(.last(limit))
    for _ in 1...3 { store.dispatch(.added(1)) }
    var steps = 0
    while store.undo() { steps += 1 }
    #expect(steps == min(limit, 3))
    #expect(store.state == 3 - steps)
    #expect(store.canRedo == (steps > 0) && !store.canUndo)
  }

  @Test func `what is not to be undone, or changes nothing, is passed over`() {
    let store = counter(.last(10) { $0 != .reset })
    store.dispatch(.added(2))
    store.dispatch(.added(0))
    store.dispatch(.reset)
    #expect(store.state == 0)
    #expect(store.undo())
    #expect(store.state == 0, "the state before the first")
    #expect(!store.undo())
  }

  @Test func `without a rule nothing is undone`() {
    let store = counter(nil)
    store.dispatch(.added(2))
    #expect(!store.canUndo && !store.undo() && !store.redo())
    #expect(store.state == 2)
  }

  @Test func `subscribers are told, and the log has a step for each`() {
    let store = counter(.last(10), recorded: true)
    let trace = Trace<Int>()
    let token = store.subscribe { trace.note($0) }
    store.dispatch(.added(2))
    store.undo(fileID: "Shop/Main.swift", line: 3)
    store.redo()
    withExtendedLifetime(token) { #expect(trace.entries == [0, 2, 0, 2]) }
    #expect(world.chain == ["1 counter CounterAction.added", "2 counter undo", "3 counter redo"])
    #expect(
      world.lines[2] == #"{"seq":2,"t":0,"store":"counter","type":"undo","site":"Shop/Main.swift:3","dur":0,"#
        + #""patch":[{"op":"replace","path":"","value":0}]}"#)
  }

  @Test func `an undo inside of a reducer does nothing`() {
    let other = counter(.last(3))
    other.dispatch(.added(1))
    let store = Store<Bool, CounterAction>(initial: true, reducer: { state, _ in state = other.undo() })
    store.dispatch(.reset)
    #expect(!store.state && other.state == 1)
  }

  @Test func `undone and redone by eight threads, each state is one that was`() async {
    let store = counter(.last(1000))
    let trace = Trace<Int>()
    let token = store.subscribe { trace.note($0) }
    await onThreads(8) { thread in
      for number in 0..<100 {
        switch (thread + number) % 3 {
        case 0: store.undo()
        case 1: store.redo()
        default: store.dispatch(.added(1))
        }
      }
    }
    withExtendedLifetime(token) {
      #expect(zip(trace.entries, trace.entries.dropFirst()).allSatisfy { abs($0 - $1) == 1 })
    }
  }
}
