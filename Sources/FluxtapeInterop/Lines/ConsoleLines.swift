import FluxtapeDocuments
import FluxtapeJSON

/// Reads what observers of stores print to a console: lines of Bloc, and blocks of the Composable Architecture. Both print values for people,
/// so that they stay texts unless they are JSON.
struct ConsoleLines: Sendable {
  private let form: ForeignForm
  /// The last transition of each bloc, which the bloc prints once more as a change.
  private var transitions: [String?: (before: JSONValue, after: JSONValue)] = [:]
  /// Whether a line lacks the name of its bloc.
  private(set) var hasNameless = false
  /// The line of the heading of the block that is being read.
  private(set) var headingLine: Int?
  /// The lines of a block, from its heading on.
  private var block: [String]?
  /// Whether the next line may belong to the block.
  private var isInBlock = false

  init(_ form: ForeignForm) { self.form = form }

  /// What follows the heading of a block, which may have a name before it: `[cart]: received action:`.
  private static func afterHeading(_ text: String) -> Substring? {
    let heading = "received action:"
    guard text.hasPrefix(heading) || text.hasSuffix(": " + heading) else { return nil }
    return text.hasPrefix(heading) ? text.dropFirst(heading.count).drop { $0 == " " } : ""
  }

  /// The form of a line that is not JSON, if it is one of these.
  static func form(of line: [UInt8]) -> ForeignForm? {
    let text = String(decoding: line, as: UTF8.self)
    if afterHeading(text) != nil { return .composable }
    return Bloc(text) == nil ? nil : .bloc
  }

  /// Returns what a line told: nothing if it is a part of an action or repeats one; `nil` for other output.
  mutating func take(_ line: [UInt8], at number: Int) -> [ForeignStep]? {
    let text = String(decoding: line, as: UTF8.self)
    guard form == .bloc else { return composable(text, at: number) }
    guard let bloc = Bloc(text) else { return nil }
    if bloc.name == nil { hasNameless = true }
    let last = transitions.removeValue(forKey: bloc.name)
    if bloc.event != nil {
      transitions[bloc.name] = (bloc.before, bloc.after)
    } else if let last, last == (bloc.before, bloc.after) {
      return []
    }
    var step = ForeignStep(type: bloc.event, store: bloc.name)
    (step.before, step.state) = (bloc.before, bloc.after)
    return [step]
  }
}

// MARK: - The Composable Architecture

extension ConsoleLines {
  /// ```text
  /// received action:
  ///   AppFeature.Action.counter(.incrementButtonTapped)
  ///   AppFeature.State(
  /// -   count: 0
  /// +   count: 1
  ///   )
  /// ```
  private mutating func composable(_ text: String, at number: Int) -> [ForeignStep]? {
    if let rest = Self.afterHeading(text) {
      let ended = finish()
      (block, isInBlock, headingLine) = (rest.isEmpty ? [] : [String(rest)], true, number)
      return ended
    }
    guard isInBlock, let mark = text.first, " +-−".contains(mark) else {
      isInBlock = false
      return nil
    }
    block?.append(text)
    return []
  }

  /// Ends the file, or a block.
  mutating func finish() -> [ForeignStep] {
    guard let lines = block else { return [] }
    (block, headingLine) = (nil, nil)
    // The action ends where its parentheses do. If they never do, a quote in a printed value began no string.
    let end = OpenBrackets.close(in: lines, knowsStrings: true) ?? OpenBrackets.close(in: lines, knowsStrings: false) ?? lines.count
    let action = lines[..<end].joined(separator: "\n")
    let changes = lines[end...].filter { $0 != "  (No state changes)" }
    var payload: JSONObject = ["action": .string(action.unindented)]
    if !changes.isEmpty { payload["changes"] = .array(changes.map(JSONValue.string)) }
    return [ForeignStep(type: Self.type(of: action), payload: .object(payload))]
  }

  /// `AppFeature.Action.counter(.incrementButtonTapped)` is of the type `counter.incrementButtonTapped`.
  private static func type(of action: String) -> String {
    var rest = action.filter { !" \n\t".contains($0) }[...]
    if let place = rest.firstRange(of: ".Action.") { rest = rest[place.upperBound...] }
    var names: [Substring] = []
    while true {
      rest = rest.drop { $0 == "." }
      let name = rest.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
      guard !name.isEmpty else { break }
      names.append(name)
      rest = rest.dropFirst(name.count)
      guard rest.first == "(", rest.dropFirst().first == "." else { break }
      rest = rest.dropFirst()
    }
    return names.isEmpty ? "<UNDEFINED>" : names.joined(separator: ".")
  }
}

