import FluxtapeAnswers

// Bindings for questions about values and the whole log, for marks and notes, and for copying.

extension Keymap {
  /// The keys of questions that have one; the others have their names alone.
  private static let questionKeys = ["blame": "b", "history": "B", "why": "C", "stats": "S", "check": "!"]
  /// Other names of questions.
  static let questionNames = ["statistics": "stats", "problems": "check", "errors": "check"]

  static let questions = Question.all.map { question in
    let binding = KeyBinding.key(questionKeys[question.name] ?? "", question.name, question.words) { $0.pose(question) }
    return question.parameters.contains(.path) ? binding.takingPath : binding
  }

  static let values: [KeyBinding] = [
    .key("f", "origin", "to the step that set the value") { $0.jumpToChange(.origin) }.takingPath,
    .counted("*", "next-value-change", "to the next step that changed it") { $0.jumpToChange(.next(count: $1 ?? 1)) }.takingPath,
    .counted("#", "previous-value-change", "to the previous step that changed it") {
      $0.jumpToChange(.previous(count: $1 ?? 1))
    }.takingPath,
    .key("w", "watch", "watch this value; again unwatches it") { $0.toggleWatch() }.takingPath,
    .key("W", "unwatch", "remove all watches") { $0.unwatchAll() },
    .key("x", "plot", "plot the value; t: logarithmic") { $0.plot() }.takingPath,
    .key(";", "path", "go to a value by path; Tab completes") { $0.openPrompt(.path) }.takingPath,
    .key("L", "runs", "all runs of these logs; Enter opens one") { $0.showRuns() },
    .key("", "merge", "how to see all runs as one, ordered by time") { $0.sayHowToMerge() },
    .counted("]v", "next-divergence", "next step that differs from the run of :compare") {
      $0.goToDivergence(isForward: true, count: $1 ?? 1)
    },
    .counted("[v", "previous-divergence", "previous step that differs from that run") {
      $0.goToDivergence(isForward: false, count: $1 ?? 1)
    },
  ]

  static let whatIf: [KeyBinding] = [
    .key("X", "leave-out", "what if without this action; again restores it") { $0.toggleLeftOut() },
    .key("zX", "as-recorded", "restore all skipped actions") { $0.restoreRecorded() },
    .counted("]d", "next-difference", "next step whose state would differ") { $0.goToDifference(isForward: true, count: $1 ?? 1) },
    .counted("[d", "previous-difference", "previous step whose state would differ") { $0.goToDifference(isForward: false, count: $1 ?? 1) },
  ]

  static let marks: [KeyBinding] = [
    .lettered("m{a-z}", "mark this step with a letter; again unmarks it") { $0.placeBookmark($1) },
    .lettered("'{a-z}", "to the step marked with a letter") { $0.goToBookmark($1) },
    .key("M", "bookmarks", "list marks and notes; :note TEXT adds a note") { $0.showBookmarks() },
    .key("U", "undo", "undo the last change of a filter, watch, mark or note") { $0.undo() },
    .key("", "unnote", "remove the note of this step") { $0.removeNote() },
    .key("]m", "next-bookmark", "next mark or note") { $0.stepToBookmark(isForward: true) },
    .key("[m", "previous-bookmark", "previous mark or note") { $0.stepToBookmark(isForward: false) },
  ]

  static let bookmarks: [KeyBinding] = [
    .key("d delete", "remove-bookmark", "remove the mark; without a letter, the note; U brings it back") { $0.removeBookmark() },
    .key("e", "edit-bookmark", "go to the step and edit its note") { $0.editBookmark() },
  ]

  static let copying: [KeyBinding] = [
    .key("yy", "copy", "the value") { $0.copy(.value) },
    .key("yp", "copy-path", "its path, as every command takes it") { $0.copy(.path) },
    .key("yc", "copy-command", "the command that prints what this pane shows") { $0.copy(.command) },
    .key("p", "view", "the whole value, with its line breaks; again closes it") { $0.view() },
    .key("v", "edit", "open the value in $EDITOR") { $0.edit() },
    .key("|", "pipe", "pipe the value to a shell command") { $0.openPrompt(.pipe) },
  ]
}
