import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReplay
import FluxtapeScreen

// The list of edits.

extension AnswerRows {
  /// `contents of #12          cart.itemAdded  {sku: "p7", qty: 3}`
  var edits: [DetailRow] {
    let edits = state.whatIf.edits
    guard !edits.isEmpty else {
      return notes("Everything is as recorded. X skips the action under the cursor, and c edits its contents.")
    }
    let names = edits.map(WhatIfWords.words)
    let nameWidth = names.map(\.count).max() ?? 0
    return zip(edits, names).map { edit, name in
      let step = state.history.row(of: StepNumber(edit.step)).flatMap { state.rows[$0] }
      var text = StyledText(name, .number).fitted(to: nameWidth) + StyledText("  ") + StyledText(step?.type ?? "(not in the log)")
      if let contents = edit.contents {
        text += StyledText("  ") + ValuePreview(width: max(width / 3, 8), typesetting: typesetting).text(of: JSONNode(contents))
      }
      if let problem = state.whatIf.shown?.run.problem(of: edit) { text += StyledText("  changed nothing: \(problem)", .error) }
      return row(text, to: step?.place)
    }
  }
}

extension WhatIf.Edit {
  /// The contents that the edit gives to an action.
  fileprivate var contents: JSONValue? {
    switch self {
    case .contents(_, let contents): contents
    case .copy(_, _, let contents): contents
    case .skip, .move: nil
    }
  }
}
