import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// States that are omitted, and their records in the log.
struct StateOptionsTests {
  /// Records one action for each state, whose encoding takes `takes` microseconds.
  private static func log(_ options: RecorderOptions, states: [String], clock: ManualClock = ManualClock(), takes: Int = 0) throws
    -> RecordedLog
  {
    let (recorder, sink) = Recorder.inMemory(options: options, clock: clock)
    let reduce = recorder.store("s").reducer { (state: inout Slow, action: String) in state.text = action }
    var state = Slow(text: "", takes: takes, clock: clock)
    for text in states { reduce(&state, text) }
    return try RecordedLog(sink)
  }

  /// A state with a slow encoding.
  private struct Slow: Encodable {
    var text: String
    let takes: Int
    let clock: ManualClock

    func encode(to encoder: any Encoder) throws {
      clock.advance(by: takes)
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  private static func told(_ log: RecordedLog) -> [String] {
    log.actions.map { $0.outcome.omitted ?? ($0.outcome.patch != nil ? "patch" : $0.outcome.state != nil ? "state" : "nothing") }
  }

  @Test func `every third state is told, and tells what came before it`() throws {
    var options = RecorderOptions()
    options.states = .every(3)
    let log = try Self.log(options, states: ["a", "b", "c", "d", "e", "f", "g"])
    #expect(Self.told(log) == ["patch", "sampled", "sampled", "patch", "sampled", "sampled", "patch"])
    #expect(try log.states(of: "s").map(\.state) == ["", "a", "d", "g"])
  }

  @Test func `the last state is told when the recorder closes, though it was left out`() throws {
    var options = RecorderOptions()
    options.states = .every(3)
    let (recorder, sink) = Recorder.inMemory(options: options)
    let reduce = recorder.store("s").reducer { (state: inout [Int], action: Int) in state.append(action) }
    var state: [Int] = []
    for action in 1...5 { reduce(&state, action) }
    recorder.close()
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "s").map(\.state) == [[], [1], [1, 2, 3, 4], [1, 2, 3, 4, 5]])
    #expect(log.lines.dropLast().last?.contains(#""type":"@@STATE","settled":true"#) == true)
  }

  @Test func `the last state is told when its store goes, though it was left out`() throws {
    var options = RecorderOptions()
    options.states = .every(2)
    let (recorder, sink) = Recorder.inMemory(options: options)
    var state = 0
    do {
      let reduce = recorder.store("s").reducer { (state: inout Int, action: Int) in state += action }
      reduce(&state, 1)
      reduce(&state, 1)
    }
    let log = try RecordedLog(sink)
    #expect(log.actions.last?.type == "@@DEINIT")
    #expect(try log.states(of: "s").map(\.state) == [0, 1, 2])
  }

  @Test func `no state at all is told if none is wanted`() throws {
    var options = RecorderOptions()
    options.states = .never
    let log = try Self.log(options, states: ["a", "b"])
    #expect(Self.told(log) == ["sampled", "sampled"])
    #expect(try log.states(of: "s").isEmpty)
  }

  @Test func `an object is not even asked for states that nobody wants`() throws {
    var options = RecorderOptions()
    options.states = .never
    let (recorder, sink) = Recorder.inMemory(options: options)
    let object = Box()
    let questions = Locked(0)
    let tap = recorder.store("s", of: object) { _ in questions.withLock { $0 += 1 } }
    questions.withLock { $0 = 0 }
    for _ in 0..<3 { tap.record("a") {} }
    #expect(questions.withLock { $0 } == 0)
    #expect(try RecordedLog(sink).actions.map(\.outcome.omitted) == ["sampled", "sampled", "sampled", "sampled"])
  }

  @Test func `states that take too long are left out for a while`() throws {
    var options = RecorderOptions()
    options.stateTimePerAction = .microseconds(10)
    options.verification = .never
    let log = try Self.log(options, states: (0..<400).map { "\($0)" }, takes: 50)
    let told = Self.told(log)
    #expect(told.contains("sampled"))
    #expect(told.first == "patch")
    // A state takes fifty microseconds or more, forty of them too long: about fifty are free, and later ones owe a rest.
    #expect((20...100).contains(told.count { $0 == "patch" }))
    let last = try #require(told.lastIndex(of: "patch"))
    #expect(try log.states(of: "s").last?.state == .string("\(last)"))
  }

