import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Blame, histories, searches and checks name the same rows in random logs of several stores.
struct SharedAnswerTests {
  /// A log as recorders and other writers produce it: actions that complete out of order, errors, states without actions, losses.
  private struct RandomLog {
    private(set) var text = #"{"fluxtape":1,"run":"r"}"# + "\n"
    private var step = 0
    private var open: [(step: Int, store: String)] = []
    private var random: SplitMix64
    private var lastLine = ""
    /// Whether patches may not fit.
    private let misfits: Bool

    static let stores = ["a", "b"]

    init(seed: Int) {
      random = SplitMix64(seed: seed)
      misfits = seed % 3 == 0
      for store in Self.stores { stateOrBeginning(of: store) }
      for _ in 0..<40 { addAny() }
    }

    private mutating func add(_ line: String) {
      text += line + "\n"
      lastLine = line
    }

    private mutating func nextStep() -> Int {
      step += 1
      return step
    }

    private mutating func stateOrBeginning(of store: String) {
      if Bool.random(using: &random) {
        add(#"{"seq":\#(nextStep()),"t":\#(step),"store":"\#(store)","type":"@@INIT","state":{"n":0,"l":[0]}}"#)
      } else {
        add(#"{"t":\#(step),"store":"\#(store)","type":"@@STATE","state":{"n":0,"l":[0]}}"#)
      }
    }

    /// A patch, a whole state, or both, which may disagree.
    private mutating func change() -> String {
      let n = Int.random(in: 0...9, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: return #""patch":[]"#
      case 3: return #""patch":[{"op":"replace","path":"/n","value":\#(n)}],"state":{"n":\#(n),"l":[\#(n % 3)]}"#
      case 4: return #""patch":[],"state":{"n":\#(n),"l":[0]}"#
      case 5 where misfits: return #""patch":[{"op":"remove","path":"/l/3"}]"#
      case 1: return #""state":{"n":\#(n),"l":[\#(n % 3)]}"#
      case 2: return #""patch":[{"op":"replace","path":"/l/0","value":\#(n)}]"#
      default: return #""patch":[{"op":"replace","path":"/n","value":\#(n)}]"#
      }
    }

    private mutating func addAny() {
      let store = Self.stores.randomElement(using: &random) ?? "a"
      func head(_ type: String) -> String { #""t":\#(step),"store":"\#(store)","type":"\#(type)""# }
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<4: add(#"{"seq":\#(nextStep()),\#(head("x")),\#(change())}"#)
      case 4, 5:
        add(#"{"seq":\#(nextStep()),\#(head("open"))}"#)
        open.append((step, store))
      case 6, 7:
        guard let place = open.indices.randomElement(using: &random) else { return }
        let action = open.remove(at: place)
        add(#"{"completes":\#(action.step),"t":\#(step),"store":"\#(action.store)",\#(change())}"#)
      case 8: add(#"{"seq":\#(nextStep()),\#(head("x")),"error":{"type":"E","message":"m"}}"#)
      case 9: add(#"{"seq":\#(nextStep()),"t":\#(step),"mark":"m"}"#)
      case 10, 11: add(#"{"seq":\#(nextStep()),\#(head("@@STATE")),\#(change())}"#)
      case 12: add(#"{\#(head("@@STATE")),\#(change())}"#)
      case 13: add(#"{"completes":9999,"t":\#(step),"store":"\#(store)",\#(change())}"#)
      case 14: if lastLine.hasPrefix(#"{"seq""#) { add(lastLine) }
      default:
        step += 2
        if Bool.random(using: &random) {
          add(#"{"seq":\#(step),"t":\#(step),"gap":{"lost":1,"first":\#(step - 1),"last":\#(step - 1),"reason":"full"}}"#)
        }
        for store in Self.stores where Bool.random(using: &random) {
          add(#"{"t":\#(step),"store":"\#(store)","type":"@@STATE",\#(change())}"#)
        }
      }
    }
  }

  /// Whether a row is known to have made a change, and is not one of several that may have. A state without an action counts, unless the
  /// state before is unknown.
  private func isCertain(_ change: ValueChange, of store: String, in history: History) throws -> Bool {
    if case .action = change.origin { return true }
    return try history.rows[change.row].kind == .state && history.state(of: store, before: change.row).node != nil
  }

  @Test(arguments: seeds(8))
  func `blame, histories, searches and checks name the row that changed a value`(seed: Int) throws {
    let log = RandomLog(seed: seed)
    let history = try History.of(log.text)
    let comment = Comment(rawValue: log.text)
    for store in history.stores {
      let path = try StatePath(parsing: "\(store).n")
      let changes = try history.changes(of: [path])
      let found = try history.rows(matching: Query(parsing: "changed:\(store).n"))
      #expect(Set(found).isSubset(of: changes.map(\.row)), comment)
      let certain = try changes.filter { try isCertain($0, of: store, in: history) }
      #expect(Set(found).isSuperset(of: certain.map(\.row)), comment)
      if let last = changes.last, let blame = try history.blame(path)?.first {
        // After a patch that does not fit, blame does not know which values stayed the same.
        let isCoarse = log.text.contains("/l/3") && blame.origin.row >= last.origin.row
        #expect((blame.origin == last.origin || isCoarse) && blame.value == last.new, comment)
      }
      // The row that is reported to have the last state has it, whatever ends after the last row.
      let end = try #require(history.lastRow(withStateOf: store), comment)
      #expect(try history.blame(path, after: end) == history.blame(path), comment)
      for limit in [2, 5] {
        let rule = CheckRule(.never(try Query(parsing: "\(store).n > \(limit)")))
        let broken = try history.check(Checklist(rules: [rule])).compactMap { finding -> Int? in
          if case .broken = finding.kind { finding.row } else { nil }
        }
        var undecided = 0
        _ = try history.rows(matching: Query(parsing: "\(store).n > \(limit)")) { progress in
          undecided = progress.undecided.count
          return true
        }
        let rising = changes.filter { ($0.old?.int ?? 0) <= limit && ($0.new?.int ?? 0) > limit }.map(\.row)
        let isCoarse = log.text.contains("/l/3")
        #expect(isCoarse || Set(broken).isSubset(of: changes.map(\.row)), "\(limit): \(log.text)")
        #expect(undecided > 0 || broken == Array(Set(rising)).sorted(), "\(limit): \(log.text)")
      }
    }
  }

  @Test(arguments: seeds(8))
  func `a run is no different from itself, and from itself with every store stated once more`(seed: Int) throws {
    let log = RandomLog(seed: seed)
    let history = try History.of(log.text)
    let same = try RunComparison(history, history)
    #expect(same.isSame && same.onlyFirst == 0 && same.onlySecond == 0, "\(log.text)")
    var text = log.text
    for store in history.stores {
      guard let row = history.lastRow(withStateOf: store),
        case .known(let node, .exact) = try history.state(of: store, after: row)
      else { continue }
      text += #"{"t":99,"store":"\#(store)","type":"@@STATE","state":\#(node.value.text)}"# + "\n"
    }
    let stated = try History.of(text)
    for comparison in [try RunComparison(history, stated), try RunComparison(stated, history)] {
      #expect(comparison.isSame && comparison.onlyFirst == 0 && comparison.onlySecond == 0, "\(text)")
    }
  }

  /// From real logs: the value was set while no action was running, and the next action did not change it.
  @Test(arguments: [
    #"{"t":3,"store":"s","type":"@@STATE","patch":[{"op":"add","path":"/hits/-","value":"Bern"}]}"#,
    #"{"seq":2,"t":3,"store":"s","type":"@@STATE","patch":[{"op":"add","path":"/hits/-","value":"Bern"}],"settled":true}"#,
    #"{"t":3,"store":"s","type":"@@STATE","state":{"hits":["Bern"],"page":0}}"#,
    #"{"completes":99,"t":3,"store":"s","state":{"hits":["Bern"],"page":0}}"#,
  ])
  func `the action behind a change that no action made is never named`(line: String) throws {
    let next = line.hasPrefix(#"{"seq""#) ? 3 : 2
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"hits":[],"page":0}}
      \#(line)
      {"seq":\#(next),"t":9,"store":"s","type":"page","patch":[{"op":"replace","path":"/page","value":1}]}

      """#)
    let path = try StatePath(parsing: ".hits")
    #expect(history.rows[1].kind == .state && history.rows[1].time == 3)
    #expect(try history.rows(matching: Query(parsing: "changed:.hits")) == [0, 1])
    #expect(try history.rows(matching: Query(parsing: "type:@@STATE")) == [1])
    #expect(try history.rows(matching: Query(parsing: "is:state")) == [1])
    #expect(try history.changes(of: [path]).map(\.origin) == [.action(row: 0), .action(row: 1)])
    #expect(try history.blame(path)?.map(\.origin) == [.action(row: 1)])
    let rule = CheckRule(.never(try Query(parsing: "len(.hits) > 0")))
    #expect(try history.check(Checklist(rules: [rule])).filter { !$0.isNote }.map(\.row) == [1])
  }

  /// A completion that comes after other actions marks where its action changed the state.
  @Test func `an action between another and its completion is not blamed for what the completion ends`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"n":9}}
      {"seq":2,"t":2,"store":"s","type":"work"}
      {"seq":3,"t":3,"store":"s","type":"other","patch":[]}
      {"completes":2,"t":4,"store":"s","patch":[{"op":"replace","path":"/n","value":0}]}

      """#)
    #expect(try history.rowsWhereBecame(Query(parsing: "s.n > 5")) == [0])
    #expect(try history.rowsWhereBecame(Query(parsing: "s.n < 5")) == [1])
  }
}
