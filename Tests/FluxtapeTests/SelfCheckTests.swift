import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

@testable import Fluxtape
@testable import FluxtapeCoding

/// A recorder that misses a change detects that itself.
struct SelfCheckTests {
  // The process remembers the types that it no longer trusts, so each test has its own types.

  private static func problems(in log: RecordedLog) -> [RecordedProblem] { marks(in: log).compactMap(\.problem) }

  private static func marks(in log: RecordedLog) -> [MarkRecord] {
    log.records.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
  }

  struct Seen: Encodable {
    var seen = 0
    var unseen = 0
  }

  @Test func `a change that is not seen is written whole, told once, and seen from then on`() throws {
    let (recorder, sink) = Recorder.inMemory(missing: "unseen")
    var expected: [JSONValue] = [["seen": 0, "unseen": 0]]
    do {
      let tap = recorder.store("cart")
      var state = Seen()
      for number in 1...40 {
        tap.reduce(number, into: &state) { state, number in
          if number % 3 == 0 { state.seen += 1 } else { state.unseen += 1 }
        }
        expected.append(JSONValue.whole(state))
      }
    }
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "cart").map(\.state) == expected)
    let problem = RecordedProblem(kind: "recorder", store: "cart", type: "SelfCheckTests.Seen", version: CompilerVersion.text)
    #expect(Self.problems(in: log) == [problem])
    let mark = try #require(Self.marks(in: log).first)
    #expect(mark.level == "warning")
    #expect(mark.text.contains("not of the app"))
    #expect(log.lines.count { $0.contains(#""state":"#) } == 2)
  }

  struct Outer: Encodable {
    struct Inner: Encodable {
      var seen = 0
      var unseen = 0
    }

    var name = "a"
    var inner = Inner()
    var list = Array(repeating: Inner(), count: 20)
  }

  @Test func `a part of a state is checked as well`() throws {
    let (recorder, sink) = Recorder.inMemory(missing: "unseen")
    var expected: [JSONValue] = [JSONValue.whole(Outer())]
    do {
      let tap = recorder.store("cart")
      var state = Outer()
      for number in 1...20 {
        tap.reduce(number, into: &state) { state, number in
          if number % 2 == 0 { state.inner.unseen += 1 } else { state.list[number % 5].unseen += 1 }
        }
        expected.append(JSONValue.whole(state))
      }
    }
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "cart").map(\.state) == expected)
    #expect(Self.problems(in: log).count == 1)
  }

  struct Shared: Encodable {
    var seen = 0
    var unseen = 0
  }

  @Test func `other stores of the type are right too, and say nothing`() throws {
    let (recorder, sink) = Recorder.inMemory(missing: "unseen")
    do {
      let (first, second) = (recorder.store("first"), recorder.store("second"))
      var (one, two) = (Shared(), Shared())
      second.reduce("begins", into: &two) { state, _ in state.seen = 1 }
      first.reduce("breaks", into: &one) { state, _ in state.unseen = 1 }
      for number in 1...30 { second.reduce(number, into: &two) { state, number in state.unseen = number } }
      let log = try RecordedLog(sink)
      let numbers = try log.states(of: "second").suffix(30).map { $0.state["unseen"]?.int }
      #expect(numbers == Array(1...30))
      #expect(Self.problems(in: log).count == 1)
    }
  }

  private static let clock = ManualClock()
  /// The microseconds that an encoding takes.
  private static let duration = Locked(0)

  struct Later: Encodable {
    var seen = 0
    var unseen = 0

    enum CodingKeys: CodingKey { case seen, unseen }

    func encode(to encoder: any Encoder) throws {
      SelfCheckTests.clock.advance(by: SelfCheckTests.duration.withLock { $0 })
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(seen, forKey: .seen)
      try container.encode(unseen, forKey: .unseen)
    }
  }

  @Test func `what is wrong only later is found when there is time for a check`() throws {
    var options = RecorderOptions()
    options.stateTimePerAction = .zero
    let (recorder, sink) = Recorder.inMemory(options: options, clock: Self.clock, missing: "unseen")
    do {
      let tap = recorder.store("cart")
      var state = Later()
      for number in 1...40 { tap.reduce(number, into: &state) { state, number in state.seen = number } }
      let log = try RecordedLog(sink)
      #expect(Self.marks(in: log).isEmpty)
      Self.duration.withLock { $0 = 100 }
      for number in 1...2000 {
        tap.reduce(number, into: &state) { state, number in
          if number % 2 == 0 { state.seen += 1 } else { state.unseen += 1 }
        }
      }
    }
    let log = try RecordedLog(sink)
    #expect(Self.problems(in: log).count == 1)
    #expect(try log.states(of: "cart").last?.state == ["seen": 1040, "unseen": 1000])
    // Each later state is right: it counts one more than the one before.
    let told = try #require(log.records.firstIndex { if case .mark = $0 { true } else { false } })
    let sums = try log.states(of: "cart").suffix(log.records.count - told - 1).map { state in
      (state.state["seen"]?.int ?? 0) + (state.state["unseen"]?.int ?? 0)
    }
    #expect(sums.count > 100)
    #expect(sums == Array((2041 - sums.count)...2040))
  }
}