  @Test func `to look for changes before actions counts, too`() throws {
    final class Slow: Encodable, Sendable {
      let clock: ManualClock
      let encodings = Locked(0)
      enum CodingKeys: CodingKey { case clock }

      init(_ clock: ManualClock) { self.clock = clock }

      func encode(to encoder: any Encoder) throws {
        clock.advance(by: 50)
        encodings.withLock { $0 += 1 }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .clock)
      }
    }
    var options = RecorderOptions()
    options.stateTimePerAction = .microseconds(10)
    options.verification = .never
    let clock = ManualClock()
    let (recorder, _) = Recorder.inMemory(options: options, clock: clock)
    let tap = recorder.store("s")
    var state = (slow: Slow(clock), number: 0)
    for number in 1...1000 { tap.reduce(number, into: &state) { $0.number = $1 } }
    // The excess that is free at first, in microseconds. Without the looks, each action would take half of what it does.
    let spent = 50 * state.slow.encodings.withLock { $0 }
    #expect((1000...6000).contains(spent), "\(spent)")
  }

  @Test func `a state beyond the limit is left out, and the next one that fits is told whole`() throws {
    var options = RecorderOptions()
    options.limits.stateBytes = 10
    let large = String(repeating: "x", count: 20)
    let log = try Self.log(options, states: ["a", large, large, large, "b", "c", "d"])
    #expect(Self.told(log) == ["state", "limit", "limit", "limit", "state", "state", "state"])
    #expect(try log.states(of: "s").map(\.state) == ["", "a", "b", "c", "d"])
  }

  @Test func `a patch beyond the limit is no reason to leave out a state within it`() throws {
    var options = RecorderOptions()
    options.limits.stateBytes = 30
    let log = try Self.log(options, states: ["a", "some words, not very long"])
    #expect(Self.told(log) == ["state", "state"])
  }
}

// MARK: - Payloads

extension StateOptionsTests {
  @Test func `contents beyond the limit are told by their size`() throws {
    var options = RecorderOptions()
    options.limits.payloadBytes = 20
    let (recorder, sink) = Recorder.inMemory(options: options)
    let tap = recorder.store("s")
    tap.record("a", "short") {}
    tap.record("a", String(repeating: "x", count: 30)) {}
    tap.record(action: ["words": "long enough"]) {}
    let payloads = try RecordedLog(sink).actions.map(\.payload)
    #expect(payloads[0] == "short")
    #expect(payloads[1].flatMap(TaggedValue.init)?.truncatedBytes == 32)
    #expect(payloads[2].flatMap(TaggedValue.init)?.truncatedBytes == 23)
  }

  private enum Cart {
    case added(sku: String)
    case cleared
  }

  @Test func `actions are called what the app calls them, with the version of their type`() throws {
    var options = RecorderOptions()
    options.types.name(Cart.self, version: 3) { action in
      switch action {
      case .added: "cart.added"
      case .cleared: "cart.cleared"
      }
    }
    options.types.name(Int.self, version: 2)
    let (recorder, sink) = Recorder.inMemory(options: options)
    let tap = recorder.store("s")
    tap.record(action: Cart.added(sku: "p7")) {}
    tap.record(action: Cart.cleared as Cart?) {}
    tap.record(action: 5) {}
    let actions = try RecordedLog(sink).actions
    #expect(actions.map(\.type) == ["cart.added", "cart.cleared", "Int"])
    #expect(actions.map(\.enumCase) == ["added", "cleared", nil])
    #expect(actions.map(\.version) == [3, 3, 2])
    #expect(actions.map(\.payload) == [["sku": "p7"], nil, 5])
  }
}

extension TaggedValue {
  fileprivate var truncatedBytes: Int? {
    if case .truncated(let bytes, _) = self { bytes } else { nil }
  }
}

// MARK: - Verification

extension StateOptionsTests {
  private static let ambient = Locked(0)

  /// Encodes a value outside itself.
  private struct Impure: Encodable {
    var count = 0
    var reading = Reading()

    struct Reading: Encodable {
      var own = 1
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(StateOptionsTests.ambient.withLock { $0 })
      }
    }
  }

  @Test(.serialized, arguments: [1, 3])
  func `a state that changes unseen is found, told whole and not trusted again`(interval: Int) throws {
    var options = RecorderOptions()
    options.verification = .every(interval)
    let (recorder, sink) = Recorder.inMemory(options: options)
    let reduce = recorder.store("s").reducer { (state: inout Impure, action: Int) in state.count = action }
    var state = Impure()
    Self.ambient.withLock { $0 = 0 }
    for number in 1...8 {
      if number == 3 { Self.ambient.withLock { $0 = 7 } }
      if number == 7 { Self.ambient.withLock { $0 = 8 } }
      reduce(&state, number)
    }
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "s").last?.state == ["count": 8, "reading": 8])
    let marks = log.records.compactMap { record -> MarkRecord? in
      guard case .mark(let mark) = record else { return nil }
      return mark
    }
    #expect(marks.count == 1)
    #expect(marks.first?.level == "warning")
    #expect(marks.first?.text.contains("Impure") == true)
    #expect(Self.told(log).firstIndex(of: "state") == 2)
  }

  @Test func `states that change as they should are never told whole by a check`() throws {
    var options = RecorderOptions()
    options.verification = .every(2)
    let log = try Self.log(options, states: (0..<50).map { "\($0)" })
    #expect(Self.told(log) == Array(repeating: "patch", count: 50))
    #expect(log.lines.allSatisfy { !$0.contains("\"mark\"") })
  }
}
