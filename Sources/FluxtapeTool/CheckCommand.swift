import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find problems in logs: failures, unfinished work, broken rules.",
    usage: """
      fluxtape check LOG… [--never EXPR]… [--always EXPR]… [--rules FILE]… [--require-end] [--secrets]
                     [--hide-values] [--junit FILE] [--github] [--format FORM]
      """,
    discussion: """
      Without rules, check reports: failed actions, marks of the level 'error', actions in flight, asynchronous work that never \
      completed, missing records, lines that are not records, a last line that broke off, problems that the recorder reported about its \
      own work, patches that do not produce the snapshots, flags that look like 'loading' and are still true at the end, and stores that \
      feed each other in a loop. A recorder that was not closed is a note; with --require-end it is a problem. Exit status 1 if there is \
      a problem, else 3 if a log cannot be read (the others are still checked), else 0.

      What only looks wrong is a note, with the steps that prove it: a stale answer that overwrote a newer one, a reducer that made \
      different states of the same (in one log or in several of one program), a store that outlives its successor, work that completed \
      after its store ended, a dispatched action that nobody handled, a request sent twice, an error that a success left there, and a \
      value that changed and changed back in one action.

      A rule about a value or a type that no step has gets a note: the name may be misspelled.

      EXPR is a query, as in 'find'. An absent value compares like null. To skip steps without the value, add "and .x != null" to a rule with \
      'never', and "or .x == null" to one with 'always'. A rule is reported at the \
      step that breaks it, and again if it breaks after it held. A rules file has one rule per line, with a name; '#' starts a comment:
        no debt: never cart.total < 0
        known user: always session.user != null or store:catalog
        paid: after type:cart.checkout, type:cart.checkoutSucceeded within 20 actions
        loading ends: after catalog.isLoading == true, catalog.isLoading == false within 5s

      --junit writes test results for CI: a case for each test, with its attempts, or for each run of no test. --github prints \
      annotations for GitHub Actions instead of text, the worst ten at most and the others below them, and appends a summary to the file \
      that GITHUB_STEP_SUMMARY names: totals, then the red runs by failure. Of several runs, those with problems come first, and totals last.

      JSON: one object per line, distinguished by 'kind': finding (check, note, message, rule, at, seq, t, store, type, late, limit, \
      site, causes, proof, count, values), summary (log, steps, problems, notes), totals of several runs (runs, red, problems, notes) and \
      unreadable (log, why).
      """
  )

  @OptionGroup var rules: RuleOptions
  @Flag(help: "Report a recorder that was not closed as a problem.") var requireEnd = false
  @Flag(help: "Also look for secrets.") var secrets = false
  @Flag(help: "Hide the values of states and payloads, and the texts of errors and marks.") var hideValues = false
  @Option(help: ArgumentHelp("Write test results as JUnit XML to this file.", valueName: "file")) var junit: String?
  @Flag(help: "Print annotations for GitHub Actions.") var github = false
  @OptionGroup var answer: AnswerOptions
  @Argument(help: "Logs, folders of logs, or '-' for standard input.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let format = try answer.resolved()
    if github, format != .text { throw UsageError(message: "--github prints annotations, not \(format.rawValue)") }
    var checklist = try rules.checklist()
    checklist.requiresEnd = requireEnd
    checklist.looksForSecrets = secrets
    let checked = try CheckedLogs(logs, checklist)
    let (runs, unreadable) = (checked.runs, checked.unreadable)
    if let junit {
      let report = try JUnitReport(runs, unreadable: unreadable, hidesValues: hideValues)
      try OutputFile.write(report.lines, to: junit)
    }
    if runs.isEmpty, unreadable.count == 1, !github, format != .json { throw unreadable[0] }
    var output = StandardOutput()
    if github {
      let sites = SourceSites()
      let token = String(UInt64.random(in: 1...UInt64.max), radix: 36)
      output.print(try AnnotationReport(runs, unreadable: unreadable, hidesValues: hideValues, token: token) { sites.place(of: $0) }.lines)
      try JobSummary.add(runs, unreadable: unreadable, hidesValues: hideValues)
    } else {
      output.print(try CheckReport(runs, unreadable: unreadable, hidesValues: hideValues).lines(as: format))
    }
    output.flush()
    try ExitStatus.end(found: runs.contains { !$0.problems.isEmpty }, unreadable: !unreadable.isEmpty)
  }
}
