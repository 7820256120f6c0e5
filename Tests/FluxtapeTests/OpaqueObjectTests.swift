import Dispatch
import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLibraryObjects
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

/// Objects of the app's own classes are recorded with their properties, those of other modules by their type.
struct OpaqueObjectTests {
  /// RxSwift's stand-in in this module has the same name.
  typealias DisposeBag = FluxtapeLibraryObjects.DisposeBag

  final class Row {
    var title = "tea"
    var bag = DisposeBag(subscriptions: 3)
  }

  struct Screen {
    var count = 0
    var row = Row()
    var requestBag = DisposeBag(subscriptions: 3)
  }

  enum Step { case counted, subscribed, cancelled, swapped }

  /// The recorded form of a state.
  static func state<State>(_ state: State, _ options: RecorderOptions = RecorderOptions()) throws -> JSONValue {
    let (recorder, sink) = Recorder.inMemory(options: options)
    let tap = recorder.store("s", state: state)
    defer { withExtendedLifetime(tap) {} }
    return try #require(try RecordedLog(sink).states(of: "s").last?.state)
  }

  @Test func `an object of a library is recorded by its type, one of the app by what it holds`() throws {
    let (recorder, sink) = Recorder.inMemory()
    var screen = Screen()
    let tap = recorder.store("screen", state: screen)
    tap.reduce(Step.counted, into: &screen) { screen, _ in screen.count += 1 }
    tap.reduce(Step.subscribed, into: &screen) { screen, _ in screen.requestBag.subscribe() }
    tap.reduce(Step.cancelled, into: &screen) { screen, _ in screen.requestBag = DisposeBag() }
    tap.reduce(Step.swapped, into: &screen) { screen, _ in (screen.requestBag, screen.row.bag) = (screen.row.bag, screen.requestBag) }
    let log = try RecordedLog(sink)
    let states = try log.states(of: "screen").map(\.state)
    let bag: JSONValue = ["$opaque": "DisposeBag"]
    #expect(states.first == ["count": 0, "row": ["title": "tea", "bag": bag], "requestBag": bag])
    #expect(states.last == ["count": 1, "row": ["title": "tea", "bag": bag], "requestBag": bag])
    // Changes inside the object are not recorded.
    #expect(log.actions.first { $0.enumCase == "subscribed" }?.outcome.patch?.operations.isEmpty == true)
    #expect(!sink.text.contains("disposable"))
  }

  final class Model: LibraryViewModel {
    var text = "a"
    private let _store = DisposeBag()
  }

  struct Holder { let model = Model(), subscription = Subscription(name: "s", bag: DisposeBag()), relay = Relay("a") }

  @Test func `an object that is handed over is recorded whole, one that it holds without what its library's superclass has`() throws {
    let bag: JSONValue = ["$opaque": "DisposeBag"]
    #expect(try Self.state(Model()) == ["bag": bag, "isActive": true, "text": "a", "store": bag])
    #expect(try Self.state(LibraryViewModel() as Any)["isActive"] == true)
    #expect(try Self.state(Relay([Row()]))["value"]?.array?.first?["title"] == "tea")
    let holder = try Self.state(Holder())
    #expect(holder["model"] == ["text": "a", "store": bag])
    #expect(holder["subscription"] == ["name": "s", "bag": bag])
    #expect(holder["relay"] == ["$opaque": "Relay<String>"])
  }

  @Test func `what an app says of a module or a class, and what a class says of itself, counts`() throws {
    struct State { let relay = Relay("a"), stamp = Stamp("t"), broken = Stamp("t", isBroken: true), account = Account() }
    let names = ["relay": "Relay<String>", "broken": "Stamp", "account": "Account"]
    let opaque: [String: JSONValue] = names.mapValues { ["$opaque": .string($0)] }
    let plain = try Self.state(State())
    #expect(plain["stamp"] == "t" && opaque.allSatisfy { plain[$0.key] == $0.value })
    var options = RecorderOptions()
    options.types.encode(Relay<String>.self) { $0.value }
    #expect(try Self.state(State(), options)["relay"] == "a")
    options = RecorderOptions()
    options.types.recordObjects(ofModules: ["FluxtapeLibraryObjects"])
    let open = try Self.state(State(), options)
    #expect(open["relay"] == ["value": "a"] && open["broken"] == ["text": "t", "isBroken": true] && open["account"] == opaque["account"])
  }

