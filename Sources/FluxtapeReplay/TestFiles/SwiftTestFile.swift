/// Writes a part of a run as a file for Swift Testing: the states that it starts from, its actions, and the states after them.
///
/// ```swift
/// var file = SwiftTestFile(name: "negative-total")
/// file.imports = ["ShopStores"]
/// file.reducers["cart"] = .init(state: "CartState", action: "ShopAction", reducer: "cartReducer")
/// let text = try file.text(of: Recording("few.jsonl"))
/// ```
public struct SwiftTestFile: Sendable {
  /// The names in the code under test.
  public struct Reducer: Hashable, Sendable {
    /// The type of the state.
    public var state: String
    /// The type of the actions.
    public var action: String
    /// A function `(inout State, Action) -> Void`.
    public var reducer: String

    /// Creates the names for a store.
    public init(state: String, action: String, reducer: String) {
      self.state = state
      self.action = action
      self.reducer = reducer
    }

    /// What the names most likely are for a store: `CartState`, `CartAction`, `cartReducer`.
    public init(guessedFor store: String) {
      let name = SwiftTestFile.identifier(store)
      let type = name.prefix(1).uppercased() + name.dropFirst()
      self.init(state: type + "State", action: type + "Action", reducer: name.prefix(1).lowercased() + name.dropFirst() + "Reducer")
    }
  }

  /// What the suite is named after: a log's file name.
  public var name: String
  /// Modules that the reducers are in.
  public var imports: [String] = []
  /// Modules whose reducers are not public.
  public var testableImports: [String] = []
  /// By store; what is not named here is guessed.
  public var reducers: [String: Reducer] = [:]
  /// What must hold at no step, as a query. The test then asks for that, and not for the recorded states: those of a bug are wrong.
  public var never: String?

  /// Creates a file whose suite has this name.
  public init(name: String) { self.name = name }
}

extension SwiftTestFile {
  /// The file.
  ///
  /// - Parameters:
  ///   - recording: The run.
  ///   - rows: The rows that are taken; `nil` for all. Where rows are left out between two of a store, the second starts from the state that
  ///     is recorded before it.
  ///   - store: Only this store.
  /// - Returns: the text; `nil` if there is no action with a known state among the rows.
  /// - Throws: `HistoryError` if the log can no longer be read.
  public func text(of recording: Recording, rows: Set<Int>? = nil, store: String? = nil) throws -> String? {
    let log = try TestLog(recording.history, rows: rows, store: store)
    guard log.actionCount > 0 else { return nil }
    let modules = Set(imports + ["FluxtapeReplay", "Testing"] + (never == nil ? [] : ["FluxtapeHistory"])).subtracting(testableImports)
    var lines = ["// swift-format-ignore-file", "// Made of a recorded run by `fluxtape export --to swift-test`.", ""]
    lines +=
      modules.sorted().map { "import " + $0 } + Set(testableImports).sorted().map { "@testable import " + $0 } + [
        "", "@Suite struct \(suiteName) {",
      ]
    lines += (never.map { ruleTest($0, log) } ?? statesTest(log)).map { "  " + $0 }
    lines += [
      "", "  /// States that the stores start from, actions, and what they changed.",
      "  private static func recording() throws -> Recording {",
    ]
    let quote = String(repeating: "#", count: Self.poundCount(for: log.text))
    lines += ["    try Recording(", "      log: \(quote)\"\"\""]
    lines += log.text.split(separator: "\n").map { "        " + $0 }
    lines += ["", "        \"\"\"\(quote))", "  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  private func statesTest(_ log: TestLog) -> [String] {
    // Equal secrets have equal digests: a reducer that only keeps them does what it did.
    let options = log.text.contains("\"$redacted\"") ? ", options: .replayingDigests" : ""
    let replays = log.stores.map { "  try recording.replay(\(Self.literal($0))\(options)) { \(call($0)) }" }
    return ["@Test func `the reducers do what was recorded`() throws {", "  let recording = try Self.recording()"] + replays + ["}"]
  }

  private func ruleTest(_ rule: String, _ log: TestLog) -> [String] {
    let stores = log.stores.map { "  host.add(\(Self.literal($0))) { \(call($0)) }" }
    return ["@Test func `the rule is broken at no step`() throws {", "  var host = ReplayHost()"] + stores + [
      "  #expect(try Self.recording().steps(where: Query(parsing: \(Self.literal(rule))), by: &host) == [])", "}",
    ]
  }

  private func call(_ store: String) -> String {
    let names = reducers[store] ?? Reducer(guessedFor: store)
    return "(state: inout \(names.state), action: \(names.action)) in \(names.reducer)(&state, action)"
  }
}

// MARK: - Swift

extension SwiftTestFile {
  private var suiteName: String {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let joined = words.joined()
    return (joined.first?.isNumber ?? true ? "Recorded" : "") + joined + (joined.hasSuffix("Tests") ? "" : "Tests")
  }

  /// Letters and digits alone: `cart#2` becomes `cart2`.
  static func identifier(_ text: String) -> String {
    let name = String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    return name.first.map { $0.isLetter } ?? false ? name : "store" + name
  }

  private static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where isUnprintable(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// How many `#` a literal needs so that nothing in the text ends it or is an escape.
  private static func poundCount(for text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest + 1
  }
}
