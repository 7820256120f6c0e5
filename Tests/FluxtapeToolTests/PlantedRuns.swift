import FluxtapeRandomCases

/// Runs of one test, as a job's folder has them: green ones, and red ones that a planted bug made red. Times are those of a virtual clock.
struct PlantedRuns {
  enum Bug: String, CaseIterable {
    /// The answer to the first text comes after that to the second.
    case answerOrder
    /// The cart does not begin empty.
    case startValue
    /// What was added is not reserved before it is paid.
    case missingAction
    /// The price comes after more than half a second.
    case slowAnswer
  }

  /// What else goes on in the app.
  enum Background: String, CaseIterable {
    case none
    /// The same in each run.
    case fixed
    /// At other times in each run, with identifiers and dates, and members in any order; a sensor begins with any value.
    case jittered
  }

  let background: Background
  private var random: SplitMix64

  init(_ background: Background, seed: Int = 1) {
    self.background = background
    random = SplitMix64(seed: seed)
  }

  static func header(attempt: Int) -> String {
    #"{"fluxtape":1,"run":"run \#(attempt)","time":"2026-11-21T09:00:00.000000Z","meta":{"attempt":"\#(attempt)","#
      + #""id":"Shop.OrderTests/pays()","site":"Shop/OrderTests.swift:7","test":"OrderTests/pays()"}}"#
  }

  /// A record, before its place among the others is known.
  private struct Record {
    let time: Int
    let members: String
    var name: String?
    var cause: String?
  }

  /// The log of an attempt. What is red fails by the same expectation, whatever made it so.
  mutating func log(attempt: Int, bug: Bug? = nil) -> String {
    let records = (actions(bug) + others()).sorted { $0.time < $1.time }
    var steps: [String: Int] = [:]
    var lines = [Self.header(attempt: attempt)]
    for (place, record) in records.enumerated() {
      if let name = record.name { steps[name] = place + 1 }
      let cause = record.cause.flatMap { steps[$0] }.map { #""cause":\#($0),"# } ?? ""
      lines.append(#"{"seq":\#(place + 1),"t":\#(record.time),\#(cause)\#(record.members)}"#)
    }
    let end = bug == nil ? "passed" : "failed"
    lines.append(#"{"seq":\#(records.count + 1),"t":5000000,"end":"\#(end)"}"#)
    return lines.map { $0 + "\n" }.joined()
  }
}

// MARK: - What happens

extension PlantedRuns {
  private mutating func actions(_ bug: Bug?) -> [Record] {
    let total = bug == .startValue ? 5 : 0
    let answers = bug == .answerOrder ? ["second", "first"] : ["first", "second"]
    let wait = bug == .slowAnswer ? number(in: 600...900) : number(in: 50...300)
    var records = [
      Record(time: 0, members: #""store":"search","type":"@@INIT","state":{"text":"","results":[]}"#),
      Record(time: 1, members: #""store":"cart","type":"@@INIT","state":{"total":\#(total),"status":"open"}"#),
      typed("first", after: 100), typed("second", after: 300),
      answered(answers[0], after: 500), answered(answers[1], after: 700),
    ]
    records.append(act("cart", "added", after: 1000, patch: "/total", "\(total + 7)", name: "added"))
    if bug != .missingAction { records.append(act("cart", "reserved", after: 1100, patch: "/status", #""reserved""#, cause: "added")) }
    let priced = act("cart", "priced", after: 1100 + wait, patch: "/total", "\(total + 9)", cause: "added")
    records.append(priced)
    records.append(act("cart", "paid", after: 2500, patch: "/status", #""paid""#, name: "paid"))
    if bug != nil {
      records.append(
        Record(time: 4_000_000, members: #""mark":"Expectation failed: order.isPaid","level":"error","site":"Shop/OrderTests.swift:12""#))
    }
    return records
  }

  private mutating func typed(_ text: String, after time: Int) -> Record {
    act("search", "typed", payload: #"{"text":"\#(text)"}"#, after: time, patch: "/text", "\"\(text)\"", name: text)
  }

  private mutating func answered(_ text: String, after time: Int) -> Record {
    act("search", "answered", payload: #"{"text":"\#(text)"}"#, after: time, patch: "/results", #"["\#(text) result"]"#, cause: text)
  }

  private mutating func act(
    _ store: String, _ type: String, payload: String? = nil, after time: Int, patch path: String, _ value: String, name: String? = nil,
    cause: String? = nil
  ) -> Record {
    let payload = payload.map { #""payload":\#($0),"# } ?? ""
    let members = #""store":"\#(store)","type":"\#(type)",\#(payload)"patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#
    return Record(time: time * 1000 + number(in: 0...20_000), members: members, name: name, cause: cause)
  }

  private mutating func others() -> [Record] {
    switch background {
    case .none: []
    case .fixed:
      (1...15).map { Record(time: $0 * 250_000, members: #""store":"poll","type":"ticked","payload":{"n":\#($0)},"reduced":false"#) }
    case .jittered:
      [Record(time: 2, members: #""store":"sensor","type":"@@INIT","state":{"battery":\#(number(in: 20...99))}"#)]
        + (1...number(in: 20...40)).map { _ in jittered() }
    }
  }

  private mutating func jittered() -> Record {
    let members = [
      #""id":"\#(identifier())""#, #""at":"2026-11-21T09:\#(number(in: 10...59)):00Z""#, #""width":\#(number(in: 100...999))"#,
    ].shuffled(using: &random).joined(separator: ",")
    let type = ["ticked", "shown", "refreshed"].randomElement(using: &random) ?? ""
    let action = #""store":"poll","type":"\#(type)","payload":{\#(members)},"reduced":false"#
    return Record(time: number(in: 10...3_900_000), members: action)
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func identifier() -> String {
    let digits = String(repeating: "0", count: 12) + String(random.next(), radix: 16, uppercase: true)
    return "6F1C0A52-7D3B-4E8A-9B21-\(digits.suffix(12))"
  }
}
