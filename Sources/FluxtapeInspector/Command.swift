import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog

/// Parses the text typed after `:`.
enum Command {
  typealias Meaning = @Sendable (inout InspectorState) -> Void

  struct Problem: Error, Hashable { let text: String }

  /// A command with an argument of its own, or that is not the name of a key binding. Completion and help list them.
  struct Word: Sendable {
    let name: String
    /// Other ways to write it.
    var aliases: [String] = []
    let help: String
    /// Whether it needs a live session.
    var isLive = false
    let parse: @Sendable (_ argument: String?) -> Result<Meaning, Problem>

    /// - Parameters:
    ///   - usage: What it needs as its argument.
    ///   - value: Returns nil if the argument is something else.
    fileprivate static func taking<Value: Sendable>(
      _ name: String, _ aliases: String..., usage: String, help: String, isLive: Bool = false,
      as value: @escaping @Sendable (String) -> Value?, _ meaning: @escaping @Sendable (inout InspectorState, Value) -> Void
    ) -> Word {
      Word(name: name, aliases: aliases, help: help, isLive: isLive) { argument in
        guard let value = argument.flatMap(value) else { return .failure(Problem(text: "usage: :\(usage)")) }
        return .success { meaning(&$0, value) }
      }
    }

    /// With or without an argument.
    fileprivate static func free(
      _ name: String, _ aliases: String..., help: String, isLive: Bool = false,
      _ meaning: @escaping @Sendable (inout InspectorState, String?) -> Void
    ) -> Word {
      Word(name: name, aliases: aliases, help: help, isLive: isLive) { argument in .success { meaning(&$0, argument) } }
    }
  }

  static let words: [Word] = [
    .taking(
      "goto", "g", usage: "goto 214, +5, 40%, 12:03:44, +5m or @812", help: "214, +5, 40%, 12:03:44, +5m, or @812 (a line)",
      as: { StepAddress(parsing: $0) }
    ) { $0.go(to: $1) },
    .taking("run", usage: "run NUMBER", help: "NUMBER: opens that run", as: { Int($0) }) { $0.choose(run: $1) },
    Word(
      name: "compare", help: "NUMBER or FILE: compares with that run or log; NUMBER NUMBER: compares two runs", parse: comparison),
    .free("note", help: "TEXT: adds a note to this step; alone: edits the note") { $0.note($1 ?? "") },
    .free("find", help: "QUERY: searches for it") { $0.enter($1, in: .search) },
    .free("filter", help: "QUERY: adds a filter") { $0.enter($1, in: .filter) },
    .free("path", help: "PATH: goes to that value") { $0.enter($1, in: .path) },
    .free("pipe", help: "COMMAND: pipes the value to that shell command") { $0.enter($1, in: .pipe) },
    .taking(
      "save-what-if", usage: "save-what-if FILE.jsonl, or FILE.swift for a test",
      help: "FILE: saves the what-if run as a log, or as a test if the name ends in .swift",
      as: { $0.hasSuffix(".jsonl") || $0.hasSuffix(".swift") ? $0 : nil }
    ) { $0.saveWhatIf(to: $1) },
    .taking(
      "export", usage: "export FILE, as in :export notes.jsonl", help: "FILE: writes marks and notes to a file, to hand them over",
      as: { $0 }
    ) { $0.ask(.terminal(.exportNotes(to: $1))) },
    .taking(
      "import", usage: "import FILE, as in :import notes.jsonl",
      help: "FILE: adds the marks and notes of a file that :export wrote", as: { $0 }
    ) { $0.ask(.terminal(.importNotes(from: $1))) },
    .free(
      "dispatch", help: "STORE JSON: lets the app dispatch that action; alone: edits the action of this step", isLive: true
    ) { $0.dispatchToApp($1) },
    .taking(
      "break", usage: "break QUERY, as in :break cart.total < 0", help: "QUERY: stops the app at each step where it holds", isLive: true,
      as: { $0 }
    ) { $0.stopApp(where: $1) },
    .free("noh", "nohlsearch", help: "clear the search") { state, _ in state.dropSearch() },
    .free("w", help: "nothing to save: notes are kept as you make them") { state, _ in
      state.say("nothing to save: notes are kept as you make them, and the log is never written to")
    },
    .free("q", "q!", "qa", "wq", help: "quit") { state, _ in state.quit() },
  ]

