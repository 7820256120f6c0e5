extension Keymap {
  /// All key bindings. Keys, help and the names of `:` commands come from this table.
  package static let bindings: [KeyBinding] = [
    steps, rows, tree, timeline, panes, questions, whatIf, search, filters, runs, marks, bookmarks, copying, rest, viewer, help, prompt,
  ].flatMap { $0 }

  /// Words from other programs by which help finds a command, too.
  static let synonyms = [
    "as-recorded": "undo reset", "back": "undo jump return", "base": "compare", "bookmarks": "save", "close": "exit leave",
    "command": "jump go", "copy": "clipboard", "edit": "save file", "filter": "breakpoint hide", "first": "jump go to", "forward": "redo",
    "last": "jump go to", "longest-pause": "gap slow wait idle", "next-problem": "breakpoint failure crash", "path": "jump",
    "percent": "jump go to", "pin": "compare",
    "pipe": "save file", "play": "run continue", "quit": "exit leave", "search": "find breakpoint grep",
    "toggle": "expand collapse fold",
  ]

  private static func binding(
    _ keys: [String], _ name: String, _ help: String, _ section: KeyBinding.Section, _ scope: KeyBinding.Scope = .anywhere,
    _ action: @escaping @Sendable (Int?) -> InspectorAction
  ) -> KeyBinding {
    KeyBinding(keys: keys, name: name, help: help, section: section, scope: scope, action: action)
  }

  private static func step(_ keys: [String], _ name: String, _ help: String, _ motion: StepMotion) -> KeyBinding {
    binding(keys, name, help, .steps) { .stepped(motion, count: $0) }
  }

  private static let steps: [KeyBinding] = [
    step(["."], "next-step", "next step", .next),
    step([","], "previous-step", "previous step", .previous),
    step([">"], "next-of-store", "next step of the same store", .nextOfStore),
    step(["<"], "previous-of-store", "previous step of the same store", .previousOfStore),
    step(["o"], "next-of-chain", "next step with the same first cause", .nextOfChain),
    step(["O"], "previous-of-chain", "previous step with the same first cause", .previousOfChain),
    step(["u"], "cause", "up to the cause", .cause),
    step(["i"], "effect", "into the first effect; 2i the second", .effect),
    step(["e", "]e"], "next-problem", "next problem (red row, or found by !)", .nextProblem),
    step(["E", "[e"], "previous-problem", "previous problem (red row, or found by !)", .previousProblem),
    step(["]a"], "next-of-type", "next action of this type", .nextOfType),
    step(["[a"], "previous-of-type", "previous action of this type", .previousOfType),
    step(["g"], "first", "first step; 500g step 500", .first),
    step(["G"], "last", "last step", .last),
    step(["%"], "percent", "40%: that far into the log", .percent),
    binding(["]s"], "next-pause", "next pause of a second or more; 5]s of five", .steps) { .pauseSought(forward: true, seconds: $0) },
    binding(["[s"], "previous-pause", "previous pause", .steps) { .pauseSought(forward: false, seconds: $0) },
    binding(["]l"], "next-long-pause", "next of the ten longest pauses", .steps) { .longPauseSought(forward: true, count: $0) },
    binding(["[l"], "previous-long-pause", "previous of the ten longest pauses", .steps) { .longPauseSought(forward: false, count: $0) },
    binding(["]L"], "longest-pause", "to the longest pause; 2]L to the second", .steps) { .longestPauseSought(rank: $0) },
    binding(["}"], "column-forward", "one column of the scrubber forward", .steps) { .columnStepped($0 ?? 1) },
    binding(["{"], "column-back", "one column of the scrubber back", .steps) { .columnStepped(-($0 ?? 1)) },
    binding(["space"], "play", "play the steps in their own time; again pauses", .steps) { _ in .playToggled },
    binding([")"], "faster", "play twice as fast", .steps) { _ in .playSped(isUp: true) },
    binding(["("], "slower", "play half as fast", .steps) { _ in .playSped(isUp: false) },
    binding(["[[", "ctrl-o"], "back", "back to where the last jump began", .steps) { _ in .jumpTakenBack },
    binding(["]]"], "forward", "forward again", .steps) { _ in .jumpRepeated },
  ]

  private static func row(_ keys: [String], _ name: String, _ help: String, _ motion: RowMotion) -> KeyBinding {
    binding(keys, name, help, .rows) { .rowMoved(motion, count: $0) }
  }

  private static let rows: [KeyBinding] = [
    row(["j", "down"], "row-down", "down", .down),
    row(["k", "up"], "row-up", "up", .up),
    row(["ctrl-d"], "half-page-down", "half a page down", .halfDown),
    row(["ctrl-u"], "half-page-up", "half a page up", .halfUp),
    row(["ctrl-f", "pagedown"], "page-down", "a page down", .pageDown),
    row(["ctrl-b", "pageup"], "page-up", "a page up", .pageUp),
    row(["ctrl-e"], "scroll-down", "scroll down", .scrollDown),
    row(["ctrl-y"], "scroll-up", "scroll up", .scrollUp),
    row(["home"], "top", "first row", .top),
    row(["end"], "bottom", "last row", .bottom),
    row(["]c"], "next-change", "next change", .nextChange),
    row(["[c"], "previous-change", "previous change", .previousChange),
    row(["zt"], "row-to-top", "scroll so that it is at the top", .atTop),
    row(["zz"], "row-to-center", "scroll so that it is in the middle", .centered),
    row(["zb"], "row-to-bottom", "scroll so that it is at the bottom", .atBottom),
  ]

  private static func move(_ keys: [String], _ name: String, _ help: String, _ motion: TreeMotion) -> KeyBinding {
    binding(keys, name, help, .tree, .tree) { .treeMoved(motion, count: $0) }
  }

  private static func fold(_ keys: [String], _ name: String, _ help: String, _ change: FoldChange) -> KeyBinding {
    binding(keys, name, help, .tree, .tree) { _ in .folded(change) }
  }

  private static let tree: [KeyBinding] = [
    move(["l", "right"], "inward", "open; if open, go to the first child", .inward),
    move(["h", "left"], "outward", "close; if closed, go to the parent", .outward),
    fold(["enter", "za"], "toggle", "open or close; on a step, go there", .toggled),
    move(["H"], "parent", "to the parent", .parent),
    move(["J"], "next-sibling", "next sibling", .nextSibling),
    move(["K"], "previous-sibling", "previous sibling", .previousSibling),
    move(["0"], "first-sibling", "first sibling", .firstSibling),
    move(["$"], "last-sibling", "last sibling", .lastSibling),
    fold(["zc"], "close-siblings", "close this and its siblings", .siblingsClosed),
    fold(["zo"], "open-siblings", "open this and its siblings", .siblingsOpened),
    fold(["zC"], "close-deep", "close them and all below", .siblingsClosedDeep),
    fold(["zO"], "open-deep", "open them and all below", .siblingsOpenedDeep),
    fold(["zM"], "close-all", "close everything", .allClosed),
    fold(["zR"], "open-all", "open everything", .allOpened),
    KeyBinding(
      keys: ["z{1-9}"], name: "", help: "open down to that level", section: .tree, scope: .tree, action: { _ in .foldedTo(level: 1) },
      lettered: { .foldedTo(level: $0.wholeNumberValue ?? 1) }),
  ]

  private static let timeline: [KeyBinding] = [
    binding(["enter"], "show-diff", "to the step's diff", .timeline, .timeline) { _ in .paneOpened(.diff) }
  ]

  private static let panes: [KeyBinding] = [
    binding(["tab"], "next-pane", "next pane", .panes) { .paneLeft(by: min($0 ?? 1, 5)) },
    binding(["shift-tab"], "previous-pane", "previous pane", .panes) { .paneLeft(by: -min($0 ?? 1, 5)) },
    binding(["+"], "zoom-in", "more room for this pane", .panes) { _ in .zoomed(by: 1) },
    binding(["_"], "zoom-out", "less room for this pane", .panes) { _ in .zoomed(by: -1) },
    binding(["t"], "form", "switch form: record or raw line; whole tree or changes only", .panes) { _ in .formChanged },
    binding(["d"], "base", "diff against: previous of the store, recorded, pin, none", .panes) { _ in .basePicked },
    binding(["P"], "pin", "pin this step for d; again unpins it", .panes) { _ in .pinPlaced },
    binding(["zu"], "unchanged", "show or hide unchanged values", .panes) { _ in .unchangedToggled },
    binding(["T"], "times", "the time column: clock, since the previous row, since the pin", .panes) { _ in .timeFormChanged },
    binding(["s"], "scope", "state of the step's store, or of every store", .panes) { _ in .scopeToggled },
  ]

  private static let search: [KeyBinding] = [
    binding(["/"], "search", "search steps by a word, or by a query such as cart.total < 0", .search) { _ in .promptOpened(.search) },
    binding(["&"], "filter", "add a filter: list only steps that match a query", .search) { _ in .promptOpened(.filter) },
    binding(["F"], "filters", "list the filters, to turn them off, edit or remove them", .search) { _ in .filtersAsked },
    binding(["n", "]f"], "next-hit", "next hit", .search) { .searchRepeated(forward: true, count: $0) },
    binding(["N", "[f"], "previous-hit", "previous hit", .search) { .searchRepeated(forward: false, count: $0) },
    binding(["Z"], "floods", "toggle collapsing of repeated actions", .search) { _ in .floodsToggled },
    binding(["="], "freeze", "pause or resume following the log", .search) { _ in .freezeToggled },
    binding([":"], "command", "command: goto 214, 12:03:44, +5m, @812; note, run 2, any name below", .search) { _ in .promptOpened(.command)
    },
  ]

  private static let filters: [KeyBinding] = [
    binding(["enter"], "", "turn the filter on or off; on the last row, add one", .filters, .filters) { _ in .folded(.toggled) },
    binding(["a"], "add-filter", "add a filter", .filters, .filters) { _ in .promptOpened(.filter) },
    binding(["e"], "edit-filter", "edit the filter", .filters, .filters) { _ in .filterEdited },
    binding(["d", "delete"], "remove-filter", "remove the filter", .filters, .filters) { _ in .filterRemoved },
  ]

  private static let runs: [KeyBinding] = [
    binding(["/"], "search-runs", "search the runs by words: of a test, file, verdict or reason", .runs, .runs) { _ in
      .promptOpened(.runSearch)
    },
    binding(["&"], "filter-runs", "list only runs with some words; Esc lists all again", .runs, .runs) { _ in .promptOpened(.runFilter) },
    binding(["s"], "sort", "sort the runs by the next of name, time, duration, steps, problems, verdict", .runs, .runs) { _ in
      .runsSorted(nil)
    },
  ]

  private static let rest: [KeyBinding] = [
    binding(["?", "f1"], "help", "this help", .rest) { _ in .helpOpened },
    binding(["f2"], "mouse", "turn the mouse off or on; while it is on, Shift selects text", .rest) { _ in .mouseToggled },
    binding(["ctrl-l"], "redraw", "redraw the screen", .rest) { _ in .redrawAsked },
    binding(["ctrl-z"], "suspend", "suspend; fg resumes", .rest) { _ in .suspendAsked },
    binding(["ctrl-c"], "cancel", "cancel the running work", .rest) { _ in .cancelAsked },
    binding(["esc"], "clear", "back: close, clear the search, drop a filter, leave the pane", .rest) { _ in .escaped },
    binding(["q"], "close", "close this; in the timeline quit, even with a filter on", .rest) { _ in .layerClosed },
    binding(["Q"], "quit", "quit", .rest) { _ in .quitAsked },
  ]
}

