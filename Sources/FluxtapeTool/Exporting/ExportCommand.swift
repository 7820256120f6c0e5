import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeInterop
import FluxtapeLog
import FluxtapeReplay

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a log, or a part of it, in another form.",
    usage: "fluxtape export LOG --to FORM [--range A..B] [--where EXPR] [--output FILE] [option of the form]…",
    discussion: """
      --to jsonl writes a log that stands alone: segments are joined, and each store starts with a whole state, again after skipped \
      steps. Members that this version does not know are kept. Lines that are not records are dropped and counted.

      --to redux-devtools writes files that Redux DevTools import, one per store: with --output out.json the stores cart and session go \
      to out.cart.json and out.session.json. This form has a whole state for each action; more than \(WholeStates.limit / 1_000_000) MB \
      need --yes.

      --to chrome-trace writes trace events for Perfetto (ui.perfetto.dev): a track per store, arrows from causes to effects, a span for \
      asynchronous work, an instant for a change without an action.

      --to otlp-json writes spans for OpenTelemetry, one message in the JSON form of OTLP: a run is a trace, and an action a span inside \
      its cause. Actions whose lines name a trace and span are in that trace, inside that span.

      --to csv writes a line for each action and for each state without one (type @@STATE; its line number if it has no step). Texts \
      that a spreadsheet would take for formulas begin with an apostrophe.

      --to swift-test writes a file for Swift Testing with the actions and the states before and after them, which runs your reducers; \
      --never tests a rule instead of the recorded states, for a run that shows a bug. Names that --reducer does not give are guessed: \
      CartState, CartAction and cartReducer for the store cart.

      --redact-secrets removes what a recorder takes for a secret: values under keys such as password, and everything in texts, marks \
      and error messages that 'check --secrets' finds. --redact does the same and also takes a key (nickname) or a path in states \
      (.user.email, session.name); repeatable. Values become {"$redacted":"…"}, texts contain [redacted]; keys and names stay. Exit \
      status 1 if --where or --range leaves nothing.
      """
  )

  enum Form: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
    case reduxDevTools = "redux-devtools"
    case chromeTrace = "chrome-trace"
    case openTelemetry = "otlp-json"
    case swiftTest = "swift-test"
  }

  @Option(help: ArgumentHelp("The form: jsonl, redux-devtools, chrome-trace, otlp-json, csv or swift-test.", valueName: "form")) var to:
    Form
  @Option(help: ArgumentHelp("Only these steps: 100..200, 100.., ..200; of a row without a number, @LINE.", valueName: "steps")) var range:
    String?
  @Option(name: .customLong("where"), help: ArgumentHelp("Only steps for which this query holds.", valueName: "expr")) var query: String?
  @Option(help: ArgumentHelp("Only this store.", valueName: "name")) var store: String?
  @Flag(help: "jsonl, csv: write whole states, not only what changed.") var full = false
  @Flag(help: "jsonl: write patches as RFC 6902 has them, for other tools.") var plain = false
  @Option(help: ArgumentHelp("jsonl: leave out what stands under this key or path.", valueName: "key")) var redact: [String] = []
  @Flag(help: "jsonl: leave out what seem to be secrets.") var redactSecrets = false
  @Option(help: ArgumentHelp("swift-test: the types and the function of a store.", valueName: "store=State,Action,reducer")) var reducer:
    [String] = []
  @Option(name: .customLong("import"), help: ArgumentHelp("swift-test: a module that they are in.", valueName: "module")) var modules:
    [String] = []
  @Option(help: ArgumentHelp("swift-test: a query that must hold at no step.", valueName: "expr")) var never: String?
  @Flag(help: "redux-devtools, --full: write also more than \(WholeStates.limit / 1_000_000) MB of states.") var yes = false
  @Option(name: .shortAndLong, help: ArgumentHelp("A new file; without it standard output.", valueName: "file")) var output: String?
  @OptionGroup var choice: RunChoice
  @Argument(help: "Logs of one run, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    try checkOptions()
    let query = try query.map { try Query(argument: $0) }
    let steps = try range.map { try StepRange(argument: $0) }
    let redaction = try redaction()
    let history = try History.ofOneRun(logs, run: choice.run, merge: choice.merge)
    let rows = try rows(of: history, query, steps)
    if to == .reduxDevTools {
      let files = DevToolsFiles(history: history, rows: rows, output: output)
      if try files.write(store: store, evenIfLarge: yes) == 0 { throw ExitStatus.found }
      return
    }
    if full { try WholeStates(history: history, rows: rows, stores: history.stores).announce(evenIfLarge: yes) }
    let file = try ExportOutput(output, to)
    let count = try export(history, rows, redaction, file.write)
    try file.finish()
    guard count == 0 else { return }
    if let query { try history.warnAboutUnseenNames(in: query, log: logs[0]) }
    let options = [("--where", query != nil), ("--range", steps != nil), ("--store", store != nil)].filter(\.1).map(\.0)
    let reason = options.isEmpty ? "the log has no steps for \(to.rawValue)" : "\(options.joined(separator: " and ")) left no step"
    throw NotThere(message: "\(logs[0]): nothing to export: \(reason)")
  }

  /// Exports to one file. Returns the number of records.
  private func export(_ history: History, _ rows: [Int]?, _ redaction: LogRedaction?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    switch to {
    case .jsonl:
      var export = LogExport(rows: rows)
      export.hasFullStates = full
      export.isPlain = plain
      export.redaction = redaction
      let result = try history.export(export, write: write)
      for name in redaction?.unused ?? [] {
        StandardOutput.warn("fluxtape: note: --redact \(name): no value in the export has this key or path; texts were searched, too")
      }
      if result.badLines > 0 {
        StandardOutput.warn(
          "fluxtape: dropped \(result.badLines.counted("line")) that \(result.badLines == 1 ? "is not a record" : "are not records")")
      }
      if result.unknownStates > 0 {
        StandardOutput.warn(
          "fluxtape: wrote \(result.unknownStates.counted("record")) without a state, because the previous state is not known")
      }
      return result.records
    case .csv: return try ActionsTable(history: history, hasStates: full).write(rows, write)
    case .chromeTrace: return try history.write(ChromeTrace(), named: history.files.first?.displayName ?? "", of: rows, write)
    case .openTelemetry: return try history.write(OpenTelemetryTrace(), named: history.files.first?.displayName ?? "", of: rows, write)
    case .swiftTest: return try writeTest(of: history, rows, write)
    case .reduxDevTools: return 0
    }
  }

  private func writeTest(of history: History, _ rows: [Int]?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    var file = SwiftTestFile(at: output ?? history.files.first?.displayName ?? "")
    for text in reducer { try file.add(reducer: text) }
    for text in modules { try file.add(import: text) }
    if let never { try Query(argument: never).check(against: history) }
    file.never = never
    guard let text = try file.text(of: Recording(history), rows: rows.map { Set($0) }) else { return 0 }
    try write(Array(text.utf8))
    return 1
  }

  /// Rejects options of other formats, which would have no effect.
  private func checkOptions() throws {
    let foreign = [
      ("--full", full && to != .jsonl && to != .csv), ("--plain", plain && to != .jsonl), ("--redact", !redact.isEmpty && to != .jsonl),
      ("--redact-secrets", redactSecrets && to != .jsonl),
      ("--yes", yes && to != .reduxDevTools && to != .jsonl && to != .csv),
      ("--never", never != nil && to != .swiftTest),
      ("--reducer", !reducer.isEmpty && to != .swiftTest), ("--import", !modules.isEmpty && to != .swiftTest),
    ]
    guard let option = foreign.first(where: \.1)?.0 else { return }
    let advice = option.hasPrefix("--redact") ? "; export to jsonl first, then export that log to \(to.rawValue)" : ""
    throw UsageError(message: "\(option) is not for --to \(to.rawValue)\(advice)")
  }

  private func rows(of history: History, _ query: Query?, _ steps: StepRange?) throws -> [Int]? {
    guard query != nil || steps != nil || (store != nil && to != .reduxDevTools) else { return nil }
    var rows = Array(history.rows.indices)
    if let query {
      try query.check(against: history)
      rows = try history.rows(matching: query, task: "searching")
    }
    if let steps { rows = try steps.rows(among: rows, of: history) }
    if let store, to != .reduxDevTools {
      guard let number = history.stores.firstIndex(of: store) else {
        throw UsageError(message: "there is no store '\(store)'; its stores are \(QueryError.listed(history.stores, nearestTo: store))")
      }
      rows = rows.filter { history.rows[$0].store == number }
    }
    return rows
  }

  private func redaction() throws -> LogRedaction? {
    guard redactSecrets || !redact.isEmpty else { return nil }
    var redaction = LogRedaction()
    for text in redact {
      do { try redaction.add(text) } catch { throw UsageError(message: "--redact \(text): \(error)") }
    }
    return redaction
  }
}
