import Dispatch
import Foundation
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

// App code that misbehaves wherever a recorder calls it. Whatever happens to the log, the app continues.

/// Performs everything that can be recorded, at once.
private final class Mischief: Sendable {
  let recorder: Recorder
  let taps: [StoreTap]
  let done = Locked(0)

  init(_ recorder: Recorder, stores: Int = 3) {
    self.recorder = recorder
    taps = (0..<stores).map { recorder.store("store \($0)") }
  }

  func play() {
    done.withLock { $0 += 1 }
    for tap in taps {
      tap.record("scope", "payload") {}
      var state = 0
      tap.reduce(1, into: &state) { $0 += $1 }
      tap.record(action: "action", state: { 1 }) { tap.record("inner") {} }
      tap.tap("event")(1)
    }
    recorder.mark("mark")
    recorder.caused(by: recorder.cause) { recorder.store("passing", state: 1).record("x") {} }
    recorder.dispatcher("dispatcher").record(action: 1) {}
    _ = recorder.failure
    let other = Recorder(writingTo: MemorySink(), context: .fixed())
    other.store("other", state: [1]).record("other") {}
    other.close()
  }
}

/// A value that performs it in its encoding, its description and its deinitializer.
private struct Playing: Encodable, CustomStringConvertible {
  let number: Int
  let mischief: Mischief

  func encode(to encoder: any Encoder) throws {
    mischief.play()
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  var description: String {
    mischief.play()
    return "\(number)"
  }
}

/// The same without `Encodable`.
private struct Mirrored: CustomReflectable {
  let number: Int
  let mischief: Mischief

  var customMirror: Mirror {
    mischief.play()
    return Mirror(self, children: ["number": number])
  }
}

private struct Failure: Error, CustomStringConvertible {
  let mischief: Mischief

