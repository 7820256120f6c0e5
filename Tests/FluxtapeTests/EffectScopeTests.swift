import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private actor Warehouse {
  private(set) var stock = 3

  func reserve(_ count: Int) throws -> Int {
    guard count <= stock else { throw OutOfStock(missing: count - stock) }
    stock -= count
    return stock
  }
}

private struct OutOfStock: Error { let missing: Int }

/// A search field whose answers come when the test resumes them.
@MainActor private final class SearchModel {
  var hits: [String] = []
  private var answers: [String: AsyncStream<String>.Continuation] = [:]
  private var waiting: [String: AsyncStream<String>] = [:]

  init(_ places: String...) {
    for place in places { (waiting[place], answers[place]) = AsyncStream.makeStream() }
  }

  func search(_ place: String) async {
    guard let stream = waiting[place] else { return }
    for await hit in stream { hits = [hit] }
  }

  func answer(_ place: String) {
    answers[place]?.yield(place)
    answers[place]?.finish()
  }
}

private struct Place: Encodable {
  let name: String
  let password: String
}

/// A value without an encoding.
private struct Handle { let number: Int }

struct EffectScopeTests {
  @Test func `asynchronous work is one step when it begins and one when it ends`() async throws {
    let clock = ManualClock()
    let (recorder, sink) = Recorder.inMemory(clock: clock)
    let orders = recorder.store("orders")
    let warehouse = Warehouse()
    clock.advance(by: 5)
    let left = try await orders.record("reserve", 2) {
      clock.advance(by: 30)
      orders.record("inside") {}
      return try await warehouse.reserve(2)
    }
    #expect(left == 1)
    #expect(
      try lines(sink) == [
        #"{"seq":1,"t":5,"store":"orders","type":"reserve","effect":{"id":"reserve#1","phase":"started"},"payload":2}"#,
        #"{"seq":2,"t":35,"store":"orders","type":"inside","cause":1,"dur":0,"reduced":false}"#,
        #"{"seq":3,"t":35,"store":"orders","type":"reserve","cause":1,"effect":{"id":"reserve#1","phase":"finished"},"#
          + #""payload":1,"dur":30,"reduced":false}"#,
      ])
  }

  @Test func `work that fails ends with its error`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let orders = recorder.store("orders")
    let warehouse = Warehouse()
    await #expect(throws: OutOfStock.self) { try await orders.record("reserve", 9) { try await warehouse.reserve(9) } }
    let end = try #require(try RecordedLog(sink).actions.last)
    #expect(end.effect?.phase == .failed)
    #expect(end.outcome.error?.type == "OutOfStock")
    #expect(end.payload == nil)
  }

  @Test func `work that is cancelled ends so, without an error`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let orders = recorder.store("orders")
    let task = Task { try await orders.record("wait") { try await Task.sleep(for: .seconds(1000)) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let end = try #require(try RecordedLog(sink).actions.last)
    #expect(end.effect?.phase == .cancelled)
    #expect(end.outcome.error == nil)
  }

  @Test func `what work throws besides that it was cancelled is told, though its task was cancelled`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let orders = recorder.store("orders")
    let task = Task {
      try await orders.record("reserve") {
        do { try await Task.sleep(for: .seconds(1000)) } catch { throw OutOfStock(missing: 2) }
      }
    }
    task.cancel()
    await #expect(throws: OutOfStock.self) { try await task.value }
    let end = try #require(try RecordedLog(sink).actions.last)
    #expect(end.effect?.phase == .cancelled)
    #expect(end.outcome.error?.type == "OutOfStock")
    #expect(end.outcome.error?.message == "OutOfStock(missing: 2)")
  }

  @Test func `a result is recorded if it says how it is encoded, is small, and no bare text or bytes`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let work = recorder.store("work")
    func record<Value>(_ name: String, _ value: Value) async {
      await work.record(name) {
        await Task.yield()
        return value
      }
    }
    await record("place", Place(name: "Bern", password: "hunter2"))
    await record("places", ["Bern", "Berlin"])
    await record("none", Place?.none)
    await record("text", "eyJhbGciOi")
    await record("perhapsText", String?.some("eyJhbGciOi"))
    await record("bytes", [UInt8](repeating: 7, count: 3))
    await record("handle", Handle(number: 7))
    await record("nothing", ())
    await record("large", [Int](repeating: 1_000_000, count: 1000))
    await record("token", 4711)
    let ends = try RecordedLog(sink).actions.filter { $0.effect?.phase == .finished }
    let payloads = Dictionary(uniqueKeysWithValues: ends.map { ($0.type, $0.payload) })
    #expect(payloads["place"]??["name"] == "Bern")
    #expect(payloads["place"]??["password"] != "hunter2")
    #expect(payloads["places"] == ["Bern", "Berlin"])
    #expect(payloads["none"] == .some(.null))
    for type in ["text", "perhapsText", "bytes", "handle", "nothing"] { #expect(payloads[type] == .some(nil), "\(type)") }
    #expect(payloads["large"]??["$truncated"] != nil)
    #expect(payloads["token"] != 4711)
  }

  @Test func `work that has not ended is pending, not in flight`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let orders = recorder.store("orders")
    let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await orders.record("wait") {
        begin.finish()
        for await _ in stream {}
      }
    }
    for await _ in begun {}
    let log = try RecordedLog(sink)
    #expect(!log.isTorn)
    #expect(log.actions.first?.effect?.phase == .started)
    #expect(log.actions.first?.outcome.isEmpty == true)
    gate.finish()
    await task.value
    #expect(try RecordedLog(sink).records.count == 2)
  }

  @MainActor @Test func `an answer that another one has overtaken stands where it came`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let model = SearchModel("Bern", "Berlin")
    let search = recorder.store("search", of: model) { $0.hits }
    var tasks: [String: Task<Void, Never>] = [:]
    for place in ["Berlin", "Bern"] { tasks[place] = Task { await search.record("search", place) { await model.search(place) } } }
    for place in ["Bern", "Berlin"] {
      model.answer(place)
      await tasks[place]?.value
    }
    let log = try RecordedLog(sink)
    #expect(log.summary == ["1 search @@INIT", "2 search search", "3 search search", "4 search search <3", "5 search search <2"])
    #expect(try log.states(of: "search").map(\.step) == [1, 4, 5])
    #expect(try log.states(of: "search").map(\.state) == [[], ["Bern"], ["Berlin"]])
  }

  @Test func `what changed while work is pending is told before the next action, and blamed on nobody`() async throws {
    let (recorder, sink) = Recorder.inMemory()
    let counter = Locked(0)
    let tap = recorder.store("counter", of: counter) { $0.withLock { $0 } }
    await tap.record("outer") {
      counter.withLock { $0 += 1 }
      await tap.record("inner") {
        await Task.yield()
        counter.withLock { $0 += 10 }
      }
      counter.withLock { $0 += 100 }
    }
    let log = try RecordedLog(sink)
    #expect(
      log.summary == [
        "1 counter @@INIT", "2 counter outer", "3 counter @@STATE", "4 counter inner <2", "5 counter inner <4", "6 counter outer <2",
      ])
    #expect(try log.states(of: "counter").map(\.step) == [1, 3, 5, 6])
    #expect(try log.states(of: "counter").map(\.state) == [0, 1, 11, 111])
  }

  private func lines(_ sink: MemorySink) throws -> [String] {
    try RecordedLog(sink).lines.dropFirst().map { $0.replacing(/,"site":"[^"]*"/, with: "") }
  }
}
