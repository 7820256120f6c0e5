import Dispatch
import FluxtapeLocking
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

struct CauseTests {
  @Test func `causes survive nesting, tasks and task groups`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let (cart, catalog) = (recorder.store("cart"), recorder.store("catalog"))
    let task = cart.record("a") {
      catalog.record("b") {}
      return Task { cart.record("c") {} }
    }
    await task.value
    await cart.record("d") {
      await withTaskGroup { group in
        cart.record("e") { group.addTask { catalog.record("f") {} } }
      }
    }
    #expect(
      try RecordedLog(sink).summary == [
        "1 cart a", "2 catalog b <1", "3 cart c <1", "4 cart d", "5 cart e <4", "6 catalog f <5", "7 cart d <4",
      ])
  }

  @Test func `a cause is carried over a queue by hand, and is missing without`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let cart = recorder.store("cart")
    let queue = DispatchQueue(label: "another")
    await withCheckedContinuation { continuation in
      cart.record("a") {
        let cause = recorder.cause
        queue.async { recorder.caused(by: cause) { cart.record("carried") {} } }
        queue.async {
          cart.record("lost") {}
          continuation.resume()
        }
      }
    }
    #expect(try RecordedLog(sink).summary == ["1 cart a", "2 cart carried <1", "3 cart lost"])
  }

  @Test(arguments: LateCaller.all) func `a closure keeps the cause under which it was made`(_ caller: LateCaller) async throws {
    let (recorder, sink) = Recorder.inMemory()
    let (cart, source) = (recorder.store("cart"), recorder.store("source"))
    await withCheckedContinuation { continuation in
      source.record("a") {
        caller.call(recorder) {
          cart.record("kept") {}
          continuation.resume()
        }
      }
    }
    #expect(try RecordedLog(sink).summary == ["1 source a", "2 cart kept <1"])
  }

  @Test func `a closure made under no cause has none, whatever is current when it is called`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let cart = recorder.store("cart")
    let kept = recorder.keepingCause { (number: Int, text: String) in cart.record("kept", text) { number + 1 } }
    #expect(cart.record("a") { kept(1, "x") } == 2)
    #expect(try RecordedLog(sink).summary == ["1 cart a", "2 cart kept"])
    #expect(Recorder.disabled.keepingCause { 3 }() == 3)
  }

  @Test func `a cause can be taken away`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let cart = recorder.store("cart")
    cart.record("a") { recorder.caused(by: nil) { cart.record("b") {} } }
    #expect(try RecordedLog(sink).summary == ["1 cart a", "2 cart b"])
    #expect(recorder.cause == nil)
  }

  @Test func `a cause of another run names it`() throws {
    let (first, _) = Recorder.inMemory()
    let sink = MemorySink()
    let second = Recorder(writingTo: sink, context: .fixed(run: "second"))
    let (outer, inner) = (first.store("outer"), second.store("inner"))
    outer.record("a") { inner.record("b") {} }
    #expect(try RecordedLog(sink).actions.first?.cause == .otherRun("run", 1))
  }

  @Test func `marks and ends of stores have causes too`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let cart = recorder.store("cart")
    cart.record("a") {
      recorder.mark("here", level: .warning)
      let screen = recorder.store("screen")
      screen.record("b") {}
    }
    let log = try RecordedLog(sink)
    guard case .mark(let mark)? = log.records.dropFirst().first else {
      Issue.record("no mark")
      return
    }
    #expect(mark.cause == .step(1))
    #expect(mark.level == "warning")
    #expect(mark.site?.hasPrefix("FluxtapeTests/CauseTests.swift:") == true)
    #expect(log.summary == ["1 cart a", "3 screen b <1", "4 screen @@DEINIT <1"])
  }

  @Test func `the result of a thunk on another queue has a record of its own`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let app = recorder.store("app")
    let queue = DispatchQueue(label: "another")
    let state = Locked<[String]>([])
    state.withLock { app.reduce("begin", into: &$0) { state, _ in state = [] } }
    let middleware: (@escaping (String) -> Void, @escaping () -> [String]?) -> (@escaping (String) -> Void) -> (String) -> Void = app
      .middleware
    await withCheckedContinuation { continuation in
      let next: @Sendable (String) -> Void = { action in
        state.withLock { app.reduce(action, into: &$0) { $0.append($1) } }
      }
      let send = middleware({ _ in }, { state.withLock { $0 } })({ _ in
        let cause = recorder.cause
        queue.async {
          recorder.caused(by: cause) { next("loaded") }
          continuation.resume()
        }
      })
      send("load")
    }
    let log = try RecordedLog(sink)
    #expect(log.actions.map(\.payload) == ["begin", "load", "loaded"])
    #expect(log.actions.map(\.cause) == [nil, nil, .step(2)])
    #expect(log.actions[1].outcome == Outcome(isUnreduced: true))
    #expect(try log.states(of: "app").map(\.state) == [[], [], ["loaded"]])
  }
}

/// Calls a closure later, on a thread without a cause.
struct LateCaller: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let call: @Sendable (Recorder, @escaping @Sendable () -> Void) -> Void

  static let all = [
    LateCaller(testDescription: "a queue") { recorder, body in
      DispatchQueue(label: "another").async(execute: recorder.keepingCause { body() })
    },
    LateCaller(testDescription: "a queue, later") { recorder, body in
      DispatchQueue.global().asyncAfter(deadline: .now(), execute: recorder.keepingCause { body() })
    },
    LateCaller(testDescription: "a queue, alone") { recorder, body in
      let queue = DispatchQueue(label: "another")
      queue.async(group: nil, qos: .utility, flags: .barrier, execute: recorder.keepingCause { body() })
    },
    LateCaller(testDescription: "a group") { recorder, body in
      DispatchGroup().notify(queue: DispatchQueue(label: "another"), execute: recorder.keepingCause { body() })
    },
    LateCaller(testDescription: "a work item") { recorder, body in
      DispatchQueue(label: "another").async(execute: DispatchWorkItem(block: recorder.keepingCause { body() }))
    },
    LateCaller(testDescription: "a queue of operations") { recorder, body in
      OperationQueue().addOperation(recorder.keepingCause { body() })
    },
    LateCaller(testDescription: "an operation") { recorder, body in
      OperationQueue().addOperation(BlockOperation(block: recorder.keepingCause { body() }))
    },
    LateCaller(testDescription: "a timer") { recorder, body in
      // The test fires it and does not wait.
      Timer(timeInterval: 0, repeats: false, block: recorder.keepingCause { _ in body() }).fire()
    },
    LateCaller(testDescription: "a task of its own") { recorder, body in
      Task.detached(
        operation: recorder.keepingCause {
          await Task.yield()
          body()
        })
    },
    LateCaller(testDescription: "a thread") { recorder, body in
      Thread(block: recorder.keepingCause { body() }).start()
    },
    LateCaller(testDescription: "a detached thread") { recorder, body in
      Thread.detachNewThread(recorder.keepingCause { body() })
    },
    LateCaller(testDescription: "an answer of the network") { recorder, body in
      // The shape of `URLSession.dataTask(with:completionHandler:)`.
      func dataTask(_ completionHandler: @escaping @Sendable (Data?, String?, (any Error)?) -> Void) {
        DispatchQueue.global().async { completionHandler(nil, nil, nil) }
      }
      dataTask(recorder.keepingCause { data, response, error in body() })
    },
  ]
}
