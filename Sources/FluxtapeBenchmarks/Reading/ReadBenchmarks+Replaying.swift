import Fluxtape
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReplay

extension ReadBenchmarks {
  static let replaying = [
    Benchmark(
      "replay-session", "replaying an editing session", target: .times(2),
      contains: """
        Ours: `Recording.replay` of every keystroke, each document compared with the log's. Baseline: the same records read one by one with \
        `History.action(at:)`, their actions decoded and reduced, nothing compared. Both on the same log, open and indexed.
        """
    ) { setting in
      let session = try RecordedSession(setting.session(), in: setting)
      return PairedMeasurement(baseline: Contender { try session.reduce() }, ours: Contender { try session.replay() })
    }
  ]
}

/// The log of an editing session.
private struct RecordedSession {
  private let session: EditingSession
  private let recording: Recording

  init(_ session: EditingSession, in setting: Setting) throws {
    let path = setting.folder.path("session.jsonl")
    // The recording keeps the file open.
    defer { setting.folder.remove(path) }
    // A text that mentions a password would be redacted, and a redacted action cannot be replayed.
    let recorder = Recorder(to: path, options: RecorderOptions(redaction: .off))
    var document = EditedDocument(text: session.start)
    let reduce: (inout EditedDocument, TextEdited) -> Void = recorder.store("editor", state: document).reducer(EditedDocument.reduce)
    for edit in session.edits { reduce(&document, edit) }
    recorder.close()
    self.session = session
    recording = try Recording(path)
  }

  /// Reads only the records and their actions.
  func reduce() throws {
    var places = LinePlaces(text: session.start)
    var document = EditedDocument(text: session.start)
    for reduction in try recording.history.reductions(of: "editor") where reduction.kind == .action {
      guard let record = try recording.history.action(at: reduction.row) else { continue }
      EditedDocument.reduce(&document, try Self.edit(RecordedAction(record), &places))
    }
    keep(document)
  }

  func replay() throws {
    var places = LinePlaces(text: session.start)
    let store = ReplayedStore<EditedDocument, TextEdited>(
      decodeAction: { try Self.edit($0, &places) }, reduce: EditedDocument.reduce)
    let result = try recording.replay("editor", as: store)
    // On a busy machine the recorder may drop a few states.
    guard result.replayed == session.edits.count else { throw BenchmarkError("\(result.replayed) of \(session.edits.count) were replayed") }
  }

  /// Converts the positions in the session's file to lines, as the reducer expects them.
  private static func edit(_ action: RecordedAction, _ places: inout LinePlaces) throws -> TextEdited {
    struct Payload: Decodable { let patches: [TextEdited.Patch] }
    return TextEdited(try action.decode(Payload.self).patches, in: &places)
  }
}