  @Test func `an action carries objects in the same way`() throws {
    enum Action { case began(Row, DisposeBag) }
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("s")
    tap.record(action: Action.began(Row(), DisposeBag())) {}
    tap.record("bag", DisposeBag()) {}
    let log = try RecordedLog(sink)
    let bag: JSONValue = ["$opaque": "DisposeBag"]
    #expect(log.actions.first?.payload == ["_0": ["title": "tea", "bag": bag], "_1": bag])
    #expect(log.action("bag")?.payload == bag)
  }
}

// MARK: - Random changes

extension OpaqueObjectTests {
  struct Random {
    var rows: [Row] = []
    var byName: [String: [DisposeBag?]] = [:]
    var latest: Any = 0
    var count = 0

    mutating func change(_ random: inout SplitMix64) {
      let place = rows.isEmpty ? 0 : Int(random.next() % UInt64(rows.count))
      switch random.next() % 9 {
      case 0: rows.insert(Row(), at: place)
      case 1 where !rows.isEmpty: rows.remove(at: place)
      case 2 where !rows.isEmpty: rows[place].bag = DisposeBag()
      case 3 where !rows.isEmpty: rows[place].bag.subscribe()
      case 4: byName["name \(random.next() % 5)", default: []].append(rows.last?.bag ?? (random.next() % 2 == 0 ? nil : DisposeBag()))
      case 5: byName["name \(random.next() % 5)"] = nil
      case 6: latest = [rows.last?.bag as Any, Subscription(name: "s", bag: DisposeBag()), "\(count)"][Int(random.next() % 3)]
      case 7: (1...3).forEach { byName["new \($0)"] = [DisposeBag()] }
      default: count += 1
      }
    }
  }

  @Test(arguments: seeds(6)) func `states with objects of a library are right, whatever changes`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(verification: .every(1), patchBytesPerSnapshot: 2000))
    let tap = recorder.store("s")
    var state = Random()
    for _ in 0..<60 { tap.reduce("changed", into: &state) { state, _ in state.change(&random) } }
    let log = try RecordedLog(sink)
    #expect(!sink.text.contains("problem"))
    #expect(try log.states(of: "s").count == 61)
  }
}

// MARK: - Threads

extension OpaqueObjectTests {
  final class Watched {
    var text = "a"
    let witness = Witness()
    private let _hidden: Witness
    let bag = DisposeBag()

    init(_ hidden: Witness) { _hidden = hidden }
  }

  /// The thread sanitizer reports concurrent reads of a mirror.
  @Test func `what another thread changes in a library's object is not read`() throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(verification: .every(10)))
    let (all, byName) = ([Witness(), Witness()], ["a": Witness(), "b": Witness()])
    // Sound: one thread records, and the object that the other one changes is thread-safe.
    nonisolated(unsafe) let watched = Watched(all[0])
    let (witness, bag) = unsafe (watched.witness, watched.bag)
    let witnesses = all + byName.values + [witness]
    let tap = unsafe recorder.store("s", state: (watched, all, byName, [witness] as [Any]))
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for number in 0..<5_000 {
          witnesses[number % witnesses.count].change()
          bag.subscribe()
        }
        return
      }
      var state = unsafe (watched, all, byName, [witness] as [Any])
      for number in 0..<300 { tap.reduce("typed", witness, into: &state) { $0.0.text = "\(number)" } }
    }
    #expect(try RecordedLog(sink).states(of: "s").count > 299)
    #expect(witnesses.allSatisfy { $0.looks == 0 })
    #expect(!sink.text.contains("disposable"))
  }
}
