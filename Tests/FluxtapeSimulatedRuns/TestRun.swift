import FluxtapeJSON
import FluxtapeRandomCases

/// One run of a test: a program on a virtual clock, which writes a log. ``BugKind`` has the programs.
struct TestRun {
  /// Whether the program has its bug.
  let isBuggy: Bool
  /// What the test said when it failed.
  var failure: String?
  private(set) var states: [String: JSONObject] = [:]
  private var random: SplitMix64
  private var now = 100
  /// The step that runs now, and causes what is sent and planned.
  private var cause: Int?
  private var queue: [(time: Int, order: Int, cause: Int?, body: (inout TestRun) -> Void)] = []
  private var order = 0
  private var lines: [String] = []

  init(isBuggy: Bool, seed: Int) {
    self.isBuggy = isBuggy
    random = SplitMix64(seed: seed)
  }

  subscript(_ store: String, _ key: String) -> JSONValue { states[store]?[key] ?? .null }
  func int(_ store: String, _ key: String) -> Int { self[store, key].int ?? 0 }
  func list(_ store: String, _ key: String) -> [JSONValue] { self[store, key].array ?? [] }
}

// MARK: - What programs do

extension TestRun {
  mutating func begin(_ store: String, _ state: JSONObject) {
    states[store] = state
    line("\"t\":0,\"store\":\"\(store)\",\"type\":\"@@INIT\",\"state\":\(JSONValue.object(state).text)")
  }

  /// Dispatches an action, which sets some members of its store's state.
  mutating func act(_ store: String, _ type: String, _ payload: JSONObject = [:], sets members: JSONObject = [:]) {
    let old = states[store] ?? [:]
    for member in members { states[store, default: [:]][member.key] = member.value }
    let patch = members.flatMap { Self.patch(at: "/" + $0.key, from: old[$0.key] ?? .null, to: $0.value) }
    let from = cause.map { ",\"cause\":\($0)" } ?? ""
    let contents = payload.map { ($0.key, $0.value) }.shuffled(using: &random)
    let content = contents.isEmpty ? "" : ",\"payload\":\(JSONValue.object(JSONObject(contents)).text)"
    let time = now * 1000 + number(0...900)
    cause = lines.count
    line(
      "\"t\":\(time),\"store\":\"\(store)\",\"type\":\"\(type)\"\(from)\(content),\"dur\":\(number(3...40)),"
        + "\"patch\":[\(patch.joined(separator: ","))]")
  }

  /// Plans an effect of the action that runs now, after some milliseconds.
  mutating func after(_ delay: ClosedRange<Int>, _ body: @escaping (inout TestRun) -> Void) {
    plan(now + number(delay), cause, body)
  }

