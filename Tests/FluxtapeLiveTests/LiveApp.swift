import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeStores
import Foundation

@testable import FluxtapeLive

struct Cart: Codable, Equatable, Sendable {
  var items: [String] = []
  var total = 0
}

enum CartAction: Codable, Equatable, Sendable {
  case added(String, price: Int)
  case emptied
}

func cartReducer(_ state: inout Cart, _ action: CartAction) {
  switch action {
  case .added(let name, let price):
    state.items.append(name)
    state.total += price
  case .emptied: state = Cart()
  }
}

/// A state and actions that cannot be read from JSON.
struct Counter: Encodable, Equatable, Sendable { var count = 0 }
enum CounterAction: Encodable, Sendable { case added(Int) }
func counterReducer(_ state: inout Counter, _ action: CounterAction) { if case .added(let number) = action { state.count += number } }

/// An app with two recorded stores, and a session.
final class LiveApp: Sendable {
  let log: String
  let recorder: Recorder
  let cart: Store<Cart, CartAction>
  let counter: Store<Counter, CounterAction>
  let live: LiveSession
  private let folder: String

  /// Actors of the app may be busy with other tests.
  static var options: LiveOptions {
    var options = LiveOptions()
    (options.longestWait, options.longestVerdict) = (.seconds(60), .seconds(60))
    return options
  }

  /// All states are recorded, however long that takes.
  static var recording: RecorderOptions {
    var recording = RecorderOptions()
    recording.stateTimePerAction = .zero
    return recording
  }

  init(_ options: LiveOptions = LiveApp.options, recording: RecorderOptions = LiveApp.recording, attachesCounter: Bool = true) {
    folder = NSTemporaryDirectory() + "live-\(UInt64.random(in: 0 ... .max))"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    log = folder + "/shop.jsonl"
    recorder = Recorder(to: log, options: recording)
    cart = Store(initial: Cart(), reducer: cartReducer, recording: recorder.store("cart"))
    counter = Store(initial: Counter(), reducer: counterReducer, recording: recorder.store("counter"))
    live = LiveSession(recorder, inReleaseBuilds: true, options: options)
    live.attach(cart, isolation: nil)
    if attachesCounter { live.attach(counter, isolation: nil) }
  }

  deinit {
    live.close()
    recorder.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func client(named name: String = "tester") throws -> TestClient { try TestClient(log, named: name) }

  var run: String { recorder.run ?? "" }

  /// The latest step of the log.
  var last: Int { recorder.nextStep.rawValue - 1 }

  func add(_ name: String, _ price: Int) -> Int {
    cart.dispatch(.added(name, price: price))
    return last
  }

  /// Closes the session and the log, and reads it.
  func history() throws -> History {
    live.close()
    recorder.close()
    return try History.open([log])[0]
  }
}

extension History {
  struct NoMark: Error {}

  func mark(_ step: Int) throws -> MarkRecord {
    guard let row = row(of: StepNumber(step)), case .mark(let record)? = try record(at: row) else { throw NoMark() }
    return record
  }

  /// The state of a store after a step.
  func state(_ store: String, _ step: Int) throws -> JSONValue? {
    guard let row = row(of: StepNumber(step)) else { return nil }
    return try state(of: store, after: row).value
  }
}
