import Dispatch
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

#if os(Linux) || os(macOS)
/// The log of a process that a test starts, at a path that both know.
private func path(_ name: String, of process: Int32) -> String {
  FileManager.default.temporaryDirectory.appending(path: "fluxtape-exit-\(process)-\(name).jsonl").path
}

/// Objects of the app, for functions without a context.
private let kept = Locked<[StoreTap]>([])

private let steps = DispatchSemaphore(value: 0)

private func count() {
  for tap in kept.withLock({ $0 }) { tap.record("at exit") { tap.record("inner", [1, 2, 3]) {} } }
}

private func begin(_ name: String) -> Recorder {
  // One handler runs before those that the recorder may register, and one after them.
  atexit { count() }
  let recorder = Recorder(to: path(name, of: getppid()), context: .fixed())
  let tap = recorder.store("app", state: 0)
  kept.withLock { $0 = [tap] }
  var state = 0
  for _ in 0..<100 { tap.reduce(1, into: &state) { $0 += $1 } }
  atexit { count() }
  return recorder
}

/// Records on eight threads until the process ends. Returns when all have begun.
private func recordForEver(_ recorder: Recorder) {
  for number in 0..<8 {
    Thread.detachNewThread {
      let tap = recorder.store("thread \(number)")
      var state = [Int]()
      while true {
        tap.reduce(number, into: &state) { state, number in state = Array((state + [number]).suffix(50)) }
        tap.record("scope") { recorder.mark("mark") }
        steps.signal()
      }
    }
  }
  for _ in 0..<100 { steps.wait() }
}

@Suite(.timeLimit(.minutes(10))) struct ExitTests {
  /// Reads the log of a process that has ended, and deletes it.
  private func log(_ name: String) throws -> RecordedLog {
    let path = path(name, of: getpid())
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try RecordedLog([UInt8](Data(contentsOf: URL(filePath: path))))
  }

  private func expectWhole(_ name: String, isClosed: Bool = false) throws {
    let log = try log(name)
    #expect(!log.isTorn)
    #expect(try log.states(of: "app").last?.state.int == 100)
    #expect(log.actions.count { $0.type == "Int" } == 100)
    // Both handlers of the app have run.
    let atExit = log.actions.count { $0.type == "at exit" }
    #expect(atExit == (isClosed ? 0 : 2))
  }

  @Test func `exit handlers record, line by line`() async throws {
    await #expect(processExitsWith: .success) {
      _ = begin("culprit")
      exit(0)
    }
    try expectWhole("culprit")
  }

  @Test func `exit handlers find a closed log`() async throws {
    await #expect(processExitsWith: .success) {
      begin("closed").close()
      exit(0)
    }
    try expectWhole("closed", isClosed: true)
  }

  @Test func `a process ends while its threads record`() async throws {
    await #expect(processExitsWith: .success) {
      recordForEver(begin("threads"))
      exit(0)
    }
    _ = try? FileManager.default.removeItem(atPath: path("threads", of: getpid()))
  }

  @Test func `a process ends in the middle of an encoding`() async throws {
    struct Ending: Encodable {
      func encode(to encoder: any Encoder) throws { exit(0) }
    }
    await #expect(processExitsWith: .success) {
      let tap = begin("encoding").store("ending")
      tap.record("end", Ending()) {}
    }
    let log = try log("encoding")
    #expect(!log.isTorn)
    #expect(try log.states(of: "app").last?.state.int == 100)
  }

  @Test func `a thread that ends records in the destructors of its values`() async throws {
    await #expect(processExitsWith: .success) {
      let recorder = begin("thread")
      let key = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key) { _ in
          count()
          steps.signal()
        }
        return key
      }()
      Thread.detachNewThread { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1)) }
      steps.wait()
      recorder.close()
      exit(0)
    }
    #expect(try log("thread").actions.contains { $0.type == "at exit" })
  }
}
#endif
