import FluxtapeJSON
import FluxtapeRandomCases

/// Runs an app once on a virtual clock and writes its log.
struct Simulation {
  let app: SimulatedApp
  let fault: PlantedBug.Fault?
  var random: SplitMix64
  var states: [String: JSONObject]
  private var queue: [Event] = []
  private var order = 0
  var lines: [String] = []
  /// The time at which the test and all activity end.
  var end = 0
  var counts: [String: Int] = [:]
  var lastPayloads: [String: JSONObject] = [:]
  /// The time of the last action of each type, which may prevent others.
  var came: [String: Int] = [:]
  private var held: [Event] = []
  let drift: Double
  /// The time at which the fault had its effect, if any.
  var faultTime: Int?

  struct Event {
    let time: Int
    let order: Int
    var follow: SimulatedApp.Follow
    var cause: Int?
    var origin: JSONObject
    let begun: Int
    var isAfterFault = false
  }

  /// - Parameter fault: The fault; `nil` in a green run.
  init(_ app: SimulatedApp, _ fault: PlantedBug.Fault?, seed: Int) {
    self.app = app
    self.fault = fault
    random = SplitMix64(seed: seed)
    states = app.stores
    drift = Double.random(in: 0.998...1.002, using: &random)
  }
}

// MARK: - Running

extension Simulation {
  /// - Parameter background: The bytes of other actions; 0 for none.
  mutating func log(background bytes: Int) -> String {
    if case .start(let store, let key, let value) = fault {
      states[store]?[key] = value
      faultTime = 0
    }
    lines = ["{\"fluxtape\":1,\"run\":\"\(id())\",\"time\":\"2026-11-2\(Int.random(in: 0...9, using: &random))T09:00:00.000000Z\"}"]
    for store in states.keys.sorted() { begin(store) }
    var start = 100
    for follow in app.script {
      for _ in 0..<Int.random(in: follow.times, using: &random) {
        start += Int.random(in: follow.after, using: &random)
        if Double.random(in: 0..<1, using: &random) < follow.chance { add(follow, at: start, nil, [:], begun: start) }
      }
    }
    end = start + 3000
    addBackground(bytes: bytes)
    while let event = next(), event.time < end * 1000 { perform(event) }
    let time = Int(Double(end * 1000) * drift)
    if fault != nil { line("\"t\":\(time),\"mark\":\"expectation failed\",\"level\":\"error\"") }
    line("\"t\":\(time + 1),\"end\":\"closed\"")
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func next() -> Event? {
    guard let first = queue.indices.min(by: { (queue[$0].time, queue[$0].order) < (queue[$1].time, queue[$1].order) }) else { return nil }
    return queue.remove(at: first)
  }

  mutating func add(_ follow: SimulatedApp.Follow, at time: Int, _ cause: Int?, _ origin: JSONObject, begun: Int) {
    order += 1
    queue.append(
      Event(time: time * 1000 + order % 7, order: order, follow: follow, cause: cause, origin: origin, begun: begun))
  }

  private mutating func begin(_ store: String) {
    line("\"t\":0,\"store\":\"\(store)\",\"type\":\"@@INIT\",\"state\":\(JSONValue.object(states[store] ?? [:]).text)")
  }

  private mutating func perform(_ event: Event) {
    let type = event.follow.type
    let stop = event.follow.unless.compactMap { came[$0] }.max() ?? -1
    let isUncancelled = if case .uncancelled(type) = fault { true } else { false }
    if stop / 1000 > event.begun {
      guard isUncancelled else { return }
      faultTime = event.time
    }
    if case .cancelled(type, let other) = fault, (came[other] ?? -1) / 1000 > event.begun {
      faultTime = event.time
      return
    }
    guard let event = withFault(event) else { return }
    dispatch(event)
    for waiting in held where fault.map({ if case .held(_, type) = $0 { true } else { false } }) ?? false {
      held.removeAll()
      dispatch(
        Event(
          time: event.time + 9000, order: waiting.order, follow: waiting.follow, cause: waiting.cause, origin: waiting.origin,
          begun: waiting.begun, isAfterFault: true))
    }
  }

  /// Returns the action as the fault changes it, or `nil` if it is not dispatched now.
  private mutating func withFault(_ event: Event) -> Event? {
    var event = event
    let type = event.follow.type
    guard let fault, !event.isAfterFault else { return event }
    counts[type, default: 0] += 1
    func matches(_ wanted: String, _ nth: Int?) -> Bool { wanted == type && (nth.map { $0 == counts[type] } ?? true) }
    switch fault {
    case .missing(let wanted, let nth) where matches(wanted, nth):
      faultTime = event.time
      return nil
    case .doubled(let wanted, let nth, let after) where matches(wanted, nth):
      requeue(event, by: after * 1000)
    case .late(let wanted, let nth, let delay) where matches(wanted, nth):
      requeue(event, by: Int.random(in: delay, using: &random) * 1000)
      return nil
    case .stale(let wanted) where wanted == type && counts[type] == 1:
      held.append(event)
      return nil
    case .stale(let wanted) where wanted == type && counts[type] == 2:
      for waiting in held { requeue(waiting, at: event.time + 20_000) }
      held = []
    case .held(let wanted, let other) where wanted == type && came[other] == nil:
      faultTime = event.time
      held.append(event)
      return nil
    case .wrongStore(let wanted, let store) where wanted == type:
      event.follow = SimulatedApp.Follow(
        type: type, store: store, unless: event.follow.unless, payload: event.follow.payload)
      faultTime = event.time
    default: break
    }
    return event
  }

  private mutating func requeue(_ event: Event, by delay: Int = 0, at time: Int? = nil) {
    order += 1
    faultTime = time ?? event.time + delay
    queue.append(
      Event(
        time: time ?? event.time + delay, order: order, follow: event.follow, cause: event.cause, origin: event.origin, begun: event.begun,
        isAfterFault: true))
  }
}
