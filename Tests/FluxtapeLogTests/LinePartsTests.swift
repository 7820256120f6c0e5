import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

/// Lines that a recorder assembles from parts, compared with lines that are written from records.
struct LinePartsTests {
  @Test(arguments: seeds(8))
  func `parts put together are the line that the record is written as, and read as the record`(_ seed: Int) throws {
    var random = RandomRecord(seed: seed)
    for _ in 0..<100 {
      let action = random.action()
      let line = LogLine.record(.action(action))
      #expect(String(decoding: Self.composed(action), as: UTF8.self) == String(decoding: line.bytes, as: UTF8.self))
      #expect(try LogLine(decoding: line.bytes) == line)

      let completion = CompletionRecord(step: action.step, time: action.time, store: action.store, outcome: action.outcome)
      var bytes: [UInt8] = []
      LineHead.completion(of: completion.step, time: completion.time, store: ActionHead.storeMember(completion.store), into: &bytes)
      Self.close(action.outcome, &bytes)
      #expect(try LogLine(decoding: bytes) == .record(.completion(completion)))
      #expect(bytes == LogLine.record(.completion(completion)).bytes)

      let state = StateRecord(time: action.time, store: action.store, outcome: action.outcome)
      bytes = []
      LineHead.state(step: nil, time: state.time, store: ActionHead.storeMember(state.store), into: &bytes)
      Self.close(action.outcome, &bytes)
      #expect(try LogLine(decoding: bytes) == .record(.state(state)))
      #expect(bytes == LogLine.record(.state(state)).bytes)
    }
  }

  private static func composed(_ action: ActionRecord) -> [UInt8] {
    var head = ActionHead(
      store: ActionHead.storeMember(action.store),
      name: ActionHead.nameMembers(type: action.type, version: action.version, enumCase: action.enumCase))
    if let cause = action.cause { head.append(cause: cause) }
    if let site = action.site { head.append(site: site) }
    if let thread = action.thread { head.append(thread: thread) }
    head.append(trace: action.trace, span: action.span)
    if let effect = action.effect { head.append(effect: effect.id.bytes, phase: effect.phase.rawValue) }
    if let payload = action.payload { head.append(payload: payload.bytes) }
    var bytes: [UInt8] = []
    head.write(step: action.step, time: action.time, into: &bytes)
    close(action.outcome, &bytes)
    return bytes
  }

  private static func close(_ outcome: Outcome, _ bytes: inout [UInt8]) {
    outcome.facts.write(into: &bytes)
    if let patch = outcome.patch {
      OutcomeFacts.beginPatch(in: &bytes)
      patch.json.write(into: &bytes)
    }
    if let state = outcome.state {
      OutcomeFacts.beginState(in: &bytes)
      state.write(into: &bytes)
    }
    OutcomeFacts.endLine(in: &bytes)
  }

  @Test func `a cause can be taken out again`() {
    var head = ActionHead(store: ActionHead.storeMember("s"), name: ActionHead.nameMembers(type: "t"))
    head.append(cause: .step(12))
    head.append(site: "a:1")
    #expect(head.causeStep == 12)
    head.removeCause()
    #expect(head.causeStep == nil)
    #expect(String(decoding: head.bytes, as: UTF8.self) == #","store":"s","type":"t","site":"a:1""#)
  }

  @Test(arguments: [0, 1, 9, 10, 99, 100, 1_795_251_600_000_000, .max, -1, -10, .min])
  func `numbers are written in decimal digits`(_ number: Int) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == "\(number)")
  }
}

/// Random records, reproducible by their seed.
private struct RandomRecord {
  private var generator: SplitMix64

  init(seed: Int) { generator = SplitMix64(seed: seed) }

  private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { number(below: 2) == 0 ? nil : make(&self) }

  private mutating func text() -> String {
    let texts = ["", "cart", "é", "日本", "\"\\\u{1}", "a longer text\nwith lines", "$x", "👍🏽"]
    return texts[number(below: texts.count)] + texts[number(below: texts.count)]
  }

  private mutating func step() -> StepNumber { StepNumber(1 + number(below: 1_000_000)) }

  private mutating func value(depth: Int = 3) -> JSONValue {
    switch number(below: depth > 0 ? 6 : 4) {
    case 0: return .null
    case 1: return .bool(true)
    case 2: return .number(JSONNumber(number(below: 1000) - 500))
    case 3: return .string(text())
    case 4: return .array((0..<number(below: 4)).map { _ in value(depth: depth - 1) })
    default: return .object(JSONObject((0..<number(below: 4)).map { ("\($0)" + text(), value(depth: depth - 1)) }))
    }
  }

  private mutating func cause() -> RecordedCause {
    switch number(below: 4) {
    case 0: return .otherRun(text(), step())
    case 1: return .several([.step(step()), .otherRun(text(), step())])
    default: return .step(step())
    }
  }

  private mutating func outcome() -> Outcome {
    Outcome(
      duration: maybe { $0.number(below: 100_000) }, error: maybe { RecordedError(type: $0.text(), message: $0.text()) },
      isUnreduced: number(below: 2) == 0, omitted: maybe { $0.text() },
      patch: maybe { random in
        JSONPatch((0..<random.number(below: 3)).map { .replace(JSONPointer(tokens: [random.text(), "\($0)"]), random.value()) })
      },
      state: maybe { $0.value() })
  }

  mutating func action() -> ActionRecord {
    var action = ActionRecord(
      step: step(), time: number(below: 1_000_000_000), store: text(), type: "t" + text(), version: maybe { $0.number(below: 100) },
      enumCase: maybe { $0.text() }, cause: maybe { $0.cause() }, site: maybe { $0.text() }, thread: maybe { $0.text() },
      effect: maybe { RecordedEffect(id: .string($0.text()), phase: .started) }, payload: maybe { $0.value() }, outcome: outcome())
    (action.trace, action.span) = (maybe { $0.text() }, maybe { $0.text() })
    return action
  }
}
