import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two runs: where they diverge first, and why.",
    usage: """
      fluxtape compare GOOD BAD [--all] [--ignore PATH]… [--format FORM]
             fluxtape compare FOLDER [FOLDER] [--ignore PATH]… [--never EXPR]… [--always EXPR]… [--rules FILE]… [--format FORM]
      """,
    discussion: """
      Runs are aligned by their actions: store, type and payload. A change without an action counts like one; a state that repeats the \
      one before, as at the beginning of a segment, does not. Times and durations are ignored; UUIDs, dates and memory addresses are \
      paired by first appearance; redacted and truncated values are unknown and never differ. Exit status 0 if the runs are the same, 1 \
      if they differ, 2 if they cannot be compared.

      The first different result from equal inputs is the first action with the same payload and the same state of its store before that \
      led to another state or failed differently. An action whose inputs already differ passes on what another one did. If there is none, \
      the runs differ in what came in, or when. --all lists all differences in the order of the runs.

      For a folder, the red attempts at each test are compared with its green ones; for two folders, the red runs of the second with the \
      green runs of the first. Red runs that failed at different places, or with different facts, are told apart. Each group has its \
      failure, with the action that wrote the failing value if the text names one, and the facts that separate red from green, the \
      earliest first: actions, counts, orders, values and times, each with the runs in which it holds and how likely it is by chance. \
      With a single green run, the first red run is compared with it; of several, much that differs from one of them varies among them \
      too. A run that breaks a rule is red. Exit status 1 if there is a red run, 3 if there is none and a log cannot be read; the others \
      are compared.

      Fields of states and payloads that one run has and the other has not, as two versions of an app write them, are told first: \
      renamed (by equal values, or a similar name), added, gone, or of another type, as far as samples tell; none if the headers name one \
      version of the app and one commit. Their values are compared all the same.

      JSON: one object per line, distinguished by 'kind': summary, field, divergence, difference, badStep, badChange, cause, final; for folders \
      also group, signature, fact and unreadable.
      """
  )

  @Option(
    name: .customLong("ignore"),
    help: ArgumentHelp("Ignore this path in states, or payload.PATH in the contents of actions; repeatable.", valueName: "path"))
  var ignored: [String] = []
  @OptionGroup var rules: RuleOptions
  @Flag(help: "Two runs: list all differences, not only the first.") var all = false
  @OptionGroup var answer: AnswerOptions
  @Argument(help: "The log to compare against, or a folder.", completion: .file(extensions: ["jsonl"])) var first: String
  @Argument(help: "The other log, or a folder.", completion: .file(extensions: ["jsonl"])) var second: String?

  func run() throws {
    let format = try answer.resolved()
    let ignored = try self.ignored.isEmpty ? ProjectFile.ignored() : self.ignored.map { try StatePath(argument: $0) }
    if LogFolder.isFolder(first), second.map(LogFolder.isFolder) ?? true {
      guard !all else { throw UsageError(message: "--all is for two runs; facts about a folder are in the answer without it") }
      return try Self.compareFolders(first, second, rules.checklist(), ignoring: ignored, as: format)
    }
    guard rules.isEmpty else {
      throw UsageError(message: "--never, --always and --rules are for folders: they decide which runs are red")
    }
    guard let second else { throw UsageError(message: "usage: fluxtape compare GOOD BAD, or fluxtape compare FOLDER") }
    try Self.compare(first, second, ignoring: ignored, areNamed: !self.ignored.isEmpty, listingAll: all, as: format)
  }

  /// Prints how two runs differ. Exits with status 1 if they do.
  static func compare(
    _ first: String, _ second: String, ignoring ignored: [StatePath] = [], areNamed: Bool = false, listingAll: Bool = false,
    as format: ReportFormat
  ) throws {
    let (left, right) = (try History.ofOneRun([first]), try History.ofOneRun([second]))
    // The project's file is for logs of several programs.
    for path in areNamed ? ignored : [] {
      guard let store = path.store, !path.isOfPayload, !left.stores.contains(store), !right.stores.contains(store) else { continue }
      throw UsageError(message: "--ignore \(path): there is no store '\(store)' in either log")
    }
    for path in ignored where areNamed && !path.isOfPayload {
      if try left.sentence(ifUnseen: path.description) != nil, let sentence = try right.sentence(ifUnseen: path.description) {
        StandardOutput.warn("fluxtape: --ignore \(path): \(sentence)")
      }
    }
    let comparison = try compare(left, right, ignoring: ignored, fields: [FieldChange](left, right), listingAll: listingAll)
    StandardOutput.write(
      lines: ComparisonReport(comparison, (left, first), (right, second), listsAll: listingAll).lines(as: format))
    if let note = valuesLeftOut(comparison) {
      if format == .text { StandardOutput.write(lines: ["", note]) } else { StandardOutput.warn("fluxtape: \(note)") }
    }
    if !comparison.isSame { throw ExitStatus.found }
  }
}

// MARK: - Folders

extension Compare {
  /// Prints how red runs differ from green ones, in one folder or between a good and a bad folder.
  static func compareFolders(
    _ good: String, _ bad: String?, _ checklist: Checklist, ignoring ignored: [StatePath], as format: ReportFormat
  ) throws {
    let first = try RunListing(folders: [good], checklist: checklist)
    let second = try bad.map { try RunListing(folders: [$0], checklist: checklist) }
    try checklist.check(amongStores: first.stores + (second?.stores ?? []))
    first.warnAboutUnseenNames(sharedWith: second)
    let groups = second?.groups(heldAgainst: first) ?? first.groups
    let unreadable = first.unreadable + (second?.unreadable ?? [])
    let causes = try FolderCauses(showingProgress: groups, ignoring: ignored)
    let report = try AttemptsReport(causes, unreadable: unreadable) { try compare($0, $1, ignoring: ignored) }
    StandardOutput.write(lines: report.lines(as: format))
    try ExitStatus.end(found: !causes.parts.isEmpty, unreadable: !unreadable.isEmpty)
  }

  /// Compares two runs, and shows progress.
  static func compare(
    _ first: History, _ second: History, ignoring ignored: [StatePath] = [], fields: [FieldChange] = [], listingAll: Bool = false
  ) throws -> RunComparison {
    try Progress.of("comparing") { report in
      try RunComparison(
        first, second, ignoring: ignored, fields: fields, valuesOfFirst: listingAll ? mostValues : nil, report: report)
    }
  }

  /// The number of differences to list with values: those of a long run would fill the memory.
  private static let mostValues = 10_000

  /// A note about listed differences without values; `nil` if there is none.
  static func valuesLeftOut(_ comparison: RunComparison) -> String? {
    comparison.differences.count > mostValues ? "values only for the first 10,000 differences" : nil
  }
}

extension FolderCauses {
  /// Finds causes, and shows progress.
  init(showingProgress groups: [RunGroup], ignoring: [StatePath] = []) throws {
    self = try Progress.of("reading") { try FolderCauses(groups, ignoring: ignoring, report: $0) }
  }
}