  /// Plans what a person or the system does at a time in milliseconds, which nothing causes.
  mutating func at(_ time: Int, _ body: @escaping (inout TestRun) -> Void) { plan(time, nil, body) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func value(_ range: ClosedRange<Int>) -> JSONValue { .number(JSONNumber(number(range))) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick(_ values: [JSONValue]) -> JSONValue { values.randomElement(using: &random) ?? .null }
  mutating func id() -> JSONValue { .string("id" + String(random.next(), radix: 16)) }
  mutating func date() -> JSONValue { .string("2026-11-21T\(number(10...23)):\(number(10...59)):\(number(10...59))Z") }

  private mutating func plan(_ time: Int, _ cause: Int?, _ body: @escaping (inout TestRun) -> Void) {
    order += 1
    queue.append((time, order, cause, body))
  }

  private mutating func line(_ text: String) { lines.append("{\"seq\":\(lines.count),\(text)}") }
}

// MARK: - Running

extension TestRun {
  /// Runs a program and returns its log.
  mutating func log(of program: (inout TestRun) -> Void, failure: (TestRun) -> String?, noise: Bool) -> String {
    let test = "Shop/FlowTests.swift"
    lines = [
      "{\"fluxtape\":1,\"run\":\"\(id().string ?? "")\",\"time\":\"2026-11-2\(number(0...9))T09:00:00.000000Z\","
        + "\"meta\":{\"id\":\"Shop.FlowTests/flow()\",\"site\":\"\(test):7\",\"test\":\"FlowTests/flow()\"}}"
    ]
    if noise { addNoise() }
    program(&self)
    while let first = queue.indices.min(by: { (queue[$0].time, queue[$0].order) < (queue[$1].time, queue[$1].order) }) {
      let event = queue.remove(at: first)
      (now, cause) = (max(now, event.time), event.cause)
      guard now < 20_000 else { break }
      event.body(&self)
    }
    self.failure = failure(self)
    if let text = self.failure {
      line("\"t\":20100000,\"mark\":\(JSONValue.string(text).text),\"level\":\"error\",\"site\":\"\(test):31\"")
    }
    line("\"t\":20200000,\"end\":\"\(self.failure == nil ? "passed" : "failed")\"")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Operations as a recorder writes them: an array that gains or loses one element tells that element only.
  private static func patch(at path: String, from old: JSONValue, to new: JSONValue) -> [String] {
    guard old != new else { return [] }
    if let old = old.array, let new = new.array {
      let same = zip(old, new).prefix { $0 == $1 }.count
      if new.count == old.count + 1, Array(new.dropFirst(same + 1)) == Array(old.dropFirst(same)) {
        return ["{\"op\":\"add\",\"path\":\"\(path)/\(same)\",\"value\":\(new[same].text)}"]
      }
      if old.count == new.count + 1, Array(old.dropFirst(same + 1)) == Array(new.dropFirst(same)) {
        return ["{\"op\":\"remove\",\"path\":\"\(path)/\(same)\"}"]
      }
    }
    return ["{\"op\":\"replace\",\"path\":\"\(path)\",\"value\":\(new.text)}"]
  }
}

// MARK: - Noise

extension TestRun {
  /// Adds what goes on beside: sensors, ticks, analytics, a sync that may fail, and a connection that comes and goes.
  private mutating func addNoise() {
    begin("sensor", ["battery": value(20...99), "heading": value(0...359), "isCharging": pick([true, false])])
    begin("clock", ["ticks": 0])
    begin("sync", ["cursor": value(100...9000), "failures": 0, "at": date()])
    begin("network", ["isOnline": true, "kind": pick(["wifi", "cell"])])
    every(200...900) {
      $0.act("sensor", "sampled", ["heading": $0.value(0...359), "x": $0.value(-90...90)], sets: ["heading": $0.value(0...359)])
    }
    every(1000...1010) { $0.act("clock", "ticked", sets: ["ticks": .number(JSONNumber($0.int("clock", "ticks") + 1))]) }
    every(300...1500) { run in
      run.act(
        "analytics", "tracked",
        ["id": run.id(), "at": run.date(), "screen": run.pick(["home", "list", "detail"]), "ms": run.value(1...90)])
    }
    every(1500...4000) { run in
      run.act("sync", "began", ["request": run.id()])
      run.after(80...600) { run in
        let isLost = run.chance(20)
        let count = JSONValue.number(JSONNumber(run.int("sync", "failures") + 1))
        run.act(
          "sync", isLost ? "failed" : "merged", isLost ? ["status": run.pick([500, 503])] : ["rows": run.value(0...9)],
          sets: isLost ? ["failures": count] : ["cursor": run.value(9000...99_000), "at": run.date()])
      }
    }
    begin(
      "settings", ["theme": pick(["dark", "light", "system"]), "locale": pick(["de", "en", "fr", "ja"]), "isFirst": pick([true, false])])
    every(200...1200) { run in
      let store = run.pick(run.states.keys.sorted().map(JSONValue.string)).string ?? ""
      run.act(store, run.chance(50) ? "shown" : "scrolled", ["y": run.value(0...900), "id": run.id(), "isFast": run.pick([true, false])])
    }
    if chance(40) {
      at(number(300...9000)) { run in
        run.act("network", "lost", sets: ["isOnline": false])
        run.after(200...3000) { $0.act("network", "found", sets: ["isOnline": true, "kind": $0.pick(["wifi", "cell"])]) }
      }
    }
  }

  private mutating func every(_ delay: ClosedRange<Int>, _ body: @escaping (inout TestRun) -> Void) {
    var time = number(delay)
    while time < 12_000 {
      at(time, body)
      time += number(delay)
    }
  }
}
