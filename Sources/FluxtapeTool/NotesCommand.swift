import ArgumentParser
import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog

#if Inspector
import FluxtapeInspector
#endif

/// `fluxtape notes`: the marks and notes of a log, to hand over.
struct PrintNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Print the marks and notes of a log, or hand them over.",
    usage: "fluxtape notes LOG [--export FILE | --import FILE]",
    discussion: """
      Marks and notes are made in the inspector and kept in the user's data folder, not in the log. To hand them over, write them to a \
      file with --export and pass it on with the log; the receiver adds them with --import. Two notes on one step are kept side by side; \
      a letter that already marks another step stays there. 'fluxtape report' shows them on the page of the log.

      Exit status 1 if there are none.
      """
  )

  @Option(name: .customLong("export"), help: ArgumentHelp("Write them to a file, or '-' for standard output.", valueName: "file"))
  var exported: String?
  @Option(
    name: .customLong("import"), help: ArgumentHelp("Add those of a file that --export wrote.", valueName: "file"), completion: .file())
  var imported: String?
  @Argument(help: "A log.", completion: .file(extensions: ["jsonl"])) var log: String

  func run() throws {
    #if Inspector
    guard exported == nil || imported == nil else { throw UsageError(message: "either --export or --import, not both") }
    // Says why a log cannot be read.
    let opening = try HistoryOpening(any: [log])
    guard let file = InspectorMemoryFile(forLogAt: log) else {
      throw UsageError(message: "\(log): the inspector keeps no notes for standard input, or without a home folder")
    }
    let handover = NotesHandover(file: file)
    if let imported { return StandardOutput.warn("fluxtape: \(try handover.add(from: imported))") }
    let notes = StepNotes(parsing: file.notes)
    guard !notes.isEmpty else {
      throw NotThere(message: "\(log): no marks or notes; in the inspector, m and a letter marks a step, :note TEXT adds a note")
    }
    guard let exported else {
      try opening.wait()
      return print(notes, of: opening.histories)
    }
    if exported == "-" { return StandardOutput.write(notes.lines.map { $0 + "\n" }.joined()) }
    StandardOutput.warn("fluxtape: \(try handover.export(to: exported))")
    #else
    throw UsageError(message: "built without the inspector, which makes notes")
    #endif
  }
}

#if Inspector
extension PrintNotes {
  private func print(_ notes: StepNotes, of runs: [History]) {
    var table = Table([.init("at"), .init("mark"), .init("type"), .init("note")])
    for bookmark in notes.bookmarks {
      let type = runs.lazy.compactMap { run in run.row(of: bookmark.step).map { run.rows[$0].type } }.first ?? "(not in the log)"
      table.append(["\(log):\(bookmark.step)", bookmark.letter.map(String.init) ?? "", type, bookmark.note])
    }
    StandardOutput.write(lines: table.text)
  }
}
#endif