// MARK: - Layers

extension Keymap {
  private static func layer(
    _ scope: KeyBinding.Scope, _ keys: [String], _ help: String, _ action: @escaping @Sendable (Int?) -> InspectorAction
  ) -> KeyBinding {
    KeyBinding(keys: keys, name: "", help: help, section: scope == .help ? .help : .prompt, scope: scope, action: action)
  }

  private static func edit(_ keys: [String], _ help: String, _ edit: LineEdit) -> KeyBinding {
    layer(.prompt, keys, help) { _ in .promptEdited(edit) }
  }

  private static let prompt: [KeyBinding] = [
    layer(.prompt, ["enter"], "accept") { _ in .promptAccepted },
    layer(.prompt, ["tab"], "complete a command, a file, a path, a store, a type or a trait") { _ in .promptCompleted },
    layer(.prompt, ["esc", "ctrl-c"], "go back to where you were") { _ in .escaped },
    layer(.prompt, ["up", "ctrl-p"], "earlier entry") { _ in .promptRecalled(by: 1) },
    layer(.prompt, ["down", "ctrl-n"], "later entry; after the newest, what was typed") { _ in .promptRecalled(by: -1) },
    edit(["backspace", "ctrl-h"], "delete to the left", .deletedBackward),
    edit(["delete"], "delete to the right", .deletedForward),
    edit(["ctrl-w"], "delete a word", .deletedWord),
    edit(["ctrl-u"], "delete all", .deletedAll),
    edit(["left", "ctrl-b"], "left", .movedLeft),
    edit(["right", "ctrl-f"], "right", .movedRight),
    edit(["home", "ctrl-a"], "start", .movedToStart),
    edit(["end", "ctrl-e"], "end", .movedToEnd),
  ]

  private static func scroll(_ keys: [String], _ help: String, _ motion: RowMotion) -> KeyBinding {
    layer(.help, keys, help) { .rowMoved(motion, count: $0) }
  }

  /// While help is shown.
  private static let help: [KeyBinding] = [
    scroll(["j", "down", "ctrl-e"], "down", .scrollDown), scroll(["k", "up", "ctrl-y"], "up", .scrollUp),
    scroll(["space", "ctrl-f", "pagedown", "ctrl-d"], "a page down", .pageDown),
    scroll(["ctrl-b", "pageup", "ctrl-u"], "a page up", .pageUp),
    scroll(["g", "home"], "first row", .top), scroll(["G", "end"], "last row: the signs", .bottom),
    layer(.help, ["/"], "list only entries with some words") { _ in .promptOpened(.find) },
    layer(.help, ["q", "esc", "?", "f1", "enter", "ctrl-c"], "close help") { _ in .layerClosed },
    layer(.help, ["Q"], "quit") { _ in .quitAsked },
    layer(.help, ["ctrl-l"], "redraw the screen") { _ in .redrawAsked },
    layer(.help, ["ctrl-z"], "suspend; fg resumes") { _ in .suspendAsked },
  ]
}
