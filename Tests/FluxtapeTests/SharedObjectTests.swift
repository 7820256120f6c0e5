import Dispatch
import FluxtapeLibraryObjects
import FluxtapeLocking
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

/// Object graphs that several threads change while actions are recorded. The thread sanitizer tells of what is read meanwhile.
struct SharedObjectTests {
  typealias DisposeBag = FluxtapeLibraryObjects.DisposeBag

  /// The app's own objects, which any thread changes under the app's lock.
  final class Row {
    var title = "tea"
    var amounts = [1, 2, 3]
    var next: Row?
    let bag = DisposeBag(subscriptions: 2)
  }

  final class Desk {
    var rows = [Row(), Row()]
    var byName: [String: Row] = [:]
    var latest: Any = Row()
    let witness = Witness()

    func change(_ random: inout SplitMix64) {
      let row = rows[Int(random.next() % UInt64(rows.count))]
      switch random.next() % 6 {
      case 0: rows.append(Row())
      case 1: row.title += "!"
      case 2: row.amounts.append(row.amounts.count)
      case 3: row.next = random.next() % 2 == 0 ? Row() : nil
      case 4: byName["row \(random.next() % 4)"] = row
      default: latest = random.next() % 2 == 0 ? row : row.title
      }
      if rows.count > 20 { rows.removeFirst(10) }
    }
  }

  /// Sound: everything but what the library's objects guard themselves is used under the lock.
  private final class Shared: @unchecked Sendable {
    let lock = Locked(())
    var desk = Desk()
  }

  enum Action { case changed }

  enum Way: CaseIterable { case reduced, dispatched, asked }

  @Test(arguments: Way.allCases) func `what the app's lock guards is read under it`(
    way: Way
  ) throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(states: .every(2), verification: .every(20)))
    let shared = Shared()
    let (bags, witness) = (shared.desk.rows.map(\.bag), shared.desk.witness)
    let store = recorder.store("desk")
    // Sound: used under the app's lock, but for the end, when no other thread is left.
    nonisolated(unsafe) let object = recorder.store("object", of: shared) { $0.desk }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SplitMix64(seed: thread)
      for _ in 0..<40 {
        // Not under the app's lock.
        if thread == 3 {
          bags.forEach { $0.subscribe() }
          witness.change()
          continue
        }
        shared.lock.withLock { _ in
          switch way {
          case .reduced: store.reduce(Action.changed, into: &shared.desk) { desk, _ in desk.change(&random) }
          case .dispatched: store.record(action: Action.changed, state: { shared.desk }) { shared.desk.change(&random) }
          case .asked: unsafe object.record("changed") { shared.desk.change(&random) }
          }
          if random.next() % 5 == 0 { shared.desk.change(&random) }
        }
      }
    }
    recorder.close()
    let log = try RecordedLog(sink)
    #expect(log.actions.count { $0.enumCase == "changed" || $0.type == "changed" } == 120)
    #expect(try log.states(of: way == .asked ? "object" : "desk").count > 45)
    #expect(witness.looks == 0)
    #expect(!sink.text.contains("disposable") && !sink.text.contains(#""kind":"recorder""#))
  }

  @Test func `a state that was left out is not read by the thread that closes the recorder`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(states: .every(1000)))
    let shared = Shared()
    let store = recorder.store("desk")
    let (isRecorded, isClosed) = (Locked(false), Locked(false))
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 1 {
        while !isRecorded.withLock({ $0 }) {}
        recorder.close()
        return isClosed.withLock { $0 = true }
      }
      // No lock: no other thread uses the desk.
      var random = SplitMix64(seed: 1)
      for _ in 0..<100 { store.reduce(Action.changed, into: &shared.desk) { desk, _ in desk.change(&random) } }
      isRecorded.withLock { $0 = true }
      while !isClosed.withLock({ $0 }) { shared.desk.change(&random) }
    }
    #expect(sink.text.contains(#""kind":"lastState""#))
  }
}
