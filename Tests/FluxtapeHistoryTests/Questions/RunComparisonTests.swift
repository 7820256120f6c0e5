import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

struct RunComparisonTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let first: [String]
    let second: [String]
    let outline: String
    let ignoring: [String]
    var testDescription: String { name }

    init(_ name: String, _ first: [String], _ second: [String], _ outline: String, ignoring: [String] = []) {
      (self.name, self.first, self.second, self.outline, self.ignoring) = (name, first, second, outline, ignoring)
    }
  }

  private static func act(_ type: String, _ payload: String = "null", _ rest: String = #""patch":[]"#, store: String = "s") -> String {
    #""store":"\#(store)","type":"\#(type)","payload":\#(payload),\#(rest)"#
  }
  private static func set(_ value: String) -> String { act("set", "1", #""patch":[{"op":"replace","path":"/a","value":\#(value)}]"#) }
  private static func put(_ path: String, _ value: String) -> String {
    act("put", "1", #""patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#)
  }
  private static let copy = #""patch":[{"op":"copy","from":"/a","path":"/b"}]"#
  private static let begin = act("@@INIT", "null", #""state":{"a":0,"list":[]}"#)
  private static let (one, two) = ("11111111-6a3c-4b0e-9a52-0d7a51f5a001", "22222222-6a3c-4b0e-9a52-0d7a51f5a001")

  private static let items = set(#"[{"id":"p7","n":0},{"id":"p8","n":0}]"#)
  private static let ofP7 = #".a[id="p7"].n"#
  private static let pairs = set(#"[["x",{"n":0}]]"#)

  static let cases = [
    Case("equal", [begin, set("1")], [begin, set("1")], "same"),
    Case("another state", [begin, set("1")], [begin, set("2")], "states 1 1 /a: 1 2; final s /a"),
    Case("the same in the end", [begin, set("1"), set("3")], [begin, set("2"), set("3")], "states 1 1 /a: 1 2"),
    Case("ignored", [begin, set("1")], [begin, set("2")], "same", ignoring: [".a"]),
    Case("ignored in another store", [begin, set("1")], [begin, set("2")], "states 1 1 /a: 1 2; final s /a", ignoring: ["t.a"]),
    Case(
      "ignored, and changed in part", [begin, set(#"{"k":0}"#), put("/a/k", "1")], [begin, set(#"{"k":0}"#), put("/a/k", "2")], "same",
      ignoring: [".a"]),
    Case("ignored by its identity", [begin, items, put("/a/0/n", "1")], [begin, items, put("/a/0/n", "2")], "same", ignoring: [ofP7]),
    Case(
      "beside the ignored one", [begin, items, put("/a/1/n", "1")], [begin, items, put("/a/1/n", "2")],
      "states 2 2 /a/1/n: 1 2; final s /a/1/n", ignoring: [ofP7]),
    Case(
      "ignored beside its key", [begin, pairs, put("/a/0/1/n", "1")], [begin, pairs, put("/a/0/1/n", "2")], "same",
      ignoring: [#".a["x"].n"#]),
    Case(
      "another item at the place of the ignored one", [begin, items], [begin, set(#"[{"id":"p8","n":5},{"id":"p7","n":0}]"#)],
      #"states 1 1 /a/0/id: "p7" "p8", /a/0/n: 0 5, /a/1/id: "p8" "p7"; final s /a/0/id /a/0/n /a/1/id"#, ignoring: [ofP7]),
    Case(
      "ignored contents that overlap", [begin] + (1...8).map { act("x", #"{"at":\#($0)}"#) },
      [begin] + (4...11).map { act("x", #"{"at":\#($0)}"#) }, "same", ignoring: ["payload.at"]),
    Case("ignored contents", [begin, act("x", #"{"at":1}"#)], [begin, act("x", #"{"at":2}"#)], "same", ignoring: ["payload.at"]),
    Case(
      "contents like an ignored state", [begin, act("x", #"{"a":1}"#)], [begin, act("x", #"{"a":2}"#)], "contents 1 1 /a: 1 2",
      ignoring: [".a"]),
    Case("other contents", [begin, act("x", "1")], [begin, act("x", "2")], "contents 1 1 : 1 2"),
    Case("another action", [begin, act("x"), act("z")], [begin, act("y"), act("z")], "actions 1 1"),
    Case("one action more", [begin, act("x"), act("z")], [begin, act("z")], "missing 1 1"),
    Case("one action more in the second", [begin, act("z")], [begin, act("x"), act("z")], "additional 1 1"),
    Case("one action less of many that are the same", [begin, act("x"), act("y"), act("x")], [begin, act("y"), act("x")], "missing 1 1"),
    Case("one less, which changed a state", [begin, set("1"), act("z")], [begin, act("z")], "missing 1 1; final s /a"),
    Case(
      "an end in flight", [begin, act("x", #"{"k":1}"#), act("z")], [begin, #""store":"s","type":"x","payload":{"k":"#],
      "inFlight 1 1"),
    Case("an end that comes earlier", [begin, act("x")], [begin], "actions 1 -"),
    Case("a beginning that is longer", [begin], [begin, act("x")], "actions - 1"),
    Case("another order", [begin, act("x"), act("y"), act("z")], [begin, act("y"), act("x"), act("z")], "order 1 1"),
    Case("a failure", [begin, act("x", "1", #""error":{"type":"E","message":"m"}"#)], [begin, act("x", "1")], "outcomes 1 1"),
    Case(
      "identifiers", [begin, set("\"id \(one)\""), act("x", "\"\(one)\"")], [begin, set("\"id \(two)\""), act("x", "\"\(two)\"")], "same"),
    Case(
      "identifiers that change places", [begin, set("\"\(one)\""), act("x", "\"\(one)\"")],
      [begin, set("\"\(two)\""), act("x", "\"33333333-6a3c-4b0e-9a52-0d7a51f5a001\"")],
      "contents 2 2 : \"\(one)\" \"33333333-6a3c-4b0e-9a52-0d7a51f5a001\""),
    Case("dates", [begin, set("\"2026-11-21T09:00:00.5Z\"")], [begin, set("\"2027-01-01T10:00:00+09:00\"")], "same"),
    Case("addresses", [begin, set("\"<View: 0x600003e1c0a0>\"")], [begin, set("\"<View: 0x6000021f4d20>\"")], "same"),
    Case("colours", [begin, set("\"0xff00ff\"")], [begin, set("\"0xff0000\"")], "states 1 1 /a: \"0xff00ff\" \"0xff0000\"; final s /a"),
    Case("keys", [begin, set("{\"\(one)\":1}")], [begin, set("{\"\(two)\":1}")], "same"),
    Case("secrets", [begin, set(#"{"$redacted":"a"}"#)], [begin, set(#"{"$redacted":"b"}"#)], "same, 2 unknown"),
    Case("a secret and a value", [begin, set(#"{"$redacted":"a"}"#)], [begin, set("5")], "same, 2 unknown"),
    Case(
      "the same changes of different states", [begin, set("1"), act("y", "1", copy)], [begin, set("2"), act("y", "1", copy)],
      "states 1 1 /a: 1 2; final s /a /b"),
    Case(
      "the same change behind one action less", [begin, set("1"), act("y", "1", copy)], [begin, act("y", "1", copy)],
      "missing 1 1; final s /a /b"),
    Case("order of members", [begin, set(#"{"x":1,"y":2}"#)], [begin, set(#"{"y":2,"x":1}"#)], "same"),
  ]

  @Test func `states without an action are counted apart from the actions that both runs have`() throws {
    let log = try History.of(
      [#"{"t":0,"store":"s","type":"@@STATE","state":{"a":0}}"#, #"{"seq":1,"t":1,"store":"s","type":"x","patch":[]}"#, ""]
        .joined(separator: "\n"))
    let comparison = try RunComparison(log, log)
    #expect(comparison.matched == 2 && comparison.matchedStates == 1)
  }

  @Test(arguments: cases)
  func `two runs part where they first differ`(_ example: Case) throws {
    let comparison = try RunComparison(
      Self.history(example.first), Self.history(example.second), ignoring: example.ignoring.map { try StatePath(parsing: $0) })
    #expect(comparison.outline == example.outline)
    #expect(comparison.isSame == example.outline.hasPrefix("same"))
  }

  @Test func `times and durations do not count`() throws {
    let first = try History.of(#"{"seq":1,"t":1,"store":"s","type":"x","dur":5,"state":1}"# + "\n")
    let second = try History.of(#"{"seq":9,"t":7,"store":"s","type":"x","dur":9,"state":1}"# + "\n")
    #expect(try RunComparison(first, second).isSame)
  }

  @Test func `after an action that only one run has the others are compared on`() throws {
    let comparison = try RunComparison(
      Self.history([Self.begin, Self.act("x"), Self.set("1"), Self.set("2")]), Self.history([Self.begin, Self.set("1"), Self.set("3")]))
    #expect(comparison.pairs == [.both(first: 0, second: 0), .first(1), .both(first: 2, second: 1), .both(first: 3, second: 2)])
    #expect(comparison.matched == 3 && comparison.onlyFirst == 1 && comparison.onlySecond == 0 && comparison.different == 1)
  }

  @Test func `all differences are listed where asked for, the first ones with values`() throws {
    let first = try Self.history([Self.begin, Self.set("1"), Self.set("2"), Self.act("x", "1")])
    let second = try Self.history([Self.begin, Self.set("3"), Self.set("4"), Self.act("x", "2")])
    let comparison = try RunComparison(first, second, valuesOfFirst: 1) { _, _ in true }
    #expect(comparison.differences.map(\.outline) == ["states 1 1 /a: 1 3", "states 2 2 ", "contents 3 3 "])
    #expect(comparison.different == 3 && comparison.firstDivergence?.row == 1)
    #expect(try RunComparison(first, second).differences.isEmpty)
    #expect(try RunComparison(first, second, valuesOfFirst: 1) { _, _ in false }.pairs.isEmpty)
  }

  @Test func `a store is compared by its changes again behind a whole state`() throws {
    let whole = Self.act("reset", "1", #""state":{"a":5,"list":[]}"#)
    let comparison = try RunComparison(
      Self.history([Self.begin, Self.set("1"), whole, Self.set("7"), Self.act("x", "1", Self.copy)]),
      Self.history([Self.begin, Self.set("2"), whole, Self.set("8"), Self.act("x", "1", Self.copy)]))
    #expect(comparison.outline == "states 1 1 /a: 1 2; final s /a /b" && comparison.different == 3)
  }

  @Test func `an action at another place is listed with both places`() throws {
    let (x, y, z) = (Self.act("x"), Self.act("y"), Self.act("z"))
    let comparison = try RunComparison(
      Self.history([Self.begin, x, y, z]), Self.history([Self.begin, y, x, z, Self.act("w")]), valuesOfFirst: 9
    ) { _, _ in true }
    // Either of the two counts as moved.
    let moves: [[RunComparison.Pair]] = [[.both(first: 1, second: 2)], [.both(first: 2, second: 1)]]
    #expect(moves.contains(comparison.moved))
    #expect(comparison.onlyFirst == 1 && comparison.onlySecond == 2)
  }

  private static func history(_ records: [String]) throws -> History {
    // A record with incomplete contents ends a log whose process died.
    try History.of(records.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0),\#($1)"# + ($1.hasSuffix(":") ? "" : "}\n") }.joined())
  }
}

extension RunComparison {
  fileprivate var outline: String {
    let parts =
      [divergence?.outline].compactMap(\.self)
      + finalStates.map { "final \($0.store) " + $0.differences.map(\.pointer.description).joined(separator: " ") }
    return (parts.isEmpty ? "same" : parts.joined(separator: "; ")) + (unknown > 0 ? ", \(unknown) unknown" : "")
  }
}

extension RunComparison.Divergence {
  fileprivate var outline: String {
    func words(_ differences: [ValueDifference]) -> String {
      differences.map { "\($0.pointer): \($0.first?.text ?? "-") \($0.second?.text ?? "-")" }.joined(separator: ", ")
    }
    return switch self {
    case .states(let first, let second, let differences): "states \(first) \(second) \(words(differences))"
    case .outcomes(let first, let second): "outcomes \(first) \(second)"
    case .contents(let first, let second, let differences): "contents \(first) \(second) \(words(differences))"
    case .actions(let first, let second): "actions \(first.map(String.init) ?? "-") \(second.map(String.init) ?? "-")"
    case .order(let first, let second): "order \(first) \(second)"
    case .missing(let first, let second): "missing \(first) \(second)"
    case .additional(let first, let second): "additional \(first) \(second)"
    case .inFlight(let first, let second): "inFlight \(first) \(second)"
    }
  }
}
