// Bindings for questions about values and the whole log, for marks and notes, for copying, and for the viewer.

extension Keymap {
  private static func question(
    _ keys: [String], _ name: String, _ help: String, _ action: @escaping @Sendable (Int?) -> InspectorAction
  ) -> KeyBinding {
    KeyBinding(keys: keys, name: name, help: help, section: .values, scope: .anywhere, action: action)
  }

  static let questions: [KeyBinding] = [
    question(["b"], "blame", "which action last wrote this value; Enter goes there", { _ in .blameAsked }),
    question(["B"], "changes", "every change of this value", { _ in .changesAsked }),
    question(["f"], "origin", "to the step that set the value", { _ in .changeSought(.origin) }),
    question(["*"], "next-value-change", "to the next step that changed it", { .changeSought(.next(count: $0 ?? 1)) }),
    question(["#"], "previous-value-change", "to the previous step that changed it", { .changeSought(.previous(count: $0 ?? 1)) }),
    question(["w"], "watch", "watch this value; again unwatches it", { _ in .watchToggled }),
    question(["W"], "unwatch", "remove all watches", { _ in .watchesEnded }),
    question(["x"], "plot", "plot the value; a second one joins; t: logarithmic", { _ in .plotAsked }),
    question([";"], "path", "go to a value by path; Tab completes", { _ in .promptOpened(.path) }),
    question(["C"], "chain", "the chain of causes and effects as a waterfall", { _ in .chainAsked }),
    question(["S"], "statistics", "statistics of the log", { _ in .statisticsAsked }),
    question(["L"], "runs", "all runs of these logs; Enter opens one", { _ in .runsAsked }),
    question([], "compare", "compare with a run or log: :compare 2, :compare FILE, :compare 3 2", { _ in .comparisonAsked(nil) }),
    question(["]v"], "next-divergence", "next step that differs from the run of :compare", { .divergenceSought(forward: true, count: $0) }),
    question(["[v"], "previous-divergence", "previous step that differs from that run", { .divergenceSought(forward: false, count: $0) }),
    question([], "root", "show only this value in the State pane; again all", { _ in .rootToggled }),
    question(["!"], "problems", "what went wrong, and what looks wrong: what 'fluxtape check' finds", { _ in .problemsAsked }),
  ]

  private static func hypothesis(
    _ keys: [String], _ name: String, _ help: String, _ action: @escaping @Sendable (Int?) -> InspectorAction
  ) -> KeyBinding {
    KeyBinding(keys: keys, name: name, help: help, section: .whatIf, scope: .anywhere, action: action)
  }

  static let whatIf: [KeyBinding] = [
    hypothesis(["X"], "leave-out", "what if without this action; again restores it", { _ in .leftOutToggled }),
    hypothesis(["zX"], "as-recorded", "restore all skipped actions", { _ in .recordedRestored }),
    hypothesis(["]d"], "next-difference", "next step whose state would differ", { .differenceSought(forward: true, count: $0) }),
    hypothesis(["[d"], "previous-difference", "previous step whose state would differ", { .differenceSought(forward: false, count: $0) }),
  ]

  private static func mark(
    _ keys: [String], _ name: String, _ help: String, _ action: @escaping @Sendable (Int?) -> InspectorAction,
    lettered: (@Sendable (Character) -> InspectorAction)? = nil
  ) -> KeyBinding {
    KeyBinding(keys: keys, name: name, help: help, section: .marks, scope: .anywhere, action: action, lettered: lettered)
  }

  static let marks: [KeyBinding] = [
    mark(["m{a-z}"], "", "mark this step with a letter; again unmarks it", { _ in .bookmarksAsked }, lettered: { .bookmarkPlaced($0) }),
    mark(["'{a-z}"], "", "to the step marked with a letter", { _ in .bookmarksAsked }, lettered: { .bookmarkSought($0) }),
    mark(["M"], "bookmarks", "list marks and notes; :note TEXT adds a note", { _ in .bookmarksAsked }),
    mark(["U"], "undo-note", "undo the last change of a mark or note", { _ in .noteUndone }),
    mark([], "unnote", "remove the note of this step", { _ in .noteRemoved }),
    mark(["]m"], "next-bookmark", "next mark or note", { _ in .bookmarkStepped(forward: true) }),
    mark(["[m"], "previous-bookmark", "previous mark or note", { _ in .bookmarkStepped(forward: false) }),
  ]

