import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

// Copying, editing, piping and viewing values.

/// What is copied, in which format.
package enum CopyForm: Hashable, Sendable {
  case value, path, command
}

/// A text to be made in the background, and its purpose.
package struct TextRequest: Sendable {
  enum Source: Sendable {
    case text(String)
    case value(JSONNode)
    /// A string without quotes; other values as JSON.
    case raw(JSONNode)
    case record(LogRecord)
    case path(JSONPointer, store: String?, in: PathDocument)
  }

  /// What a path leads into. It tells elements from members, and may be another document than those on the screen.
  enum PathDocument: Sendable {
    case record(LogRecord)
    /// The state that a question is about.
    case state(ValueQuestion)

    /// - Complexity: O(size of the record), or O(patches since the last snapshot).
    var node: JSONNode {
      switch self {
      case .record(let record): (try? JSONNode(parsing: Array(LogLine.record(record).bytes))) ?? .null
      case .state(let question): question.state ?? .null
      }
    }
  }

  package enum Purpose: Hashable, Sendable {
    case copying(what: String)
    case editing(name: String)
    case piping(command: String)
    case viewing(name: String)
  }

  let source: Source
  let purpose: Purpose
  /// The old value, if the step changed it.
  var before: JSONNode?

  /// - Complexity: O(size of the text).
  func make() -> String {
    switch source {
    case .text(let text): text
    case .value(let node): node.value.prettyText
    case .raw(let node): node.string ?? node.value.prettyText
    case .record(let record): String(decoding: LogLine.record(record).bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    case .path(let pointer, let store, let document): StatePath(store: store, pointer, in: document.node).description
    }
  }
}

extension TextRequest {
  /// Returns the changed lines, if the step changed the text.
  func changes() -> String? {
    guard case .raw = source, let before else { return nil }
    return LineDiff.text(from: before.string ?? before.value.prettyText, to: make())
  }
}

extension InspectorState {
  mutating func copy(_ form: CopyForm) {
    guard let (source, what) = source(of: form) else { return say(Self.words(forNo: form)) }
    ask(.text(TextRequest(source: source, purpose: .copying(what: what))))
  }

  private static func words(forNo form: CopyForm) -> String {
    switch form {
    case .command: "no step here"
    case .value, .path: "no value is chosen: Tab to a pane with values"
    }
  }

  private func source(of form: CopyForm) -> (TextRequest.Source, String)? {
    switch form {
    case .value: shownValue.map { ($0.source, "text") } ?? chosenText.map { ($0, "value") }
    case .path: pathSource.map { ($0, "path") }
    case .command: command.map { (.text($0), "command") }
    }
  }

  /// What is edited, piped and shown whole, and its name: the chosen value, or the whole record.
  var wholeText: (TextRequest.Source, String)? {
    if let shownValue, case .value(let name)? = answer?.subject { return (shownValue.source, name) }
    if let node = chosenNode { return (.raw(node), chosenPath?.description ?? "value") }
    if let source = chosenText { return (source, "row") }
    return detail?.record.map { (.record($0), currentRow?.type ?? "record") }
  }

  mutating func edit() {
    guard let (source, _) = wholeText else { return say("nothing to edit here") }
    ask(.text(TextRequest(source: source, purpose: .editing(name: "value.json"))))
  }

  mutating func pipe(into command: String) {
    guard !command.isEmpty else { return }
    guard let (source, _) = wholeText else { return say("nothing here to pipe") }
    ask(.text(TextRequest(source: source, purpose: .piping(command: command))))
  }

  /// Shows the chosen value on the whole screen; again closes it.
  mutating func view() {
    if shownValue != nil { return closeAnswer() }
    guard let (source, name) = wholeText else { return say("nothing to show here") }
    let request = TextRequest(source: source, purpose: .viewing(name: name), before: nodeBefore)
    // The value gets keys that are typed ahead.
    showWhole(OpenAnswer(subject: .value(name), content: .value(request, ValueText(""))))
    ask(.text(request))
  }

  /// The value that is shown whole and has the focus.
  private var shownValue: TextRequest? {
    if focus == .answer, case .value(let request, _)? = answer?.content { request } else { nil }
  }

  /// The chosen value before the step, if the step changed it.
  private var nodeBefore: JSONNode? {
    switch chosenRow?.content {
    case .tree(let row): return row.value == nil ? nil : row.was
    case .change(let row): if case .replaced(let old, _) = row.content { return old } else { return nil }
    default: return nil
    }
  }

  /// Passes a finished text to its purpose.
  mutating func use(_ text: String, changes: String?, for request: TextRequest) {
    switch request.purpose {
    case .copying(let what): ask(.terminal(.copy(text, what: what)))
    case .editing(let name): ask(.terminal(.edit(text, name: name)))
    case .piping(let command): ask(.terminal(.pipe(text, command: command)))
    case .viewing(let name): fill(.value(name), with: .value(request, ValueText(text, changes: changes)))
    }
  }
}

// MARK: - The chosen value

extension InspectorState {
  private var chosenRow: DetailRow? { details[focus]?.selectedRow }

  /// The pointer to the chosen value, in the state or, in the Action pane, in the record.
  private var chosenPointer: JSONPointer? {
    if focus == .action { return chosenRow?.place?.path }
    return focusedValue?.pointer
  }

  private var chosenPath: StatePath? {
    guard let pointer = chosenPointer else { return nil }
    return StatePath(store: focus == .action ? nil : focusedValue?.store, pointer, in: documentOfChoice)
  }

  private var documentOfChoice: JSONNode { focus == .action ? .null : focusedValue.map { document(of: $0.store) } ?? .null }

  private var pathSource: TextRequest.Source? {
    guard let pointer = chosenPointer else { return nil }
    if focus == .action { return detail?.record.map { .path(pointer, store: nil, in: .record($0)) } }
    return valueQuestion.map { .path(pointer, store: focusedValue?.store, in: .state($0)) }
  }

  private var chosenNode: JSONNode? {
    switch chosenRow?.content {
    case .tree(let row): return row.value ?? row.was
    case .change(let row):
      switch row.content {
      case .replaced(_, let new), .added(let new), .same(let new), .moved(_, let new), .inside(_, let new): return new
      case .removed(let old): return old
      case .unchanged: return nil
      }
    case .field, .text, .caret: return nil
    case nil: return focusedValue.flatMap { stateNode(of: $0.store)?[$0.pointer] }
    }
  }

  private var chosenText: TextRequest.Source? {
    if let node = chosenNode { return .value(node) }
    if let text = chosenRow?.fullText { return .text(text) }
    switch chosenRow?.content {
    case .field(_, let value): return .text(value.plain)
    case .text(let text), .caret(let text): return .text(text.plain)
    default: return nil
    }
  }
}

// MARK: - The equivalent command

extension InspectorState {
  /// The command line that prints what the focused pane shows.
  var command: String? {
    guard let row = currentRow else { return nil }
    let log = history.files.first?.path ?? "-"
    let choice = runChoice
    let number = Self.number(of: row)
    let address = Self.address(of: row, in: log)
    if focus == .answer, let question = answer?.question, let other = question.other { return compareCommand(question.run, other) }
    if focus == .answer, let answer { return command(for: answer, log: log).map { $0 + choice } }
    switch focus {
    case .timeline where !filtering.active.isEmpty:
      let filters = filtering.active
      let query = filters.count == 1 ? filters[0].query.text : Query(allOf: filters.map(\.query)).text
      return "fluxtape list \(ShellWord.quoted(log)) --where \(ShellWord.quoted(query))\(choice)"
    case .timeline, .diff, .state:
      if let replay = replayCommand(log) { return replay + choice }
      guard focus != .timeline else { break }
      guard focus == .diff else {
        guard let path = chosenPath, let shown = path.store.flatMap(stateRow) ?? currentRow, let address = Self.address(of: shown, in: log)
        else { break }
        return "fluxtape show \(address) --path \(ShellWord.quoted(path.description))\(choice)"
      }
      guard case .pin(let pin) = base, let pinned = self.row(of: pin)?.step?.rawValue, let number else { break }
      guard pin.run == run else {
        let other = runs[pin.run].history.files.first?.path ?? "-"
        return "fluxtape diff \(ShellWord.quoted("\(other):\(pinned)")) \(ShellWord.quoted("\(log):\(number)"))"
      }
      return "fluxtape diff \(ShellWord.quoted(log)) \(pinned) \(number)\(choice)"
    case .action, .answer: break
    }
    return address.map { "fluxtape show \($0)\(choice)" }
  }

  private static func number(of row: HistoryRow) -> String? {
    row.step.map { String($0.rawValue) } ?? row.lineNumber.map { "@\($0)" }
  }

  private static func address(of row: HistoryRow, in log: String) -> String? { number(of: row).map { ShellWord.quoted("\(log):\($0)") } }

  /// ` --run 2`, if the file has several runs.
  private var runChoice: String {
    let path = history.files.first?.path
    let numbers = runs.indices.filter { runs[$0].history.files.first?.path == path }
    return numbers.count > 1 ? " --run \((numbers.firstIndex(of: run) ?? 0) + 1)" : ""
  }

  private func command(for answer: OpenAnswer, log: String) -> String? {
    let quoted = ShellWord.quoted(log)
    switch answer.subject {
    case .question(let question):
      let number = question.row.flatMap { question.run.rows[$0] }.flatMap(Self.number)
      // A jump in the steps has no address.
      guard number != nil || question.row == nil else { return nil }
      let step = number.map { ":" + $0 } ?? ""
      let words = [log + step] + [question.path?.description].compactMap(\.self)
      return "fluxtape \(question.question.name) \(words.map(ShellWord.quoted).joined(separator: " "))"
    case .plot(let value, _): return "fluxtape history \(quoted) \(ShellWord.quoted(value.description)) --spark"
    case .bookmarks, .runs, .filters, .help, .value: return nil
    }
  }
}