/// Counts the brackets of printed values. Those in strings do not count: `"a ("`, `#"a "(" b"#`, and texts of several lines in `"""`.
private struct OpenBrackets {
  private let knowsStrings: Bool
  private var depth = 0
  /// What ends the text of several lines that is open.
  private var end: String?

  private var isClosed: Bool { depth <= 0 && end == nil }

  private init(knowsStrings: Bool) { self.knowsStrings = knowsStrings }

  /// The number of lines until all brackets are closed; `nil` if they never are.
  static func close(in lines: [String], knowsStrings: Bool) -> Int? {
    var brackets = Self(knowsStrings: knowsStrings)
    for (place, line) in lines.enumerated() {
      brackets.read(line)
      if brackets.isClosed { return place + 1 }
    }
    return nil
  }

  private mutating func read(_ line: String) {
    var rest = line[...]
    while !rest.isEmpty {
      if let end {
        guard let place = rest.firstRange(of: end) else { return }
        rest = rest[place.upperBound...]
        self.end = nil
        continue
      }
      let hashes = rest.prefix { knowsStrings && $0 == "#" }
      let text = rest.dropFirst(hashes.count)
      if knowsStrings, text.hasPrefix("\"\"\"") {
        end = "\"\"\"" + hashes
        rest = text.dropFirst(3)
      } else if knowsStrings, text.first == "\"" {
        rest = Self.afterString(text.dropFirst(), endingWith: "\"" + hashes, hasEscapes: hashes.isEmpty)
      } else if !hashes.isEmpty {
        rest = text
      } else if let character = rest.popFirst() {
        depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
      }
    }
  }

  private static func afterString(_ text: Substring, endingWith end: String, hasEscapes: Bool) -> Substring {
    var rest = text
    while !rest.isEmpty, !rest.hasPrefix(end) { rest = rest.dropFirst(hasEscapes && rest.first == "\\" ? 2 : 1) }
    return rest.dropFirst(end.count)
  }
}

extension String {
  fileprivate var unindented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
  }
}

// MARK: - Bloc

/// `CounterBloc Transition { currentState: 0, event: Increment, nextState: 1 }`, or `Change { currentState: 0, nextState: 1 }`.
private struct Bloc {
  /// The name of the bloc, if it is printed.
  let name: String?
  let event: String?
  let before: JSONValue
  let after: JSONValue

  init?(_ text: String) {
    guard let head = text.firstRange(of: " { currentState: "), text.hasSuffix(" }") else { return nil }
    // The observers of many apps print the name of their callback, and not that of the bloc.
    let words = text[..<head.lowerBound].split(separator: " ").filter { $0 != "onTransition" && $0 != "onChange" }
    guard let kind = words.last, ["Transition", "Change"].contains(kind) else { return nil }
    name = words.dropLast().last.flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || "_<>".contains($0) } ? String($0) : nil }
    let values = text[head.upperBound...].dropLast(2)
    guard let next = Self.only(", nextState: ", in: values) else { return nil }
    after = Self.value(values[next.upperBound...])
    let first = values[..<next.lowerBound]
    guard kind == "Transition" else {
      (event, before) = (nil, Self.value(first))
      return
    }
    guard let place = Self.only(", event: ", in: first) else { return nil }
    before = Self.value(first[..<place.lowerBound])
    event = Self.type(String(first[place.upperBound...]))
  }

  /// The place of a text; `nil` if it stands in several.
  private static func only(_ name: String, in text: Substring) -> Range<Substring.Index>? {
    guard let place = text.firstRange(of: name), text[place.upperBound...].firstRange(of: name) == nil else { return nil }
    return place
  }

  /// `Instance of 'Increment'` is of the type `Increment`.
  private static func type(_ event: String) -> String {
    let mark = "Instance of '"
    return event.hasPrefix(mark) && event.hasSuffix("'") ? String(event.dropFirst(mark.count).dropLast()) : event
  }

  private static func value(_ text: Substring) -> JSONValue { (try? JSONValue(parsing: String(text))) ?? .string(String(text)) }
}
