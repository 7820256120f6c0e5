import ArgumentParser
import FluxtapeHistory
import FluxtapeReports

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for what is wrong in logs: failures, what was not finished, broken rules.",
    usage: """
      fluxtape check LOG… [--never EXPR]… [--always EXPR]… [--rules FILE]… [--require-end] [--secrets]
                     [--hide-values] [--junit FILE] [--github] [--format FORM]
      """,
    discussion: """
      Without rules: actions that failed, marks of the level 'error', actions in flight and asynchronous work that was never completed, \
      records that are missing, lines that are none, a last line that broke off, what a recorder says of its own work, patches that do not lead to the snapshots, flags that look like 'loading' and are \
      true at the end, stores that feed each other in a circle. That the recorder was not closed is a note, with --require-end a problem. \
      Exit status 1 if there is a problem, else 3 if a log cannot be read (the others are checked), else 0.

      A rule that speaks of a value or a type which no step has is noted: its name may be misspelt.

      EXPR is a query as 'find' takes it. An absent value compares like null; add '.x != null' to leave those steps out. A rule is \
      reported at the step that breaks it, and again where it breaks after it held. A file of rules has one a line, with a name; '#' begins a comment:
        no debt: never cart.total < 0
        known user: always session.user != null or store:catalog
        paid: after type:cart.checkout, type:cart.checkoutSucceeded within 20 actions
        loading ends: after catalog.isLoading == true, catalog.isLoading == false within 5s

      --junit writes test results for CI. --github prints annotations for GitHub Actions in place of text, and adds a summary where \
      GITHUB_STEP_SUMMARY names a file.

      JSON, an object a line, told apart by 'kind': finding (check, note, message, rule, at, seq, t, store, type, late, limit, site, causes, \
      values), summary (log, steps, problems, notes) and unreadable (log, why).
      """
  )

  @Option(help: ArgumentHelp("What must hold at no step.", valueName: "expr")) var never: [String] = []
  @Option(help: ArgumentHelp("What must hold at every step.", valueName: "expr")) var always: [String] = []
  @Option(help: ArgumentHelp("A file of rules.", valueName: "file"), completion: .file()) var rules: [String] = []
  @Flag(help: "Take it for a problem if the recorder was not closed.") var requireEnd = false
  @Flag(help: "Look for what seem to be secrets, too.") var secrets = false
  @Flag(help: "Print no values of states and contents, and not what errors and marks say.") var hideValues = false
  @Option(help: ArgumentHelp("Write test results in JUnit's XML to this file.", valueName: "file")) var junit: String?
  @Flag(help: "Print annotations for GitHub Actions.") var github = false
  @OptionGroup var answer: AnswerOptions
  @Argument(help: "Logs, folders of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let format = try answer.resolved()
    if github, format != .text { throw UsageError(message: "--github prints annotations, not \(format.rawValue)") }
    var checklist = try Checklist(never: never, always: always, rules: rules)
    checklist.requiresEnd = requireEnd
    checklist.looksForSecrets = secrets
    let (runs, unreadable) = try History.checkedAsFarAsReadable(logs, checklist)
    if let junit {
      let report = JUnitReport(runs, unreadable: unreadable, checklist: checklist, hidesValues: hideValues)
      try OutputFile.write(report.lines, to: junit)
    }
    if runs.isEmpty, unreadable.count == 1, !github, format != .json { throw unreadable[0] }
    var output = StandardOutput()
    if github {
      let sites = SourceSites()
      output.print(AnnotationReport(runs, unreadable: unreadable, hidesValues: hideValues) { sites.place(of: $0) }.lines)
      try JobSummary.add(runs, unreadable: unreadable, hidesValues: hideValues)
    } else {
      output.print(CheckReport(runs, unreadable: unreadable, hidesValues: hideValues).lines(as: format))
    }
    output.flush()
    try ExitStatus.end(found: runs.contains { !$0.problems.isEmpty }, unreadable: !unreadable.isEmpty)
  }
}