  /// Parses a bare address, a ``Word`` with its argument, or the name of a key binding.
  static func parse(_ text: String) -> Result<Meaning, Problem> {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let typed = words.first else { return .failure(Problem(text: "no command")) }
    let name = Keymap.questionNames[typed] ?? typed
    let argument = words.count > 1 ? words[1] : nil
    if let address = StepAddress(parsing: text) { return .success { $0.go(to: address) } }
    if let word = Self.words.first(where: { $0.name == name || $0.aliases.contains(name) }) { return word.parse(argument) }
    guard let binding = Keymap.bindings.first(where: { $0.name == name && $0.scope != .prompt }) else {
      return .failure(Problem(text: "no command '\(name)'; ? or :help lists them"))
    }
    guard let argument else { return .success { binding.perform(&$0, nil) } }
    if let question = Question.all.first(where: { $0.name == name }), question.parameters.contains(.step) {
      guard case .step(let number)? = StepAddress(parsing: argument) else {
        return .failure(Problem(text: "usage: :\(name) STEP, as in :\(name) 214"))
      }
      return .success { $0.pose(question, aboutStep: number) }
    }
    if binding.takesPath, Int(argument) == nil { return .success { $0.ask(binding, about: argument) } }
    guard binding.takesCount else {
      return .failure(Problem(text: binding.takesPath ? "usage: :\(name) PATH, as in :\(name) cart.total" : "usage: :\(name), alone"))
    }
    guard let count = Int(argument), (1...InspectorState.highestCount).contains(count) else {
      return .failure(Problem(text: "usage: :\(name) COUNT, from 1 on"))
    }
    return .success { binding.perform(&$0, count) }
  }
}

extension Command {
  private static func comparison(_ argument: String?) -> Result<Meaning, Problem> {
    guard let argument else { return .success { $0.compare(with: nil) } }
    // Standard input is the terminal, or already the shown log.
    guard argument != LogFile.standardInputPath else {
      return .failure(Problem(text: "usage: :compare NUMBER, of a run that L lists, or :compare FILE"))
    }
    let parts = argument.split(separator: " ")
    let numbers = parts.compactMap { Int($0) }
    guard let number = numbers.first, numbers.count == parts.count, parts.count <= 2 else {
      return .success { $0.compare(withLogAt: argument) }
    }
    if parts.count == 1 { return .success { $0.compare(with: number) } }
    return .success { $0.compare(number, with: numbers[1]) }
  }
}

// MARK: - Addresses

extension StepAddress {
  /// Parses `214`, `#214`, `@812`, `+5`, `-5`, `40%`, `12:03:44.5`, `+5m`, `-1.5s`.
  init?(parsing text: String) {
    let text = text.trimmed
    if text.hasPrefix("@") {
      guard let number = Int(text.dropFirst()) else { return nil }
      self = .line(number)
    } else if text.hasSuffix("%") {
      guard let percent = Int(text.dropLast()) else { return nil }
      self = .percent(percent)
    } else if text.contains(":") {
      guard let clock = ClockTime(text) else { return nil }
      self = .clock(clock)
    } else if let sign = text.first, sign == "+" || sign == "-" {
      let rest = text.dropFirst()
      if let steps = Int(rest), steps >= 0 {
        self = .relativeSteps(sign == "-" ? -steps : steps)
      } else if let span = Self.span(String(rest)) {
        self = .relativeTime(sign == "-" ? -span : span)
      } else {
        return nil
      }
    } else if let number = Int(text.hasPrefix("#") ? text.dropFirst() : text[...]) {
      self = .step(number)
    } else {
      return nil
    }
  }

  /// `5m`, `1.5s`, `200ms`, in microseconds.
  private static func span(_ text: String) -> Int? {
    let units = [("ms", 1000), ("us", 1), ("µs", 1), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000), ("d", 86_400_000_000)]
    guard let (suffix, unit) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    return decimal(String(text.dropLast(suffix.count)), unit: unit)
  }

  private static func decimal(_ text: String, unit: Int) -> Int? {
    guard let number = Double(text), number >= 0, number * Double(unit) < 1e17 else { return nil }
    return Int(number * Double(unit))
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
