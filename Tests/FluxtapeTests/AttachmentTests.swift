import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// The facts that each way of attaching provides: the table on the page "Attach to any store".
struct AttachmentTests {
  /// In the order of the table's columns.
  enum Fact: CaseIterable { case before, after, cause, site, duration }

  struct Attachment: Sendable, CustomTestStringConvertible {
    /// The first cell of a row.
    let name: String
    /// Changes a state from 1 to 2 inside an action of another store.
    let play: @Sendable (Recorder) async -> Void
    var testDescription: String { name }
  }

  @Test func `the table has a row for each way`() throws {
    let rows = try #require(try DocumentationPage.named("Attaching")?.table(below: "What each way can record"))
    #expect(rows.map(\.first) == Self.attachments.map(\.name))
  }

  @Test(arguments: attachments)
  func `knows what the table says`(_ attachment: Attachment) async throws {
    let clock = ManualClock()
    let (recorder, sink) = Recorder.inMemory(clock: clock)
    await attachment.play(recorder)
    let log = try RecordedLog(sink)
    let action = try #require(log.actions.last { $0.store == "s" && !$0.type.hasPrefix("@@") })
    let states = try log.states(of: "s")
    let place = states.firstIndex { $0.step == action.step }
    var facts: Set<Fact> = []
    if let place, place > 0, states[place - 1].state == 1 { facts.insert(.before) }
    if let place, states[place].state == 2 { facts.insert(.after) }
    if action.cause != nil { facts.insert(.cause) }
    if action.site != nil { facts.insert(.site) }
    if action.outcome.duration != nil { facts.insert(.duration) }
    let rows = try #require(try DocumentationPage.named("Attaching")?.table(below: "What each way can record"))
    let row = try #require(rows.first { $0.first == attachment.name })
    let told = Set(zip(Fact.allCases, row.dropFirst()).filter { $0.1 != "–" }.map(\.0))
    #expect(facts == told)
    #expect(action.thread == nil)
  }

  static let attachments = [
    Attachment(name: "middleware") { recorder in
      let tap = recorder.store("s")
      let state = Box()
      inside(recorder) { tap.middleware({ _ in }, { state.value })({ (_: Int) in state.value = 2 })(5) }
    },
    Attachment(name: "reducer") { recorder in
      let reduce = recorder.store("s").reducer { (state: inout Int, action: Int) in state = 2 }
      var state = 1
      inside(recorder) { reduce(&state, 5) }
    },
    Attachment(name: "middleware and reducer") { recorder in
      let tap = recorder.store("s")
      let reduce = tap.reducer { (state: inout Int, action: Int) in state = 2 }
      let state = Box()
      inside(recorder) { tap.middleware({ _ in }, { state.value })({ (action: Int) in reduce(&state.value, action) })(5) }
    },
    Attachment(name: "`record(action:state:)`") { recorder in
      let tap = recorder.store("s")
      let state = Box()
      inside(recorder) { tap.record(action: 5, state: { state.value }) { state.value = 2 } }
    },
    Attachment(name: "`record(action:)` and `reduce`") { recorder in
      let tap = recorder.store("s")
      let state = Box()
      inside(recorder) { tap.record(action: 5) { tap.reduce(5, into: &state.value) { state, _ in state = 2 } } }
    },
    Attachment(name: "`reduce` of an event with a name") { recorder in
      let tap = recorder.store("s")
      let state = Box()
      inside(recorder) { tap.reduce("a", 5, into: &state.value) { state in state = 2 } }
    },
    Attachment(name: "`record(_:state:)`") { recorder in
      let tap = recorder.store("s")
      let state = Box()
      inside(recorder) { tap.record("a", state: { state.value }) { state.value = 2 } }
    },
    Attachment(name: "`record` of an object") { recorder in
      let model = Box()
      let tap = recorder.store("s", of: model) { $0.value }
      inside(recorder) { tap.record("a") { model.value = 2 } }
    },
    Attachment(name: "`record`, asynchronous, of an object") { recorder in
      let model = Box()
      let tap = recorder.store("s", of: model) { $0.value }
      await recorder.caused(by: Cause(run: "another", seq: 1)) {
        await tap.record("a") {
          await Task.yield()
          model.value = 2
        }
      }
    },
    Attachment(name: "`record` without an object") { recorder in
      let tap = recorder.store("s")
      inside(recorder) { tap.record("a") {} }
    },
    Attachment(name: "`tap`") { recorder in
      let tap = recorder.store("s")
      let observe: (Int) -> Void = tap.tap("a")
      inside(recorder) { observe(2) }
    },
    Attachment(name: "dispatcher") { recorder in
      let dispatcher = recorder.dispatcher("s")
      let state = Box()
      inside(recorder) { dispatcher.record(action: 5) { state.value = 2 } }
    },
    Attachment(name: "`record`, asynchronous, of a dispatcher") { recorder in
      let dispatcher = recorder.dispatcher("s")
      await recorder.caused(by: Cause(run: "another", seq: 1)) {
        await dispatcher.record("a", 5) { await Task.yield() }
      }
    },
  ]

  static func inside(_ recorder: Recorder, _ body: () -> Void) { recorder.store("outer").record("outer", body) }
}

final class Box {
  var value = 1
}