// MARK: - Attributing mistakes

extension SelfCheckTests {
  private static let count = Locked(0)

  private static var nextCount: Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  struct Counting: Encodable {
    var number = 0

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode([number, SelfCheckTests.nextCount])
    }
  }

  @Test func `an encoding that is never the same twice is the app's`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("cart")
    var state = Counting()
    for number in 1...5 { tap.reduce(number, into: &state) { $0.number = $1 } }
    let log = try RecordedLog(sink)
    #expect(Self.problems(in: log).map(\.knownKind) == [.encoding])
    #expect(Self.marks(in: log).first?.text.contains("encodes one value in two ways") == true)
  }

  final class Session: Encodable {
    var visits = 0
    enum CodingKeys: CodingKey { case visits }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(visits, forKey: .visits)
      SelfCheckTests.onEncode.withLock { $0 }?(self)
    }
  }

  private static let onEncode = Locked<(@Sendable (Session) -> Void)?>(nil)

  struct Desk: Encodable {
    var session = Session()
    var number = 0
  }

  @Test func `an object that changes while it is encoded is nobody's fault`() throws {
    let (recorder, sink) = Recorder.inMemory()
    let tap = recorder.store("desk")
    var desk = Desk()
    for number in 1...12 {
      tap.reduce(number, into: &desk) { $0.number = $1 }
      // Runs once, right after some encoding, as another thread might.
      let left = Locked(number % 6)
      Self.onEncode.withLock {
        $0 = { session in
          let isTime = left.withLock { left in
            left -= 1
            return left == 0
          }
          if isTime { session.visits += 1 }
        }
      }
    }
    // A counter that another thread advances all the time, such as the progress of a download.
    Self.onEncode.withLock { $0 = { $0.visits += 1 } }
    for number in 1...12 { tap.reduce(number, into: &desk) { $0.number = $1 } }
    Self.onEncode.withLock { $0 = nil }
    tap.reduce(0, into: &desk) { $0.number = $1 }
    let log = try RecordedLog(sink)
    #expect(Self.marks(in: log).isEmpty)
    #expect(try log.states(of: "desk").last?.state == ["session": ["visits": .number(JSONNumber(desk.session.visits))], "number": 0])
  }
}

// MARK: - Frequency of checks

extension SelfCheckTests {
  /// The patches that are checked.
  private static func checks(of patches: Int, bytes: Int, isChanged: Bool = true) -> [Int] {
    var check = SelfCheck(.automatic)
    let whole = Array("\"\(String(repeating: "a", count: bytes - 2))\"".utf8)
    return (0..<patches).filter { _ in
      guard check.isDue(bytes: bytes) else {
        check.follow(nil)
        return false
      }
      let evidence = SelfCheck.Evidence(
        before: { whole }, patch: Array("[]".utf8)[...], isOfChange: isChanged, isKept: true,
        encode: { $0 += whole }, appendKept: { $0 += whole })
      #expect(check.fault(in: evidence) == nil)
      return true
    }
  }

  @Test func `the first patches are checked, and later one in a thousand`() {
    #expect(Self.checks(of: 3000, bytes: 1000) == Array(0..<16) + [1016, 2017])
  }

  @Test func `a large state is checked rarely`() {
    #expect(Self.checks(of: 250_000, bytes: 10_000_000) == [100_000, 200_001])
  }

  @Test func `patches without a change do not use up the first checks, and end them at some time`() {
    #expect(Self.checks(of: 1000, bytes: 1000, isChanged: false) == Array(0..<131))
    #expect(Self.checks(of: 1000, bytes: 10_000, isChanged: false) == Array(0..<23))
  }

  @Test func `a patch whose check would hold the app up is not checked by itself`() {
    func fault(_ verification: RecorderOptions.Verification, patchBytes: Int) -> SelfCheck.Fault? {
      var check = SelfCheck(verification)
      let state = Array("\"\(String(repeating: "s", count: 400_000))\"".utf8)
      let evidence = SelfCheck.Evidence(
        before: { state }, patch: Array("[{}\(String(repeating: " ", count: patchBytes))]".utf8)[...], isOfChange: true, isKept: true,
        encode: { $0 += state }, appendKept: { $0 += state })
      return check.fault(in: evidence)
    }
    #expect(fault(.automatic, patchBytes: 10) == .recorder)
    #expect(fault(.automatic, patchBytes: 400_000) == nil)
    #expect(fault(.every(1), patchBytes: 400_000) == .recorder)
  }

  @Test func `a kept state that has become too large ends the following of patches, and harms nothing`() {
    var check = SelfCheck(.every(1))
    check.begin(with: Array("[1]".utf8)[...])
    let evidence = SelfCheck.Evidence(
      before: { nil }, patch: Array("[]".utf8)[...], isOfChange: false, isKept: true, encode: { $0 += "[2]".utf8 }, appendKept: { _ in })
    #expect(check.fault(in: evidence) == .recorder)
    #expect(check.fault(in: evidence) == .recorder)
  }
}
