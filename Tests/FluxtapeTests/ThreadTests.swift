import Dispatch
import FluxtapeLocking
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private enum CounterAction: Codable, Equatable, Sendable {
  case added(thread: Int, amount: Int)
  case cleared
}

/// A store that reduces one action at a time, from any thread.
private final class LockedStore: Sendable {
  let state = Locked(0)
  let tap: StoreTap

  init(_ tap: StoreTap) { self.tap = tap }

  func dispatch(_ action: CounterAction) {
    tap.record(action: action) {
      state.withLock { state in
        tap.reduce(action, into: &state) { state, action in
          switch action {
          case .added(_, let amount): state += amount
          case .cleared: state = 0
          }
        }
      }
    }
  }
}

/// A store that hands out its state without holding a lock.
private final class OpaqueStore: Sendable {
  let state = Locked(0)
  let tap: StoreTap

  init(_ tap: StoreTap) { self.tap = tap }

  func dispatch(_ amount: Int) {
    tap.record(action: amount, state: { self.state.withLock { $0 } }) { self.state.withLock { $0 += amount } }
  }
}

struct ThreadTests {
  @Test func `dispatches from several threads fold to the state, in the order of reduction`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(patchBytesPerSnapshot: 500))
    let store = LockedStore(recorder.store("counter"))
    let other = LockedStore(recorder.store("other"))
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for amount in 1...50 {
        store.dispatch(.added(thread: thread, amount: amount))
        if thread == 0 { other.dispatch(.cleared) }
        if amount == 25 { recorder.mark("half of \(thread)") }
      }
    }
    recorder.close()
    let log = try RecordedLog(sink)
    let states = try log.states(of: "counter")
    #expect(states.last?.state == .number(JSONNumber(store.state.withLock { $0 })))
    #expect(states.count == 201)
    // Each state is the previous one plus the amount of its action.
    let amounts = Dictionary(uniqueKeysWithValues: log.actions.map { ($0.step, $0.payload?["amount"]?.int ?? 0) })
    for (before, after) in zip(states, states.dropFirst()) {
      let amount = try #require(after.step.flatMap { amounts[$0] })
      #expect(after.state.int == before.state.int.map { $0 + amount })
    }
    // The actions of each thread are in order, and every action is complete.
    for thread in 0..<4 {
      #expect(log.actions.filter { $0.payload?["thread"]?.int == thread }.compactMap { $0.payload?["amount"]?.int } == Array(1...50))
    }
    #expect(log.actions.allSatisfy { $0.outcome.isKnown && $0.cause == nil })
    #expect(log.actions.map(\.step.rawValue) == log.actions.map(\.step.rawValue).sorted())
  }

  @Test func `a state that has to be asked for never goes back to one that another thread overtook`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let store = OpaqueStore(recorder.store("counter"))
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 1...100 { store.dispatch(1) }
    }
    let states = try RecordedLog(sink).states(of: "counter").compactMap(\.state.int)
    #expect(states == states.sorted())
    #expect(states.last == 400)
  }

  @Test func `a state that another thread overtook while it was asked for is asked for again`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("counter")
    let (state, meanwhile) = (Locked(0), Locked(0))
    @Sendable func ask() -> Int? {
      let answer = state.withLock { $0 }
      let amount = meanwhile.withLock { amount in
        defer { amount = 0 }
        return amount
      }
      if amount > 0 {
        let done = DispatchSemaphore(value: 0)
        onAnotherThread {
          add(amount)
          done.signal()
        }
        done.wait()
      }
      return answer
    }
    @Sendable func add(_ amount: Int, andMeanwhile other: Int = 0) {
      tap.record(action: amount, state: ask) {
        state.withLock { $0 += amount }
        meanwhile.withLock { $0 = other }
      }
    }
    add(1)
    add(10, andMeanwhile: 100)
    // The recorder also reads the state before an action. Here another thread changes the state during that read.
    meanwhile.withLock { $0 = 1000 }
    add(10_000)
    #expect(try RecordedLog(sink).states(of: "counter").map(\.state) == [0, 1, 11, 111, 111, 1111, 11_111])
  }

  @Test func `a reducer does not take the action that another thread has dispatched`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("counter")
    let (began, mayEnd, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    onAnotherThread {
      tap.record(action: CounterAction.cleared) {
        began.signal()
        mayEnd.wait()
      }
      done.signal()
    }
    began.wait()
    var state = 1
    tap.reduce(CounterAction.added(thread: 0, amount: 1), into: &state) { state, _ in state = 2 }
    mayEnd.signal()
    done.wait()
    let actions = try RecordedLog(sink).actions
    #expect(actions.map(\.enumCase) == ["cleared", "added"])
    #expect(actions.map(\.cause) == [nil, nil])
    #expect(actions.map(\.outcome.isUnreduced) == [true, false])
  }

  @Test func `two dispatches that interleave are completed one after the other`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let store = LockedStore(recorder.store("counter"))
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchSemaphore(value: 0)
    onAnotherThread {
      recorder.store("left").record("left") {
        first.signal()
        second.wait()
      }
      done.signal()
    }
    first.wait()
    store.dispatch(.cleared)
    second.signal()
    done.wait()
    let log = try RecordedLog(sink)
    let completed = log.records.compactMap { if case .completion(let record) = $0 { record.step } else { nil } }
    #expect(completed == [2, 1])
    #expect(log.actions.map(\.type) == ["left", "CounterAction.cleared", "@@DEINIT"])
    #expect(log.actions.map(\.cause) == [nil, nil, nil])
    #expect(log.actions.allSatisfy { $0.outcome.isKnown })
  }
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "another").async(execute: body)
}

// MARK: - App code that records inside an encoding

private struct Meddling: Encodable {
  let value: Int
  let tap: StoreTap
  let other: StoreTap

  func encode(to encoder: any Encoder) throws {
    tap.record("from inside of the same store") {}
    other.record("from inside of another one") {}
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

struct MeddlingTests {
  @Test func `a record made from inside an encoding is dropped and counted`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let (app, other) = (recorder.store("app"), recorder.store("other"))
    let reduce = app.reducer { (action: Int, state: Meddling?) in Meddling(value: action, tap: app, other: other) }
    let state = reduce(1, nil)
    _ = reduce(2, state)
    recorder.mark("after")
    let log = try RecordedLog(sink)
    // No state was lost; readers get whole states and never a patch from an unknown state.
    #expect(try log.states(of: "app").map(\.state) == [1, 2])
    var lost = 0
    for case .gap(let gap) in log.records {
      lost += gap.lost
      #expect(gap.reason == "recorded from inside an encoding")
      #expect(gap.first == nil)
    }
    // Two for each time a state was encoded.
    #expect(lost >= 4 && lost.isMultiple(of: 2))
    #expect(!log.actions.contains { $0.store == "other" })
  }

  @Test func `a payload that records is described all the same`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let (app, other) = (recorder.store("app"), recorder.store("other"))
    app.record("play", Meddling(value: 3, tap: app, other: other)) {}
    #expect(try RecordedLog(sink).action("play")?.payload == 3)
  }
}
