import Fluxtape
import FluxtapeJSON
import Testing

// The code about Mobius on "Attach to any store" and "Recipes for libraries", word for word. Stand-ins for the types of MobiusCore have the
// same functions.

struct MobiusSnippets {
  let sink = MemorySink()
  let recorder: Recorder

  init() { recorder = Recorder(writingTo: sink, context: .fixed()) }

  @Test func `an update of Mobius`() throws {
    let counter = recorder.store("counter")
    let recorded = Update(counter.update(update) { $0.model })
    #expect(recorded.update(model: 3, event: "up").model == 4)
    #expect(recorded.update(model: 4, event: "log").effects == ["log"])
    #expect(try RecordedLog(sink).states(of: "counter").map(\.state) == [3, 4, 4])
  }

  @Test func `effects in any order`() throws {
    let (screen, counter) = (recorder.store("screen"), recorder.store("counter"))
    var answers: [() -> Void] = []
    let effectHandler = AnyConnectable<String, String> { [recorder] consumer in
      Connection(acceptClosure: { effect in answers.append(recorder.keepingCause { consumer("up") }) }, disposeClosure: {})
    }
    let loop = Mobius.loop(
      update: Update(update).recorded(by: counter, of: recorder), effectHandler: effectHandler.keepingCauses(of: recorder)
    ).start(from: 0)
    for event in ["load", "log"] { screen.record("tapped") { loop.dispatchEvent(Caused(event, recorder.cause)) } }
    answers.reversed().forEach { $0() }
    #expect(
      try RecordedLog(sink).summary == [
        "1 screen tapped", "2 counter String <1", "3 screen tapped", "4 counter String <3", "5 counter String <4", "6 counter String <2",
      ])
    #expect(loop.latestModel == 2)
  }

  private func update(model: Int, event: String) -> Next<Int, String> {
    event == "up" ? .next(model + 1) : .dispatchEffects([event])
  }
}

/// An event or an effect, and the action that it stems from.
struct Caused<Value> {
  let value: Value
  let cause: Cause?

  init(_ value: Value, _ cause: Cause?) { (self.value, self.cause) = (value, cause) }
}

extension Update {
  /// The same, recorded; each effect brings along the event that led to it.
  func recorded(by tap: StoreTap, of recorder: Recorder) -> Update<Model, Caused<Event>, Caused<Effect>> {
    let recorded = tap.update({ model, event in
      let next = update(model: model, event: event)
      return (model: next.model, effects: next.effects.map { Caused($0, recorder.cause) })
    }) { $0.model }
    return Update<Model, Caused<Event>, Caused<Effect>> { model, event in
      let next = recorder.caused(by: event.cause) { recorded(model, event.value) }
      return next.model.map { .next($0, effects: next.effects) } ?? .dispatchEffects(next.effects)
    }
  }
}

extension Connectable {
  /// The same effect handler; each event brings along the effect that led to it.
  func keepingCauses(of recorder: Recorder) -> AnyConnectable<Caused<Input>, Caused<Output>> {
    AnyConnectable { consumer in
      let connection = connect { event in consumer(Caused(event, recorder.cause)) }
      return Connection(
        acceptClosure: { effect in recorder.caused(by: effect.cause) { connection.accept(effect.value) } },
        disposeClosure: connection.dispose)
    }
  }
}