  private static func listedMark(_ keys: [String], _ name: String, _ help: String, _ action: InspectorAction) -> KeyBinding {
    KeyBinding(keys: keys, name: name, help: help, section: .bookmarks, scope: .bookmarks) { _ in action }
  }

  static let bookmarks: [KeyBinding] = [
    listedMark(["d", "delete"], "remove-bookmark", "remove the mark; without a letter, the note; U brings it back", .bookmarkRemoved),
    listedMark(["e"], "edit-bookmark", "go to the step and edit its note", .bookmarkEdited),
  ]

  private static func copy(_ keys: [String], _ name: String, _ help: String, _ form: CopyForm) -> KeyBinding {
    KeyBinding(keys: keys, name: name, help: help, section: .copying, scope: .anywhere) { _ in .copied(form) }
  }

  static let copying: [KeyBinding] = [
    copy(["yy"], "copy", "the value", .value),
    copy(["yp"], "copy-path", "its path, as every command takes it", .path),
    copy(["yc"], "copy-command", "the command that prints what this pane shows", .command),
    KeyBinding(keys: ["p"], name: "view", help: "the whole value, with its line breaks", section: .copying, scope: .anywhere) { _ in
      .viewerAsked
    },
    KeyBinding(keys: ["v"], name: "edit", help: "open the value in $EDITOR", section: .copying, scope: .anywhere) { _ in .editorAsked },
    KeyBinding(keys: ["|"], name: "pipe", help: "pipe the value to a shell command", section: .copying, scope: .anywhere) { _ in
      .promptOpened(.pipe)
    },
  ]

  private static func viewer(_ keys: [String], _ help: String, _ action: @escaping @Sendable (Int?) -> InspectorAction) -> KeyBinding {
    KeyBinding(keys: keys, name: "", help: help, section: .viewer, scope: .viewer, action: action)
  }

  /// While the viewer is open.
  static let viewer: [KeyBinding] = [
    viewer(["j", "down", "ctrl-e"], "down", { .rowMoved(.down, count: $0) }),
    viewer(["k", "up", "ctrl-y"], "up", { .rowMoved(.up, count: $0) }),
    viewer(["space", "ctrl-f", "pagedown"], "a page down", { .rowMoved(.pageDown, count: $0) }),
    viewer(["ctrl-b", "pageup"], "a page up", { .rowMoved(.pageUp, count: $0) }),
    viewer(["ctrl-d"], "half a page down", { .rowMoved(.halfDown, count: $0) }),
    viewer(["ctrl-u"], "half a page up", { .rowMoved(.halfUp, count: $0) }),
    viewer(["g", "home"], "first line", { _ in .rowMoved(.top, count: nil) }),
    viewer(["G", "end"], "last line", { _ in .rowMoved(.bottom, count: nil) }),
    viewer(["t"], "as it is, decoded, or the lines that changed", { _ in .formChanged }),
    viewer(["/"], "search the text", { _ in .promptOpened(.find) }),
    viewer(["n"], "next hit", { _ in .searchRepeated(forward: true, count: nil) }),
    viewer(["N"], "previous hit", { _ in .searchRepeated(forward: false, count: nil) }),
    viewer(["yy"], "copy it", { _ in .copied(.whole) }),
    viewer(["v"], "open it in $EDITOR", { _ in .editorAsked }),
    viewer(["|"], "pipe it to a shell command", { _ in .promptOpened(.pipe) }),
    viewer(["q", "esc", "enter", "p", "ctrl-c"], "close", { _ in .layerClosed }),
    viewer(["ctrl-l"], "redraw the screen", { _ in .redrawAsked }),
    viewer(["ctrl-z"], "suspend; fg resumes", { _ in .suspendAsked }),
  ]
}
