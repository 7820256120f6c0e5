import ArgumentParser
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReports
import FluxtapeScreen

struct Repair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Save what can be saved of a damaged log into a new file.",
    discussion: """
      Lines that are records are taken over byte for byte. Of a last line that broke off, the action is kept that it names. \
      Everything else is dropped and told, with its line and the reason. The new log says so in a gap where steps are missing, where the \
      end is, or where what came of an action is lost, and in a mark where an action's contents are. \
      The log itself stays as it is, and no file is overwritten. Exit status 0 if nothing was lost, 1 if a line was dropped or saved in part.
      """
  )

  @Option(name: .shortAndLong, help: ArgumentHelp("The new file; without it LOG.repaired.jsonl beside the log.", valueName: "file"))
  var output: String?
  @Argument(help: "A log, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String

  func run() throws {
    let path = try output ?? Self.place(beside: log)
    // Refused before anything is made of it.
    _ = try HistoryOpening([log], depth: .quick)
    let file = try OutputFile(path, .new)
    let result = try LogRepair.repair(log) { try file.write($0) }
    try file.finish()
    var output = StandardOutput()
    for damage in result.damages {
      output.line("line \(damage.lineNumber), byte \(damage.byteOffset) of the file: \(damage.fate.displayed())")
    }
    let (dropped, lossy) = (result.droppedCount, result.damages.count(where: \.isLoss))
    let whole = result.savedLines + result.damages.count - lossy
    output.line("\(path.displayed()): \(whole) lines as they were, \(lossy - dropped) saved in part, \(dropped) dropped")
    output.flush()
    if lossy > 0 { throw ExitStatus.found }
  }

  /// `run.jsonl` becomes `run.repaired.jsonl`.
  private static func place(beside log: String) throws -> String {
    guard log != LogFile.standardInputPath else { throw UsageError(message: "repair -: name the new file with --output") }
    let stem = log.hasSuffix(".jsonl") ? String(log.dropLast(6)) : log
    return stem + ".repaired.jsonl"
  }
}

extension LogRepair.Damage {
  /// What became of the line.
  fileprivate var fate: String {
    guard let savedStep, let torn else { return "dropped: \(words)" }
    guard torn.isCut else { return "step \(savedStep) saved as it was begun" }
    return "step \(savedStep) saved without \(torn.lost): \(words)"
  }
}

extension TornLine {
  fileprivate var lost: String {
    if let action, let effect = action.effect, effect.phase != .started, action.payload == nil { return "its result and state" }
    return switch loss {
    case .nothing, .outcome: "its outcome"
    case .member(""): "what followed"
    case .member(let key): "its \(key)"
    }
  }
}
