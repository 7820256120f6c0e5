import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReplay

// Editing the actions of the shown run.

extension InspectorState {
  /// What is to be done to an action, and how a message says that it is not possible.
  private enum Verb: String { case skip = "skipped", edit = "edited", move = "moved", copy = "copied" }

  /// Returns the step of the action under the cursor; nil with a message if the host cannot replay it.
  private mutating func step(to verb: Verb) -> Int? {
    func refuse(_ words: String, isError: Bool = false) -> Int? {
      say(words, isError: isError)
      return nil
    }
    guard whatIf.host != nil else {
      let what = verb == .skip ? "X" : "an edit"
      return refuse("\(what) needs a host with your reducers: fluxtape LOG --host PROGRAM", isError: true)
    }
    guard let row = currentRow else { return refuse("the log has no steps yet") }
    guard let step = row.step?.rawValue, row.kind == .action else { return refuse("not an action; nothing to \(verb)") }
    guard !row.type.hasPrefix("@@") else { return refuse("the beginning and the end of a store cannot be \(verb.rawValue)") }
    guard let store = storeName(of: row) else { return refuse("this action belongs to no store") }
    if let stores = whatIf.stores, !stores.contains(store) { return refuse(Self.words(forNoReducerOf: store, stores), isError: true) }
    guard verb == .skip || row.isReplayed else { return refuse("no reducer got this action; it can only be skipped") }
    return step
  }

  /// Skips the action under the cursor, or restores it. In the list of edits, takes back the selected one.
  mutating func toggleLeftOut() {
    if let number = listedEdit { return takeBack(number) }
    guard let step = step(to: .skip) else { return }
    let others = whatIf.edits.filter { $0 != .skip(step) }
    replay(others.count < whatIf.edits.count ? others : others + [.skip(step)])
  }

  /// Moves the action under the cursor before another step.
  mutating func moveAction(before place: Int) {
    guard let step = step(to: .move), isPlace(place) else { return }
    guard place != step else { return say("the action is there already") }
    replay(whatIf.edits + [.move(step, before: place)])
  }

  /// Repeats the action under the cursor before another step, with its edited contents.
  mutating func copyAction(before place: Int) {
    guard let step = step(to: .copy), isPlace(place) else { return }
    replay(whatIf.edits + [.copy(step, before: place, contents: currentRow.flatMap(whatIf.contents))])
  }

  /// Returns whether an action can be put before a step; false with a message. After the last step, it is put at the end.
  private mutating func isPlace(_ step: Int) -> Bool {
    let last = history.lastStep?.rawValue ?? 0
    if history.row(of: StepNumber(step)) != nil || step == last.saturatingAdd(1) { return true }
    say("step \(QuantityText.grouped(step)) is not in the log; the last is \(QuantityText.grouped(last))", isError: true)
    return false
  }
}

// MARK: - Contents

extension InspectorState {
  /// The action that the panes show, with its edited contents; nil while it is being read.
  private var shownAction: (step: Int, contents: JSONValue?)? {
    guard let row = currentRow, let detail, detail.question.run == run, detail.question.row == row.place,
      case .action(let action)? = detail.record
    else { return nil }
    return (action.step.rawValue, whatIf.contents(of: row) ?? action.payload)
  }

  /// Returns the action under the cursor; nil with a message if its contents cannot be edited.
  private mutating func actionToEdit() -> (step: Int, contents: JSONValue?)? {
    guard step(to: .edit) != nil else { return nil }
    if let shownAction { return shownAction }
    say(detail?.problem ?? "the action is still being read; try again", isError: true)
    return nil
  }

  /// Opens the contents of the action under the cursor in an editor.
  mutating func editContents() {
    guard let (step, contents) = actionToEdit() else { return }
    let known = contents.map { TextRequest.Source.value(JSONNode($0)) }
    let source = whatIf.drafts[step].map(TextRequest.Source.text) ?? known ?? .text("")
    ask(.makeText(TextRequest(source: source, purpose: .editingContents(of: step))))
  }

  /// Replays with a text from the editor as contents.
  mutating func receiveContents(_ text: String, of step: Int) {
    do throws(JSONError) {
      change(contents: try JSONValue(parsing: text), of: step)
    } catch {
      guard error.reason != .empty else {
        whatIf.drafts[step] = nil
        return say("the text is empty; nothing was edited")
      }
      whatIf.drafts[step] = text
      let before = text.utf8.prefix(error.offset).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let column = before.last.map { String(decoding: $0, as: UTF8.self).count } ?? 0
      say("not JSON at line \(before.count), column \(column + 1): \(error.reason); c opens the text again", isError: true)
    }
  }

  /// Replays with another value at a path in the contents of the action under the cursor.
  mutating func set(_ path: StatePath, to value: JSONValue) {
    guard let (step, contents) = actionToEdit() else { return }
    let old = contents ?? .null
    guard let pointer = Self.pointer(to: path, in: JSONNode(old)) else { return say("there is no \(path) in this action", isError: true) }
    let operation = old[pointer] == nil ? JSONPatch.Operation.add(pointer, value) : .replace(pointer, value)
    do throws(JSONPatchError) {
      change(contents: try JSONPatch([operation]).applied(to: old), of: step)
    } catch {
      say("\(path): \(error.reason)", isError: true)
    }
  }

  /// Returns the pointer into the contents for `payload.qty`, as queries have it, `.payload.qty`, as `yp` copies it, or `.qty`.
  private static func pointer(to path: StatePath, in contents: JSONNode) -> JSONPointer? {
    guard path.store == nil || path.store == "payload" else { return nil }
    let first = path.parts.first
    let isNamed = path.store == nil && (first == .member("payload") || first == .token("payload"))
    return StatePath(parts: Array(path.parts.dropFirst(isNamed ? 1 : 0))).pointer(in: contents)
  }

  private mutating func change(contents: JSONValue, of step: Int) {
    whatIf.drafts[step] = nil
    if let shownAction, shownAction.step == step, shownAction.contents == contents { return say("the contents are the same") }
    replay(whatIf.edits + [.contents(step, contents)])
  }
}

// MARK: - The list of edits

extension InspectorState {
  mutating func showEdits() { show(Answer(subject: .edits, content: .known)) }

  /// The index of the selected edit, if the list of edits has the focus.
  private var listedEdit: Int? {
    guard focus == .answer, answer?.subject == .edits, let number = details[.answer]?.selected, whatIf.edits.indices.contains(number) else {
      return nil
    }
    return number
  }

  /// Takes back the selected edit of the list, else the last one.
  mutating func takeBackEdit() {
    guard !whatIf.edits.isEmpty else { return say("everything is as recorded") }
    takeBack(listedEdit ?? whatIf.edits.count - 1)
  }

  private mutating func takeBack(_ number: Int) {
    var edits = whatIf.edits
    let edit = edits.remove(at: number)
    replay(edits)
    say("taken back: \(WhatIfWords.words(for: edit))")
  }
}
