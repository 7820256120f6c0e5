import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Runs of an app without mistakes: requests overlap and stale answers are dropped, reducers are pure, screens end, dispatched actions are
/// handled, a success clears the error.
struct SoundRunTests {
  @Test(arguments: seeds(30))
  func `nothing looks wrong in a sound run`(_ seed: Int) throws {
    var run = SoundRun(seed: seed)
    run.play(steps: 60)
    let history = try History.of(run.lines.joined(separator: "\n") + "\n")
    let findings = try history.check()
    #expect(findings.compactMap { SuspicionTests.outline($0, history) } == [])
    // A failed request is a problem; otherwise the log is sound.
    let others = findings.filter { if case .failure = $0.kind { false } else { true } }
    #expect(others.isEmpty, "\(others.map { CheckingTests.outline($0, history) })")
  }
}

private struct SoundRun {
  private(set) var lines = [#"{"fluxtape":1,"run":"sound","app":{"name":"sound"}}"#]
  private var random: SplitMix64
  private var (step, time) = (0, 0)
  private var states: [String: JSONValue] = [:]
  private var waiting: [Request] = []
  private var newest: [String: Int] = [:]
  private var screens: [String] = []
  private var serverItems = 0

  private struct Request {
    let row: Int
    let kind: String
    let contents: JSONValue
    let shape: Int
  }

  init(seed: Int) {
    random = SplitMix64(seed: seed)
    states = [
      "feed": ["query": "", "hits": [], "error": .null, "items": [], "sent": 0], "count": ["n": 0, "on": false, "log": []],
      "list": ["rows": [], "chosen": .null],
    ]
    for (name, state) in states.sorted(by: { $0.key < $1.key }) {
      lines.append(#"{"t":0,"store":"\#(name)","type":"@@STATE","state":\#(state.text)}"#)
    }
  }

  mutating func play(steps: Int) {
    for _ in 0..<steps { act() }
    while !waiting.isEmpty { answer() }
    while !screens.isEmpty { closeScreen() }
    write("app", "closed", isEnd: true)
  }

  private mutating func act() {
    time += Int.random(in: 1...200_000, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: ask("search", .string(Bool.random(using: &random) ? "Bern" : "Berlin"))
    case 2: ask("send", ["text": .string("note \(Int.random(in: 0...1000, using: &random)) at \(step)")])
    case 3: ask("load", [:])
    case 4...6: answer()
    case 7, 8: count()
    case 9: dispatch()
    case 10: openScreen()
    default: closeScreen()
    }
  }

  // MARK: - Lines

  @discardableResult
  private mutating func write(_ store: String, _ type: String, _ members: String..., isEnd: Bool = false) -> Int {
    step += 1
    time += 7
    let tail = members.map { ",\($0)" }.joined()
    let end = #"{"seq":\#(step),"t":\#(time),"end":"closed"}"#
    lines.append(isEnd ? end : #"{"seq":\#(step),"t":\#(time),"store":"\#(store)","type":"\#(type)"\#(tail)}"#)
    return step
  }

  /// Changes a state, and returns the patch.
  private mutating func patch(_ store: String, _ change: (inout JSONObject) -> Void) -> String {
    let old = states[store] ?? [:]
    var object = old.object ?? JSONObject()
    change(&object)
    states[store] = .object(object)
    return #""patch":\#(JSONPatch.difference(from: old, to: .object(object)).json.text)"#
  }

  // MARK: - Requests

  /// Makes a request in one of the forms of asynchronous work in logs: a thunk, work with a completion, work whose completion is a record.
  private mutating func ask(_ kind: String, _ contents: JSONValue) {
    // A button is disabled while its request runs, and a loading list is not requested again.
    if kind != "search", waiting.contains(where: { $0.kind == kind }) { return }
    let shape = Int.random(in: 0...2, using: &random)
    let payload = #""payload":\#(contents.text)"#
    let name = "\(kind)\(shape)"
    let row =
      shape == 0
      ? write("feed", name, payload, #""reduced":false"#)
      : write("feed", name, #""effect":{"id":"\#(step)","phase":"started"}"#, payload)
    newest[kind] = row
    waiting.append(Request(row: row, kind: kind, contents: contents, shape: shape))
  }

  private mutating func answer() {
    guard let place = waiting.indices.randomElement(using: &random) else { return }
    let request = waiting.remove(at: place)
    let isStale = newest[request.kind] != request.row
    let hasFailed = request.shape > 0 && Int.random(in: 0...4, using: &random) == 0
    let change = change(for: request, isStale, hasFailed)
    let error = hasFailed ? #","error":{"type":"Offline","message":"no"}"# : ""
    let phase = hasFailed ? "failed" : "finished"
    switch request.shape {
    case 0: write("feed", "\(request.kind)Answered", #""cause":\#(request.row)"#, change)
    case 1: lines.append(#"{"completes":\#(request.row),"t":\#(time),"store":"feed","dur":9\#(error),\#(change)}"#)
    default:
      let effect = #""effect":{"id":"\#(request.row - 1)","phase":"\#(phase)"}"#
      write("feed", "\(request.kind)\(request.shape)", #""cause":\#(request.row)"#, effect, #""dur":9\#(error)"#, change)
    }
  }

  private mutating func change(for request: Request, _ isStale: Bool, _ hasFailed: Bool) -> String {
    if hasFailed { return isStale ? #""patch":[]"# : patch("feed") { $0["error"] = .string("\(request.kind) failed") } }
    serverItems += 1
    let id = serverItems
    return patch("feed") { feed in
      feed["error"] = .null
      switch request.kind {
      case "search":
        guard !isStale else { return }
        feed["query"] = request.contents
        feed["hits"] = [request.contents, .string("\(request.contents.string ?? "") \(id)")]
      case "send":
        let text = request.contents.object?["text"] ?? .null
        feed["items"] = .array((feed["items"]?.array ?? []) + [["id": .number(JSONNumber(id)), "text": text]])
        feed["sent"] = .number(JSONNumber((feed["sent"]?.int ?? 0) + 1))
      default:
        let item: JSONValue = ["id": .number(JSONNumber(id)), "text": .string("new \(id)")]
        feed["items"] = .array((feed["items"]?.array ?? []).suffix(5) + [item])
      }
    }
  }

  // MARK: - Reducers, screens

  private mutating func count() {
    let amount = Int.random(in: 1...3, using: &random)
    let payload = #""payload":\#(amount)"#
    let number = JSONValue.number(JSONNumber(amount))
    switch Int.random(in: 0...3, using: &random) {
    case 0: write("count", "added", payload, patch("count") { $0["n"] = .number(JSONNumber(($0["n"]?.int ?? 0) + amount)) })
    case 1: write("count", "reset", #""case":"reset""#, patch("count") { $0["n"] = 0 })
    case 2: write("count", "toggled", #""case":"toggled""#, patch("count") { $0["on"] = .bool($0["on"]?.bool == false) })
    default: write("count", "noted", payload, patch("count") { $0["log"] = .array(($0["log"]?.array ?? []).suffix(1) + [number]) })
    }
  }

  private mutating func dispatch() {
    let payload = #""payload":\#(Int.random(in: 0...2, using: &random))"#
    let row = write("app", "rowChosen", payload, #""reduced":false"#)
    // The reducer reads another store.
    let count = states["count"]?.object?["n"] ?? .null
    write("list", "rowChosen", #""cause":\#(row)"#, patch("list") { $0["chosen"] = count })
    for screen in screens { write(screen, "shows", #""cause":\#(row)"#, #""patch":[]"#) }
  }

  private mutating func openScreen() {
    let name = screens.isEmpty ? "screen" : "screen#\(screens.count + 1)"
    screens.append(name)
    write(name, "@@INIT", #""state":{}"#)
    write(name, "typed", #""payload":"a""#, #""patch":[]"#)
  }

  private mutating func closeScreen() {
    guard let name = screens.popLast() else { return }
    let row = write(name, "load", #""effect":{"id":"l\#(step)","phase":"started"}"#)
    lines.append(#"{"completes":\#(row),"t":\#(time),"store":"\#(name)","dur":3,"reduced":false}"#)
    write(name, "@@DEINIT", #""reduced":false"#)
    if let below = screens.last { write(below, "typed", #""payload":"b""#, #""patch":[]"#) }
  }
}
