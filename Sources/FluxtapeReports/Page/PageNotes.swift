import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
package import FluxtapeLog

extension PageReport {
  /// What somebody noted about a step in the inspector.
  package struct Note: Hashable, Sendable {
    package let step: StepNumber
    /// The letters that mark the step.
    package var marks: [Character]
    /// Empty if the step is only marked.
    package let text: String

    package init(step: StepNumber, marks: [Character], text: String) {
      self.step = step
      self.marks = marks
      self.text = text
    }
  }
}

/// The parts of a page that depend on whether the log has marks or notes. Without any, the page has nothing of them.
struct PageNotes: Sendable {
  let notes: [PageReport.Note]

  /// More than anybody makes.
  private static let limit = 1000

  var style: String { notes.isEmpty ? PageSource.style : PageSource.style + PageSource.styleOfNotes }
  var script: PageSource.Script { notes.isEmpty ? PageSource.script : PageSource.scriptWithNotes }

  /// The element that the script fills.
  var list: String { notes.isEmpty ? "" : "\n<ul id=\"notes\" aria-label=\"Marks and notes\"></ul>" }

  /// The member of the page's data, after others.
  ///
  /// No recorder has redacted what a person typed, so that is done here, by the rules for texts.
  ///
  /// - Parameter rows: The rows in the page.
  func member(of run: CheckedRun, in rows: Range<Int>) -> String {
    guard !notes.isEmpty else { return "" }
    let redaction = LogRedaction()
    let lines = notes.prefix(Self.limit).map { note -> String in
      let row = run.history.row(of: note.step)
      let shown = row.flatMap { rows.contains($0) ? $0 - rows.lowerBound : nil }
      return PageJSON.text(
        .object(members: [
          "row": shown ?? JSONValue.null, "address": row.map(run.names.address) ?? "\(run.log):\(note.step)",
          "type": row.map(run.names.type) ?? JSONValue.null, "marks": note.marks.map { String($0) }, "text": redaction.redacted(note.text),
        ]))
    }
    return ",\n\"notes\":[\(lines.joined(separator: ",\n"))]"
  }
}
