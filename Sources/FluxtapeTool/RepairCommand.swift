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
      Copies valid records byte for byte. If the last line broke off, keeps the action that it names. Drops everything else, and reports \
      each dropped line with the reason. In the new log, a gap stands where steps, the end or the outcome of an action are missing, and \
      a mark where an action's payload is missing. Never changes the log itself and never overwrites a file. Exit status 0 if nothing \
      was lost, 1 if a line was dropped or saved in part.
      """
  )

  @Option(name: .shortAndLong, help: ArgumentHelp("The new file (default: LOG.repaired.jsonl beside the log).", valueName: "file"))
  var output: String?
  @Argument(help: "A log, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var log: String

  func run() throws {
    let path = try output ?? Self.place(beside: log)
    // Fail before creating a file if this is not a log.
    _ = try HistoryOpening([log], isHeldBack: true)
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
    guard log != LogFile.standardInputPath else { throw UsageError(message: "repair -: --output is needed for standard input") }
    let stem = log.hasSuffix(".jsonl") ? String(log.dropLast(6)) : log
    return stem + ".repaired.jsonl"
  }
}

extension LogRepair.Damage {
  /// Whether the step was saved, and what was lost.
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
