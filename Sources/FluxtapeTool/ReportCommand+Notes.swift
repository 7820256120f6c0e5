import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeReports

#if Inspector
import FluxtapeInspector
#endif

extension PageReport.Note {
  /// Returns the marks and notes that the inspector keeps for the log of a run; none if the tool is built without the inspector.
  static func kept(for run: History) -> [PageReport.Note] {
    #if Inspector
    guard let log = run.files.first?.path, let file = InspectorMemoryFile(forLogAt: log) else { return [] }
    var notes: [PageReport.Note] = []
    for bookmark in StepNotes(parsing: file.notes).bookmarks {
      let marks = bookmark.letter.map { [$0] } ?? []
      // A step with several letters is a bookmark for each.
      if notes.last?.step == bookmark.step {
        notes[notes.count - 1].marks += marks
      } else {
        notes.append(PageReport.Note(step: bookmark.step, marks: marks, text: bookmark.note))
      }
    }
    return notes
    #else
    return []
    #endif
  }
}
