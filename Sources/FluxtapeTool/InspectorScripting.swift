#if Inspector
import Fluxtape
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeScreen

/// Runs the inspector headless: keys come from a file, screens go to files. What-if runs are saved at the end.
enum InspectorScripting {
  private static let size = Size(rows: 24, columns: 80)

  static func run(_ path: String, on logs: [String], isFolder: Bool, isASCII: Bool, host: InspectorHost?, recorder: Recorder?) throws {
    let text = try TextFile.read(path)
    let script = try refusing(path) { try InspectorScript(parsing: text) }
    let opening = try HistoryOpening(inspecting: logs)
    try opening.waitShowingProgress()
    let inspector = try Inspector.opened(
      opening, of: logs, isFolder: isFolder, typesetting: isASCII ? .ascii : .unicode, replayer: host?.replayer, recordedBy: recorder)
    let requests = try refusing(path) {
      try script.run(on: inspector, size: size) { name, frame in
        let lines = frame.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        let screen = lines.map { $0 + "\n" }.joined()
        if name == "-" { StandardOutput.write(screen) } else { try OutputFile.write(Array(screen.utf8), to: name, .replacingPrivately) }
      }
    }
    guard !requests.contains(where: \.handsNotesOver) else {
      throw UsageError(message: "\(path): a script keeps no notes; use 'fluxtape notes LOG' with --export FILE or --import FILE")
    }
    for case .save(let run, let path) in requests { _ = try WhatIfFile.write(run.history, to: path) }
  }

  /// Names the script in what is wrong with it.
  private static func refusing<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as InspectorScript.Failure { throw UsageError(message: "\(path): \(error)") }
  }
}

extension TerminalRequest {
  fileprivate var handsNotesOver: Bool {
    switch self {
    case .exportNotes, .importNotes: true
    default: false
    }
  }
}
#endif
