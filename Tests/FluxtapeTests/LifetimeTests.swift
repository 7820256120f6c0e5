import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// An object that reports its deinitialization.
private final class Witness: Encodable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }
  deinit { onEnd() }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("witness")
  }
}

/// Whether an object is alive.
private final class Seen {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }
}

private struct State: Encodable {
  var witness: Witness?
  var list: [Witness] = []
  var table: [String: Witness] = [:]
  var number = 0
}

private enum Action { case keep(Witness), go }

@Suite(.timeLimit(.minutes(10))) struct LifetimeTests {
  @Test func `an object of a state or an action goes when the app lets it go`() {
    let (recorder, _) = Recorder.inMemory()
    let tap = recorder.store("app")
    let reduce = tap.reducer { (state: inout State, action: Action) in
      switch action {
      case .keep(let witness): state = State(witness: witness, list: [witness], table: ["a": witness], number: 1)
      case .go: state = State(number: 2)
      }
    }
    var state = State()
    let seen: Seen
    do {
      let witness = Witness()
      seen = Seen(witness)
      reduce(&state, .keep(witness))
    }
    #expect(seen.object != nil)
    reduce(&state, .go)
    #expect(seen.object == nil)
  }

  @Test func `an object that is shown goes, as does the one whose state is asked for`() {
    final class Model {
      var witness: Witness? = Witness()
    }
    let (recorder, _) = Recorder.inMemory()
    var model: Model? = Model()
    let (seenModel, seenWitness) = (Seen(model), Seen(model?.witness))
    let tap = model.map { recorder.store("model", of: $0) { $0.witness as Any } }
    tap?.record("shown", model?.witness as Any) { model?.witness = nil }
    #expect(seenWitness.object == nil)
    model = nil
    #expect(seenModel.object == nil)
    tap?.record("gone") {}
  }

  @Test func `the end of an object records, whoever lets it go`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("app")
    let ended = Locked(0)
    func witness() -> Witness {
      Witness {
        ended.withLock { $0 += 1 }
        tap.record("ended") {}
        var state = State()
        tap.reduce(1, into: &state) { $0.number += $1 }
      }
    }
    let reduce = tap.reducer { (state: inout State, action: Action) in
      switch action {
      case .keep(let witness): state.list.append(witness)
      case .go: state.list = []
      }
    }
    var state = State()
    for _ in 0..<5 {
      reduce(&state, .keep(witness()))
      reduce(&state, .keep(witness()))
      reduce(&state, .go)
    }
    reduce(&state, .go)
    #expect(ended.withLock { $0 } == 10)
    #expect(try RecordedLog(sink).actions.count { $0.type == "ended" } == 10)
  }

  @Test func `a log goes with the last of its recorder and taps`() {
    final class Sink: LogSink {
      func write(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count }
      func close() {}
    }
    let sink: Seen
    var tap: StoreTap?
    do {
      let own = Sink()
      sink = Seen(own)
      let recorder = Recorder(writingTo: own, context: .fixed())
      tap = recorder.store("app", state: 1)
      recorder.dispatcher("dispatcher").record(action: 1) {}
    }
    tap?.record("alone") {}
    #expect(sink.object != nil)
    tap = nil
    #expect(sink.object == nil)
  }

  /// An object that is made from a recorder and kept.
  struct Attachment: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Recorder, Box) -> Any
  }

  @Test(arguments: attachments) func `what is made of a tap keeps the log, keeps no object, and is kept by nothing`(_ kind: Attachment)
    throws
  {
    let bytes = MemorySink()
    final class Sink: LogSink {
      let bytes: MemorySink
      init(_ bytes: MemorySink) { self.bytes = bytes }
      func write(_ bytes: ArraySlice<UInt8>) -> Int { self.bytes.write(bytes) }
      func close() {}
    }
    let (seenSink, seenObject): (Seen, Seen)
    var held: Any?
    do {
      let (sink, object) = (Sink(bytes), Box())
      (seenSink, seenObject) = (Seen(sink), Seen(object))
      let recorder = Recorder(writingTo: sink, context: .fixed())
      held = kind.make(recorder, object)
    }
    #expect(seenObject.object == nil)
    withExtendedLifetime(held) { #expect(seenSink.object != nil) }
    held = nil
    #expect(seenSink.object == nil)
    #expect(try RecordedLog(bytes).actions.count { $0.type == "@@DEINIT" } == (kind.testDescription == "a dispatcher" ? 0 : 1))
  }

  private static let attachments = [
    Attachment(testDescription: "a tap") { recorder, _ in recorder.store("s", state: 1) },
    Attachment(testDescription: "a tap of an object") { recorder, box in recorder.store("s", of: box) { $0.value } },
    Attachment(testDescription: "an observer of a tap of an object") { recorder, box in
      recorder.store("s", of: box) { $0.value }.tap("a") as (Int) -> Void
    },
    Attachment(testDescription: "an observer") { recorder, _ in recorder.store("s", state: 1).tap("a") as (Int) -> Void },
    Attachment(testDescription: "a dispatcher") { recorder, _ in
      let dispatcher = recorder.dispatcher("s")
      dispatcher.record(action: 1) {}
      return dispatcher
    },
    Attachment(testDescription: "a middleware") { recorder, _ in
      let dispatch = recorder.store("s", state: 1).middleware({ (_: Int) in }, { 1 })({ _ in })
      dispatch(1)
      return dispatch
    },
    Attachment(testDescription: "a reducer that returns a state") { recorder, _ in
      let reduce = recorder.store("s", state: 1).reducer { (action: String, state: Int?) in (state ?? 0) + action.count }
      _ = reduce("a", 1)
      return reduce
    },
    Attachment(testDescription: "a reducer that changes a state") { recorder, _ in
      let reduce = recorder.store("s", state: 1).reducer { (state: inout Int, action: Int) in state += action }
      var state = 1
      reduce(&state, 1)
      return reduce
    },
    Attachment(testDescription: "an update function") { recorder, _ in
      let update = recorder.store("s", state: 1).update({ (model: Int, event: Int) in model + event }) { $0 }
      _ = update(1, 1)
      return update
    },
  ]

  @Test func `a tap that goes inside of an encoding, or of a reducer, ends its store`() throws {
    struct Dropping: Encodable {
      let tap: Locked<StoreTap?>

      func encode(to encoder: any Encoder) throws {
        tap.withLock { $0 = nil }
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    let (recorder, sink) = Recorder.inMemory()
    let other = Locked<StoreTap?>(recorder.store("other", state: 0))
    var state = Dropping(tap: other)
    recorder.store("app").reduce(1, into: &state) { _, _ in }
    let third = Locked<StoreTap?>(recorder.store("third", state: 0))
    var number = 0
    recorder.store("app").reduce(1, into: &number) { _, _ in third.withLock { $0 = nil } }
    let log = try RecordedLog(sink)
    #expect(log.actions.filter { $0.type == "@@DEINIT" }.map(\.store) == ["other", "app", "third", "app"])
  }
}
