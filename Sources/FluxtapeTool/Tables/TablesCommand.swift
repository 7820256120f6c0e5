import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

/// `fluxtape tables`: what many runs have in them, for engines that ask a million of them at once.
struct WriteTables: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tables",
    abstract: "Write the facts of many runs as tables, for DuckDB, Spark and others.",
    usage: """
      fluxtape tables LOG|FOLDER… --output DIR [--gzip] [--paths PATH]… [--types TYPE]… [--max-value BYTES]
                       [--never EXPR]… [--always EXPR]… [--rules FILE]…
             fluxtape tables LOG|- --output -
      """,
    discussion: """
      Writes JSON Lines. DIR gets a folder for about every 64 MB of rows, with the files runs, steps, changes, findings and problems: \
      DIR/part-*/steps.jsonl is the whole table. 'changes' has each value that a step changed, found by comparing states. 'problems' has \
      the logs that cannot be read; broken rules are findings. The documentation has all columns; samples/fleet has questions in SQL.

      Runs that are in DIR already are skipped, so the next call adds only new ones, and so does a call after one that was stopped: a \
      folder of rows appears whole or not at all. Several processes may write to DIR at the same time. A run that has grown since it was \
      written is left as it is, with a message.

      With --output - the rows of all tables go to standard output, each with its table: a process that hands logs to fluxtape through \
      pipes, such as a Spark job, sorts them.

      Secrets that are redacted in logs are redacted here. Exit status 3 if a log cannot be read; the others are written.
      """
  )

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the tables, or '-' for standard output.", valueName: "dir"),
    completion: .directory)
  var output: String
  @Flag(help: "Pack the files with the gzip program.") var gzip = false
  @Option(help: ArgumentHelp("changes: only values at this path, such as cart.total, or in what is there.", valueName: "path")) var paths:
    [String] = []
  @Option(help: ArgumentHelp("Only actions of this type, and what they changed.", valueName: "type")) var types: [String] = []
  @Option(help: ArgumentHelp("Write only the size of values of states and payloads that have more bytes.", valueName: "bytes"))
  var maxValue =
    RunTables.Limits().longestValue
  @OptionGroup var rules: RuleOptions
  @Argument(help: "Logs, folders of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    var limits = RunTables.Limits()
    if !paths.isEmpty { limits.paths = try paths.map { try StatePath(argument: $0) } }
    if !types.isEmpty { limits.types = Set(types) }
    guard maxValue >= 0 else { throw UsageError(message: "--max-value takes a number of bytes, not \(maxValue)") }
    limits.longestValue = maxValue
    let checklist = try rules.checklist()
    let logs = try logs.flatMap { try LogFolder.logs(at: $0) }
    guard output != "-" else { return try print(logs, checklist, limits) }
    let folder = try TableFolder(output, isPacked: gzip, asked: asked(checklist))
    let ingest = TableIngest(logs, into: folder, checklist, limits)
    try ingest.run()
    let totals = ingest.totals
    StandardOutput.warn("fluxtape: \(output): \(totals.words)")
    for problem in totals.unreadable { StandardOutput.warn("fluxtape: left out: \(problem)") }
    try ExitStatus.end(found: false, unreadable: !totals.unreadable.isEmpty)
  }

  /// The rules and limits in one line.
  private func asked(_ checklist: Checklist) -> String {
    let options = paths.map { "--paths \($0)" } + types.map { "--types \($0)" } + ["--max-value \(maxValue)"]
    return (checklist.rules.map(\.words) + options).sorted().joined(separator: "; ")
  }

  private func print(_ logs: [String], _ checklist: Checklist, _ limits: RunTables.Limits) throws {
    guard !gzip else { throw UsageError(message: "--gzip packs files; pipe standard output through gzip instead") }
    guard !StandardOutput.isTerminal else {
      throw UsageError(message: "the rows would go to the terminal; name a folder, or read standard output with a program")
    }
    let writer = TableWriter(namesTables: true) { _, bytes in StandardOutput.write(bytes) }
    var unreadable = false
    for group in LogWalk.groups(of: logs) {
      try TableIngest.write(group, checklist, limits, to: writer) { error in
        unreadable = true
        StandardOutput.warn("fluxtape: left out: \(error)")
      }
    }
    try ExitStatus.end(found: false, unreadable: unreadable)
  }
}
