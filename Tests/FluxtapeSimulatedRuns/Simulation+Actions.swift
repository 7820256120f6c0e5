import FluxtapeJSON
import FluxtapeRandomCases

// The changes and effects of actions, and unrelated background actions.

extension Simulation {
  mutating func dispatch(_ event: Event) {
    let (follow, type, store) = (event.follow, event.follow.type, event.follow.store)
    var payload = JSONObject(follow.payload.map { ($0.key, value($0.term, [:], event.origin)) })
    if case .payload(type, let key, let term, let nth) = fault, nth.map({ $0 == counts[type] }) ?? true {
      payload[key] = value(term, states[store] ?? [:], lastPayloads[type] ?? event.origin)
      faultTime = event.time
    }
    if case .timed(type, _) = fault { faultTime = event.time }
    lastPayloads[type] = payload
    came[type] = event.time
    let patch = patch(type, store, payload)
    let step = lines.count
    var text = "\"t\":\(Int(Double(event.time) * drift)),\"store\":\"\(store)\",\"type\":\"\(type)\""
    if let cause = event.cause { text += ",\"cause\":\(cause)" }
    if !payload.isEmpty { text += ",\"payload\":\(shuffled(payload).text)" }
    line(text + ",\"dur\":\(Int.random(in: 3...40, using: &random)),\"patch\":[\(patch)]")
    for next in app.rules[type]?.follows ?? [] {
      for _ in 0..<Int.random(in: next.times, using: &random) where Double.random(in: 0..<1, using: &random) < next.chance {
        let after = Int.random(in: delay(of: next), using: &random)
        add(next, at: event.time / 1000 + after, step, payload, begun: event.time / 1000)
      }
    }
  }

  private func delay(of next: SimulatedApp.Follow) -> ClosedRange<Int> {
    if case .timed(next.type, let after) = fault { after } else { next.after }
  }

  private mutating func patch(_ type: String, _ store: String, _ payload: JSONObject) -> String {
    var operations: [String] = []
    var writes = app.rules[type]?.writes ?? []
    switch fault {
    case .writes(type, let key, let term, let nth) where nth.map({ $0 == counts[type] }) ?? true:
      writes = writes.filter { $0.key != key } + [(key, term)]
      faultTime = end
    case .forgets(type, let key, let nth) where nth.map({ $0 == counts[type] }) ?? true:
      writes.removeAll { $0.key == key }
      faultTime = end
    default: break
    }
    let before = states[store] ?? [:]
    for (key, term) in writes {
      let value = value(term, before, payload)
      guard before[key] != value else { continue }
      let verb = before[key] == nil ? "add" : "replace"
      states[store, default: [:]][key] = value
      operations.append("{\"op\":\"\(verb)\",\"path\":\"/\(key)\",\"value\":\(value.text)}")
    }
    return operations.joined(separator: ",")
  }

  private mutating func value(_ term: SimulatedApp.Term, _ state: JSONObject, _ payload: JSONObject) -> JSONValue {
    switch term {
    case .value(let value): return value
    case .payload(let key): return payload[key] ?? .null
    case .state(let key): return state[key] ?? .null
    case .sum(let one, let other):
      return .number(JSONNumber((value(one, state, payload).int ?? 0) + (value(other, state, payload).int ?? 0)))
    case .number(let range): return .number(JSONNumber(Int.random(in: range, using: &random)))
    case .choice(let values): return values.randomElement(using: &random) ?? .null
    case .id: return .string(id())
    case .date: return .string("2026-11-21T09:\(Int.random(in: 10...59, using: &random)):\(Int.random(in: 10...59, using: &random))Z")
    }
  }

  mutating func id() -> String {
    func digits(_ count: Int) -> String { String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" }) }
    return Bool.random(using: &random) ? "\(digits(8))-\(digits(4))-\(digits(4))-\(digits(4))-\(digits(12))" : "id\(digits(10))"
  }

  private mutating func shuffled(_ object: JSONObject) -> JSONValue {
    .object(JSONObject(object.map { ($0.key, $0.value) }.shuffled(using: &random)))
  }

  /// Steps have the numbers of their lines; the header is line 0.
  mutating func line(_ text: String) { lines.append("{\"seq\":\(lines.count),\(text)}") }
}

// MARK: - Background

extension Simulation {
  /// Adds unrelated actions at random times: in stores of their own, and as views and scrolls in the app's stores.
  mutating func addBackground(bytes: Int) {
    let stores = app.stores.keys.sorted()
    // A line has about 190 bytes.
    for _ in 0..<(bytes / 190 * Int.random(in: 90...110, using: &random) / 100) {
      let time = Int.random(in: 1...end, using: &random)
      let kind = Int.random(in: 0..<8, using: &random)
      let number = Int.random(in: 0...500, using: &random)
      let store = kind < 6 ? ["analytics", "network", "feed"][kind % 3] : stores.randomElement(using: &random) ?? "feed"
      let type = kind < 6 ? ["tracked", "polled", "refreshed", "prefetched", "synced", "badged"][kind] : ["viewed", "scrolled"][kind - 6]
      add(
        .init(
          type: "\(store).\(type)", store: store,
          payload: [("id", .id), ("at", .date), ("n", .value(.number(JSONNumber(number)))), ("flag", .choice([true, false]))]), at: time,
        nil, [:],
        begun: time)
    }
  }
}
