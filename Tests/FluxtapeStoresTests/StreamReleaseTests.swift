import FluxtapeStores
import Testing

/// Everything that can be subscribed to is released with its owner, and a subscriber with its subscription or with the source.
struct StreamReleaseTests {
  final class Witness: Sendable {}

  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Creates a source, and subscribes with a closure that holds the witness.
    let listen: @Sendable (Witness) -> Listening
  }

  struct Listening {
    /// The objects that the app owns.
    let sources: [AnyObject]
    /// Ends the subscription when it is released.
    let token: AnyObject
  }

  private final class Seen {
    private(set) weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  @Test(arguments: kinds) func `a source goes with its owner, and what listens to it goes too`(_ kind: Kind) {
    let (sources, witness, token): ([Seen], Seen, AnyObject)
    do {
      let held = Witness()
      let listening = kind.listen(held)
      (sources, witness, token) = (listening.sources.map(Seen.init), Seen(held), listening.token)
    }
    #expect(sources.allSatisfy { $0.object == nil })
    #expect(witness.object == nil)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: kinds) func `what listens goes with its subscription`(_ kind: Kind) {
    let (sources, witness): ([AnyObject], Seen)
    var token: AnyObject?
    do {
      let held = Witness()
      let listening = kind.listen(held)
      (sources, witness, token) = (listening.sources, Seen(held), listening.token)
    }
    withExtendedLifetime(token) { #expect(witness.object != nil) }
    token = nil
    #expect(witness.object == nil)
    withExtendedLifetime(sources) {}
  }
}

// MARK: - Kinds

extension StreamReleaseTests {
  static let kinds = selections + dispatchers

  private static let selections = [
    selection("a state") { $0 },
    selection("a part") { $0.select { -$0 } },
    selection("states without duplicates") { $0.removingDuplicates() },
    selection("delivered states") { $0.delivered { work in work() } },
  ]

  private static func selection(_ name: String, _ operation: @escaping @Sendable (Selection<Int>) -> Selection<Int>) -> Kind {
    Kind(testDescription: name) { witness in
      let store = Store(initial: 0, reducer: countingReducer)
      let token = operation(store.selection).subscribe { _ in _ = witness }
      store.dispatch(.added(1))
      return Listening(sources: [store], token: token)
    }
  }

  private static let dispatchers = [
    Kind(testDescription: "a dispatcher's actions") { witness in
      let dispatcher = Dispatcher()
      let token = dispatcher.register(TodoToggled.self) { _ in _ = witness }
      dispatcher.dispatch(TodoToggled(id: 1))
      return Listening(sources: [dispatcher], token: token)
    },
    Kind(testDescription: "a group of stores") { witness in
      let dispatcher = Dispatcher()
      let store = ReduceStore(todosOn: dispatcher)
      let group = StoreGroup { members in members.add("todos", store) }
      let token = group.subscribe { _ = witness }
      dispatcher.dispatch(TodoToggled(id: 1))
      return Listening(sources: [dispatcher, store, group], token: token)
    },
  ]
}
