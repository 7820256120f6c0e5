import FluxtapeStores
import Testing

/// Of everything that can be listened to: it goes with its owner, and what listens goes with its subscription, or with what it listens to.
@Suite struct StreamReleaseTests {
  final class Witness: Sendable {}

  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes what can be listened to, and listens with a closure that holds the witness.
    let listen: @Sendable (Witness) -> Listening
  }

  struct Listening {
    /// What the app owns.
    let sources: [AnyObject]
    /// What ends the listening when it goes.
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
  static let kinds = streams + latestValues + dispatchers

  private static let streams = [
    stream("events") { $0 },
    stream("mapped events") { $0.map { -$0 } },
    stream("filtered events") { $0.filter { $0 > 0 } },
    stream("delivered events") { $0.delivered { work in work() } },
    stream("events with the latest of a variable") { $0.latest(of: Variable(1)) },
    // No value is put in: one that waits for quiet comes, even if its source is gone by then.
    Kind(testDescription: "debounced events") { witness in
      let relay = Relay<Int>()
      let token = relay.events.debounced(for: .seconds(1), clock: VirtualClock()).subscribe { _ in _ = witness }
      return Listening(sources: [relay], token: token)
    },
    Kind(testDescription: "merged events") { witness in
      let (first, second) = (Relay<Int>(), Relay<Int>())
      let token = first.events.merged(with: second.events).subscribe { _ in _ = witness }
      first.accept(1)
      return Listening(sources: [first, second], token: token)
    },
  ]

  private static func stream(_ name: String, _ operation: @escaping @Sendable (EventStream<Int>) -> EventStream<Int>) -> Kind {
    Kind(testDescription: name) { witness in
      let relay = Relay<Int>()
      let token = operation(relay.events).subscribe { _ in _ = witness }
      relay.accept(1)
      return Listening(sources: [relay], token: token)
    }
  }

  private static let latestValues = [
    selection("a variable") { $0 },
    selection("a part") { $0.select { -$0 } },
    selection("values without duplicates") { $0.removingDuplicates() },
    selection("delivered values") { $0.delivered { work in work() } },
    Kind(testDescription: "joined values") { witness in
      let (first, second) = (Variable(1), Variable("a"))
      let token = first.selection.combined(with: second.selection).subscribe { _ in _ = witness }
      first.accept(2)
      return Listening(sources: [first, second], token: token)
    },
    Kind(testDescription: "a property of a variable") { witness in
      let variable = Variable(1)
      let property = Property(variable)
      let token = property.subscribe { _ in _ = witness }
      variable.accept(2)
      return Listening(sources: [variable, property], token: token)
    },
    Kind(testDescription: "a property of events") { witness in
      let relay = Relay<Int>()
      let property = Property(1, relay.events)
      let token = property.subscribe { _ in _ = witness }
      relay.accept(2)
      return Listening(sources: [relay, property], token: token)
    },
  ]

  private static func selection(_ name: String, _ operation: @escaping @Sendable (Selection<Int>) -> Selection<Int>) -> Kind {
    Kind(testDescription: name) { witness in
      let variable = Variable(1)
      let token = operation(variable.selection).subscribe { _ in _ = witness }
      variable.accept(2)
      return Listening(sources: [variable], token: token)
    }
  }

  private static let dispatchers = [
    Kind(testDescription: "a dispatcher's actions") { witness in
      let dispatcher = Dispatcher()
      let token = dispatcher.register(TodoToggled.self) { _ in _ = witness }
      dispatcher.dispatch(TodoToggled(id: 1))
      return Listening(sources: [dispatcher], token: token)
    },
    Kind(testDescription: "a subject's values") { witness in
      let dispatcher = Dispatcher()
      let subject = dispatcher.subject("title", of: String.self)
      let token = subject.register { _ in _ = witness }
      subject.dispatch("a")
      return Listening(sources: [dispatcher, subject], token: token)
    },
    Kind(testDescription: "a subject's events") { witness in
      let dispatcher = Dispatcher()
      let subject = dispatcher.subject("title", of: String.self)
      let token = subject.events.subscribe { _ in _ = witness }
      subject.dispatch("a")
      return Listening(sources: [dispatcher, subject], token: token)
    },
    Kind(testDescription: "a store") { witness in
      let store = Store(initial: 0, reducer: countingReducer)
      let token = store.subscribe { _ in _ = witness }
      store.dispatch(.added(1))
      return Listening(sources: [store], token: token)
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
