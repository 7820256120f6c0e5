/// Generates a Swift Testing file from a part of a run: the initial states, the actions, and the states after them.
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

    /// Guesses the names for a store: `CartState`, `CartAction`, `cartReducer`.
    public init(guessedFor store: String) {
      let name = SwiftTestFile.identifier(store)
      let type = name.prefix(1).uppercased() + name.dropFirst()
      self.init(state: type + "State", action: type + "Action", reducer: name.prefix(1).lowercased() + name.dropFirst() + "Reducer")
    }
  }

  /// The base of the suite's name, such as the log's file name.
  public var name: String
  /// Modules with the reducers.
  public var imports: [String] = []
  /// Modules with reducers that are not public.
  public var testableImports: [String] = []
  /// The names by store. Missing ones are guessed.
  public var reducers: [String: Reducer] = [:]
  /// A query that must not hold at any step. The test then checks it instead of the recorded states, which have the bug.
  public var never: String?

  /// Creates a file for a suite name.
  public init(name: String) { self.name = name }
}

extension SwiftTestFile {
  /// Generates the file.
  ///
  /// - Parameters:
  ///   - recording: The run.
  ///   - rows: The rows to include; `nil` for all. After skipped rows, a store restarts from its recorded state.
  ///   - store: Limits the file to this store.
  /// - Returns: The text; `nil` if the rows have no action with a known state.
  /// - Throws: `HistoryError` if the log can no longer be read.
  public func text(of recording: Recording, rows: Set<Int>? = nil, store: String? = nil) throws -> String? {
    let log = try TestLog(recording.history, rows: rows, store: store)
    guard log.actionCount > 0 else { return nil }
    let modules = Set(imports + ["FluxtapeReplay", "Testing"] + (never == nil ? [] : ["FluxtapeHistory"])).subtracting(testableImports)
    var lines = ["// swift-format-ignore-file", "// Made of a recorded run by `fluxtape export --to swift-test`.", ""]
    lines +=
      modules.sorted().map { "import " + $0 } + Set(testableImports).sorted().map { "@testable import " + $0 } + [
        "", "struct \(suiteName) {",
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
    // Equal secrets have equal digests, so a reducer that only stores them gives the same results.
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

  /// Returns the letters and digits of a text: `cart2` for `cart#2`.
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

  /// Returns the number of `#` for a raw string literal of a text.
  private static func poundCount(for text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest + 1
  }
}
