import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog

/// Parses the text typed after `:`.
enum Command {
  typealias Meaning = @Sendable (inout InspectorState) -> Void

  struct Problem: Error, Hashable { let text: String }

  /// A command with an argument of its own, or that is not the name of a key binding. Completion and help list them.
  enum Word: String, CaseIterable, Sendable {
    case goto, run, sort, compare, note, find, filter, path, pipe
    case saveWhatIf = "save-what-if"
    case exportNotes = "export"
    case importNotes = "import"
    case errors
    case dispatch
    case stop = "break"
    case noHighlight = "noh"
    case write = "w"
    case quit = "q"

    /// Other ways to write it.
    var aliases: [String] {
      switch self {
      case .goto: ["g"]
      case .noHighlight: ["nohlsearch"]
      case .quit: ["q!", "qa", "wq"]
      case .run, .sort, .compare, .note, .find, .filter, .path, .pipe, .saveWhatIf, .exportNotes, .importNotes, .errors, .dispatch, .stop,
        .write:
        []
      }
    }

    var help: String {
      switch self {
      case .goto: "214, +5, 40%, 12:03:44, +5m, or @812 (a line)"
      case .run: "NUMBER: opens that run"
      case .sort: "ORDER: sorts the list of runs by \(RunOrder.names)"
      case .compare: "NUMBER or FILE: compares with that run or log; NUMBER NUMBER: compares two runs"
      case .note: "TEXT: adds a note to this step; alone: edits the note"
      case .find: "QUERY: searches for it"
      case .filter: "QUERY: adds a filter"
      case .path: "PATH: goes to that value"
      case .pipe: "COMMAND: pipes the value to that shell command"
      case .saveWhatIf: "FILE: saves the what-if run as a log, or as a test if the name ends in .swift"
      case .exportNotes: "FILE: writes marks and notes to a file, to hand them over"
      case .importNotes: "FILE: adds the marks and notes of a file that :export wrote"
      case .errors: "what went wrong, and what looks wrong, as :problems"
      case .dispatch: "STORE JSON: lets the app dispatch that action; alone: edits the action of this step"
      case .stop: "QUERY: stops the app at each step where it holds"
      case .noHighlight: "clear the search"
      case .write: "nothing to save: notes are kept as you make them"
      case .quit: "quit"
      }
    }

    init?(named name: String) {
      guard let word = Self.allCases.first(where: { $0.rawValue == name || $0.aliases.contains(name) }) else { return nil }
      self = word
    }
  }

  /// Parses a bare address, a ``Word`` with its argument, or the name of a key binding.
  static func parse(_ text: String) -> Result<Meaning, Problem> {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return .failure(Problem(text: "no command")) }
    let argument = words.count > 1 ? words[1] : nil
    if let address = StepAddress(parsing: text) { return .success { $0.go(to: address) } }
    if let word = Word(named: name) { return parse(word, argument) }
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
  private static func parse(_ word: Word, _ argument: String?) -> Result<Meaning, Problem> {
    switch word {
    case .goto:
      guard let argument, let address = StepAddress(parsing: argument) else {
        return .failure(Problem(text: "usage: :goto 214, +5, 40%, 12:03:44, +5m or @812"))
      }
      return .success { $0.go(to: address) }
    case .run:
      guard let number = argument.flatMap({ Int($0) }) else { return .failure(Problem(text: "usage: :run NUMBER")) }
      return .success { $0.choose(run: number) }
    case .sort:
      guard let argument else { return .success { $0.sortRuns(by: nil) } }
      guard let order = RunOrder(rawValue: argument) else {
        return .failure(Problem(text: "usage: :sort ORDER, one of \(RunOrder.names)"))
      }
      return .success { $0.sortRuns(by: order) }
    case .compare: return comparison(argument)
    case .errors: return .success { $0.pose(.problems($0.shownRun)) }
    case .noHighlight: return .success { $0.dropSearch() }
    case .write:
      return .success { $0.say("nothing to save: notes are kept as you make them, and the log is never written to") }
    case .note: return .success { $0.note(argument ?? "") }
    case .saveWhatIf:
      guard let argument, argument.hasSuffix(".jsonl") || argument.hasSuffix(".swift") else {
        return .failure(Problem(text: "usage: :save-what-if FILE.jsonl, or FILE.swift for a test"))
      }
      return .success { $0.saveWhatIf(to: argument) }
    case .exportNotes, .importNotes:
      guard let argument else { return .failure(Problem(text: "usage: :\(word.rawValue) FILE, as in :\(word.rawValue) notes.jsonl")) }
      return .success { $0.ask(.terminal(word == .exportNotes ? .exportNotes(to: argument) : .importNotes(from: argument))) }
    case .dispatch: return .success { $0.dispatchToApp(argument) }
    case .stop:
      guard let argument else { return .failure(Problem(text: "usage: :break QUERY, as in :break cart.total < 0")) }
      return .success { $0.stopApp(where: argument) }
    case .find: return .success { $0.enter(argument, in: .search) }
    case .filter: return .success { $0.enter(argument, in: .filter) }
    case .path: return .success { $0.enter(argument, in: .path) }
    case .pipe: return .success { $0.enter(argument, in: .pipe) }
    case .quit: return .success { $0.quit() }
    }
  }

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
