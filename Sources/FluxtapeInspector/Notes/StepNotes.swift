import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeJSON
package import FluxtapeLog
import FluxtapeLogReading

/// The marks and notes of a log, as the result of a list of changes.
///
/// Inspectors only append to the list, so several can share it and no note is lost:
///
/// ```text
/// {"mark":"a","step":12}
/// {"note":"why twice?","step":18}
/// {"note":"seen","step":18,"was":"why twice?"}
/// ```
package struct StepNotes: Hashable, Sendable {
  private(set) var letters: [Character: StepNumber] = [:]
  private(set) var texts: [StepNumber: String] = [:]

  /// One line of the list. It names the value that it replaces, for undo and to detect a concurrent change.
  enum Change: Hashable, Sendable {
    case marked(Character, at: StepNumber?, was: StepNumber?)
    case noted(StepNumber, text: String?, was: String?)

    var inverse: Change {
      switch self {
      case .marked(let letter, let step, let was): .marked(letter, at: was, was: step)
      case .noted(let step, let text, let was): .noted(step, text: was, was: text)
      }
    }
  }

  package init() {}

  /// Parses a list. Skips invalid lines.
  package init(parsing text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      if let json = try? JSONValue(parsing: String(line)), let change = Change(json) { apply(change) }
    }
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .marked(let letter, let step, _): letters[letter] = step
    case .noted(let step, let text, let was):
      // Keep a concurrent note of another inspector beside the new one.
      guard let other = texts[step], other != was, other != text else { return texts[step] = text }
      if let text { texts[step] = other + Self.separator + text }
    }
  }
}

// MARK: - Asking

/// One row of the Bookmarks pane.
package struct Bookmark: Hashable, Sendable {
  /// The letter for `'`.
  package var letter: Character?
  package var step: StepNumber
  package var note = ""
}

extension StepNotes {
  package var isEmpty: Bool { letters.isEmpty && texts.isEmpty }

  func contains(_ step: StepNumber) -> Bool { texts[step] != nil || letters.values.contains(step) }

  /// All marks and notes by step. A step with several letters has a row for each.
  package var bookmarks: [Bookmark] {
    let marked = letters.map { Bookmark(letter: $0.key, step: $0.value, note: texts[$0.value] ?? "") }
    let unmarked = texts.filter { !letters.values.contains($0.key) }.map { Bookmark(step: $0.key, note: $0.value) }
    return (marked + unmarked).sorted { ($0.step, $0.letter ?? " ") < ($1.step, $1.letter ?? " ") }
  }
}

// MARK: - As lines

extension StepNotes {
  /// The shortest list with these marks and notes.
  package var lines: [String] {
    let marks = letters.sorted { $0.key < $1.key }.map { Change.marked($0.key, at: $0.value, was: nil) }
    let notes = texts.sorted { $0.key < $1.key }.map { Change.noted($0.key, text: $0.value, was: nil) }
    return (marks + notes).map(\.line)
  }

  /// The lines to append to this list for the marks and notes of another. A step keeps the notes of both, a letter its place here.
  package func lines(adding other: StepNotes) -> [String] {
    let marks = other.letters.filter { letters[$0.key] == nil }.sorted { $0.key < $1.key }
    let notes = other.texts.sorted { $0.key < $1.key }.flatMap { step, text in
      let known = Self.notes(in: texts[step])
      return Self.notes(in: text).filter { !known.contains($0) }.map { (step, String($0)) }
    }
    return marks.map { Change.marked($0.key, at: $0.value, was: nil).line } + notes.map { Change.noted($0.0, text: $0.1, was: nil).line }
  }

  /// The number of marks and notes of another list that this one has, too.
  package func countShared(with other: StepNotes) -> Int {
    let marks = other.letters.filter { letters[$0.key] == $0.value }.count
    return other.texts.reduce(marks) { count, entry in
      let known = Self.notes(in: texts[entry.key])
      return count + Self.notes(in: entry.value).filter { known.contains($0) }.count
    }
  }

  /// The notes of several people on one step.
  private static func notes(in text: String?) -> [Substring] { text?.split(separator: separator) ?? [] }

  /// The letters that mark another step in another list.
  package func letters(unlike other: StepNotes) -> [Character] {
    letters.filter { other.letters[$0.key] != nil && other.letters[$0.key] != $0.value }.map(\.key).sorted()
  }

  /// Between the notes of several people on one step.
  private static let separator = " | "
}

extension StepNotes.Change {
  /// The change as JSON on one line, safe to print.
  var line: String {
    var members = JSONObject()
    func number(_ step: StepNumber) -> JSONValue { .number(JSONNumber(step.rawValue)) }
    switch self {
    case .marked(let letter, let step, let was):
      members["mark"] = .string(String(letter))
      members["step"] = step.map(number)
      members["was"] = was.map(number)
    case .noted(let step, let text, let was):
      members["note"] = text.map { .string($0) } ?? .null
      members["step"] = number(step)
      members["was"] = was.map { .string($0) }
    }
    return JSONValue.object(members).printableText
  }

  init?(_ json: JSONValue) {
    func step(_ key: String) -> StepNumber? { json[key]?.int.flatMap { $0 > 0 ? StepNumber($0) : nil } }
    if let letter = json["mark"]?.string, letter.count == 1, let letter = letter.first {
      self = .marked(letter, at: step("step"), was: step("was"))
    } else if let note = json["note"], let step = step("step") {
      self = .noted(step, text: note.string, was: json["was"]?.string)
    } else {
      return nil
    }
  }
}