  /// An error whose description fails with the same error.
  var description: String {
    mischief.play()
    try? mischief.taps.first?.record("failing") { throw self }
    return "failed"
  }
}

@Suite(.timeLimit(.minutes(10))) struct HarmTests {
  static let durabilities: [RecorderOptions.Durability] = [.culprit, .perAction, .synchronized]

  @Test(arguments: durabilities)
  func `values that record, from eight threads, harm nothing`(durability: RecorderOptions.Durability) throws {
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink, options: RecorderOptions(durability: durability), context: .fixed())
    let mischief = Mischief(recorder)
    let reduced = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let tap = mischief.taps[thread % mischief.taps.count]
      var (playing, mirrored) = (Playing(number: 0, mischief: mischief), Mirrored(number: 0, mischief: mischief))
      for number in 1...8 {
        tap.reduce(Playing(number: number, mischief: mischief), into: &playing) { $0 = $1 }
        tap.reduce(Mirrored(number: number, mischief: mischief), into: &mirrored) { $0 = $1 }
        tap.record("scope", [playing]) { reduced.withLock { $0 += 1 } }
        try? tap.record("failing", mirrored) { throw Failure(mischief: mischief) }
      }
    }
    #expect(reduced.withLock { $0 } == 64)
    #expect(mischief.done.withLock { $0 } > 64)
    recorder.close()
    let log = try RecordedLog(sink)
    #expect(!log.isTorn)
    for store in 0..<3 { _ = try log.states(of: "store \(store)") }
  }

  @Test func `an error whose description throws it again is described once`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let mischief = Mischief(recorder)
    // Not with an expectation, which also describes the error.
    do { try mischief.taps[0].record("outer") { throw Failure(mischief: mischief) } } catch {}
    #expect(mischief.done.withLock { $0 } == 1)
    #expect(try RecordedLog(sink).action("outer")?.outcome.error == RecordedError(type: "Failure", message: "failed"))
  }

  @Test func `a state whose encoding reads and changes the store that holds it harms nothing`() throws {
    final class CartStore {
      struct State: Encodable {
        var count = 0
        unowned let store: CartStore

        func encode(to encoder: any Encoder) throws {
          var container = encoder.singleValueContainer()
          if store.state?.count == 1, !store.hasAsked {
            store.hasAsked = true
            store.send(5)
          }
          try container.encode(store.state.map(\.count) ?? -1)
        }
      }

      let tap: StoreTap
      var state: State?
      var hasAsked = false

      init(_ tap: StoreTap) {
        self.tap = tap
        state = State(store: self)
      }

      func send(_ amount: Int) {
        tap.record(action: amount) {
          var next = state
          tap.reduce(amount, into: &next) { state, amount in state?.count += amount }
          state = next
        }
      }
    }
    let (recorder, sink) = Recorder.inMemory()
    let store = CartStore(recorder.store("cart"))
    for _ in 0..<3 { store.send(1) }
    recorder.close()
    #expect(store.state?.count ?? 0 >= 3 && store.hasAsked)
    #expect(try !RecordedLog(sink).isTorn)
  }

  @Test func `a snapshot that records does not ask for itself`() throws {
    final class Model {
      var count = 0
      var tap: ObjectTap<Model>?
    }
    let (recorder, sink) = Recorder.inMemory()
    let model = Model()
    let asked = Locked(0)
    model.tap = recorder.store("model", of: model) { model in
      asked.withLock { $0 += 1 }
      model.tap?.record("asked") {}
      return model.count
    }
    model.tap?.record("counted") { model.count += 1 }
    #expect((1..<10).contains(asked.withLock { $0 }))
    #expect(try RecordedLog(sink).states(of: "model").map(\.state) == [0, 1])
  }

  @Test func `a state that is asked for from inside of a store is asked for once`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let mischief = Mischief(recorder)
    let asked = Locked(0)
    func ask() -> Int? {
      asked.withLock { $0 += 1 }
      mischief.taps[0].record(action: "asking", state: ask) {}
      return 7
    }
    mischief.taps[0].record(action: "outer", state: ask) {}
    #expect((1..<10).contains(asked.withLock { $0 }))
    #expect(try RecordedLog(sink).states(of: "store 0").last?.state == 7)
  }

  @Test func `a sink that records does not wait for itself`() throws {
    final class RecordingSink: LogSink {
      let memory = MemorySink()
      let mischief = Locked<Mischief?>(nil)

      func write(_ bytes: ArraySlice<UInt8>) -> Int {
        mischief.withLock { $0 }?.play()
        return memory.write(bytes)
      }

      func close() { mischief.withLock { $0 }?.play() }
    }
    let sink = RecordingSink()
    let recorder = Recorder(writingTo: sink, context: .fixed())
    let mischief = Mischief(recorder)
    sink.mischief.withLock { $0 = mischief }
    mischief.taps[0].record("once") {}
    mischief.taps[0].record("twice") {}
    recorder.close()
    sink.mischief.withLock { $0 = nil }
    #expect(mischief.done.withLock { $0 } > 2)
    let log = try RecordedLog(sink.memory)
    #expect(log.action("once") != nil && log.action("twice") != nil)
  }

  /// A store with a lock around its reducer, and a state whose encoding takes the same lock.
  @Test(arguments: [true, false])
  func `an encoding that waits for the lock of a store, whose other thread waits for the encoding, comes to its end`(reduces: Bool) throws {
    final class Meeting: Sendable {
      let store = Locked(0)
      let (isEncoding, isReducing) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isFirst = Locked(true)
    }
    struct State: Encodable, Sendable {
      let number: Int
      let meeting: Meeting

      func encode(to encoder: any Encoder) throws {
        let isFirst = meeting.isFirst.withLock { first in
          defer { first = false }
          return first
        }
        if isFirst {
          meeting.isEncoding.signal()
          meeting.isReducing.wait()
          meeting.store.withLock { _ in }
        }
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("own")
    let meeting = Meeting()
    let done = DispatchSemaphore(value: 0)
    let reducing = Thread {
      meeting.isEncoding.wait()
      meeting.store.withLock { _ in
        meeting.isReducing.signal()
        var state = State(number: 0, meeting: meeting)
        if reduces {
          tap.reduce(1, into: &state) { state, amount in state = State(number: state.number + amount, meeting: meeting) }
        } else {
          tap.record(action: 1, state: { State(number: 1, meeting: meeting) }) {}
        }
      }
      done.signal()
    }
    reducing.start()
    // Writes the state before the first action, outside the store's lock.
    tap.record(action: "asked", state: { State(number: 0, meeting: meeting) }) {}
    done.wait()
    recorder.close()
    let actions = try RecordedLog(sink).actions.filter { $0.type != ActionRecord.storeBegan }
    #expect(actions.count == 2 && actions.allSatisfy { $0.outcome.isKnown })
    #expect(recorder.failure == nil)
  }
}
