extension Keymap {
  /// All key bindings. Keys, hints, help and the names of `:` commands come from this table.
  package static let bindings: [KeyBinding] = [
    (KeyBinding.Section.steps, steps), (.rows, rows), (.tree, tree), (.timeline, timeline), (.panes, panes), (.values, questions + values),
    (.whatIf, whatIf), (.live, live), (.search, search), (.lists, lists), (.filters, filters), (.runs, runs), (.marks, marks),
    (.bookmarks, bookmarks),
    (.copying, copying),
    (.rest, rest), (.prompt, prompt),
  ].flatMap { section, bindings in
    bindings.map { binding in
      var binding = binding
      binding.section = section
      return binding
    }
  }

  /// Words from other programs by which help finds a command, too.
  static let synonyms = [
    "as-recorded": "undo reset", "back": "undo jump return", "base": "compare", "bookmarks": "save", "close": "exit leave",
    "command": "jump go", "copy": "clipboard", "edit": "save file", "filter": "breakpoint hide", "first": "jump go to", "forward": "redo",
    "jump": "rewind time travel", "last": "jump go to", "lock": "hold pause", "longest-pause": "gap slow wait idle",
    "next-problem": "breakpoint failure crash", "path": "jump",
    "percent": "jump go to", "pin": "compare",
    "pipe": "save file", "play": "run continue", "quit": "exit leave", "search": "find breakpoint grep",
    "toggle": "expand collapse fold",
  ]

  private static let steps: [KeyBinding] = [
    .counted(".", "next-step", "next step") { $0.step(.next, count: $1) },
    .counted(",", "previous-step", "previous step") { $0.step(.previous, count: $1) },
    .counted(">", "next-of-store", "next step of the same store") { $0.step(.nextOfStore, count: $1) },
    .counted("<", "previous-of-store", "previous step of the same store") { $0.step(.previousOfStore, count: $1) },
    .counted("o", "next-of-chain", "next step with the same first cause") { $0.step(.nextOfChain, count: $1) },
    .counted("O", "previous-of-chain", "previous step with the same first cause") { $0.step(.previousOfChain, count: $1) },
    .counted("u", "cause", "up to the cause") { $0.step(.cause, count: $1) },
    .counted("i", "effect", "into the first effect; 2i the second") { $0.step(.effect, count: $1) },
    .counted("e ]e", "next-problem", "next problem (red row, or found by the check)") { $0.step(.nextProblem, count: $1) },
    .counted("E [e", "previous-problem", "previous problem (red row, or found by the check)") { $0.step(.previousProblem, count: $1) },
    .counted("]a", "next-of-type", "next action of this type") { $0.step(.nextOfType, count: $1) },
    .counted("[a", "previous-of-type", "previous action of this type") { $0.step(.previousOfType, count: $1) },
    .counted("g", "first", "first step; 500g step 500") { $0.step(.first, count: $1) },
    .counted("G", "last", "last step") { $0.step(.last, count: $1) },
    .counted("%", "percent", "40%: that far into the log") { $0.step(.percent, count: $1) },
    .counted("]s", "next-pause", "next pause of a second or more; 5]s of five") { $0.seekPause(isForward: true, seconds: $1) },
    .counted("[s", "previous-pause", "previous pause") { $0.seekPause(isForward: false, seconds: $1) },
    .counted("]L", "longest-pause", "to the longest pause; 2]L to the second") { $0.showLongestPause(rank: $1) },
    .counted("}", "column-forward", "one column of the scrubber forward") { $0.stepColumn($1 ?? 1) },
    .counted("{", "column-back", "one column of the scrubber back") { $0.stepColumn(-($1 ?? 1)) },
    .key("space", "play", "play the steps in their own time; again pauses") { $0.togglePlay() },
    .key(")", "faster", "play twice as fast") { $0.changeSpeed(isUp: true) },
    .key("(", "slower", "play half as fast") { $0.changeSpeed(isUp: false) },
    .key("[[ ctrl-o backspace", "back", "back to where the last jump began") { $0.retraceJump(isForward: false) },
    .key("]]", "forward", "forward again") { $0.retraceJump(isForward: true) },
  ]

  private static let rows: [KeyBinding] = [
    .counted("j down", "row-down", "down") { $0.moveRow(.down, count: $1) },
    .counted("k up", "row-up", "up") { $0.moveRow(.up, count: $1) },
    .counted("ctrl-d", "half-page-down", "half a page down") { $0.moveRow(.halfDown, count: $1) },
    .counted("ctrl-u", "half-page-up", "half a page up") { $0.moveRow(.halfUp, count: $1) },
    .counted("ctrl-f pagedown", "page-down", "a page down") { $0.moveRow(.pageDown, count: $1) },
    .counted("ctrl-b pageup", "page-up", "a page up") { $0.moveRow(.pageUp, count: $1) },
    .counted("ctrl-e", "scroll-down", "scroll down") { $0.moveRow(.scrollDown, count: $1) },
    .counted("ctrl-y", "scroll-up", "scroll up") { $0.moveRow(.scrollUp, count: $1) },
    .key("home", "first-row", "first row") { $0.moveRow(.top, count: nil) },
    .key("end", "last-row", "last row") { $0.moveRow(.bottom, count: nil) },
    .key("]c", "next-change", "next change") { $0.moveRow(.nextChange, count: nil) },
    .key("[c", "previous-change", "previous change") { $0.moveRow(.previousChange, count: nil) },
    .key("zt", "row-to-top", "scroll so that it is at the top") { $0.moveRow(.atTop, count: nil) },
    .key("zz", "row-to-center", "scroll so that it is in the middle") { $0.moveRow(.centered, count: nil) },
    .key("zb", "row-to-bottom", "scroll so that it is at the bottom") { $0.moveRow(.atBottom, count: nil) },
  ]

  private static let tree: [KeyBinding] = [
    .counted("l right", "inward", "open; if open, go to the first child") { $0.moveInTree(.inward, count: $1) },
    .counted("h left", "outward", "close; if closed, go to the parent") { $0.moveInTree(.outward, count: $1) },
    .key("enter za", "toggle", "open or close; on a step, go there; in Diff, to the value") { $0.fold(.toggled) },
    .counted("H", "parent", "to the parent") { $0.moveInTree(.parent, count: $1) },
    .counted("J", "next-sibling", "next sibling") { $0.moveInTree(.nextSibling, count: $1) },
    .counted("K", "previous-sibling", "previous sibling") { $0.moveInTree(.previousSibling, count: $1) },
    .key("0", "first-sibling", "first sibling") { $0.moveInTree(.firstSibling, count: nil) },
    .key("$", "last-sibling", "last sibling") { $0.moveInTree(.lastSibling, count: nil) },
    .key("zc", "close-siblings", "close this and its siblings") { $0.fold(.siblingsClosed) },
    .key("zo", "open-siblings", "open this and its siblings") { $0.fold(.siblingsOpened) },
    .key("zC", "close-deep", "close them and all below") { $0.fold(.siblingsClosedDeep) },
    .key("zO", "open-deep", "open them and all below") { $0.fold(.siblingsOpenedDeep) },
    .key("zM", "close-all", "close everything") { $0.fold(.allClosed) },
    .key("zR", "open-all", "open everything") { $0.fold(.allOpened) },
    .lettered("z{1-9}", "open down to that level") { $0.fold(to: $1.wholeNumberValue ?? 1) },
  ]

  private static let timeline: [KeyBinding] = [
    .counted("enter", "show-diff", "to its diff; 12 Enter goes to step 12") { state, count in
      if let count { state.go(to: .step(count)) } else { state.open(.diff) }
    }
  ]

  private static let panes: [KeyBinding] = [
    .counted("tab", "next-pane", "next pane") { $0.cycleFocus(by: min($1 ?? 1, 5)) },
    .counted("shift-tab", "previous-pane", "previous pane") { $0.cycleFocus(by: -min($1 ?? 1, 5)) },
    .key("+", "zoom-in", "more room for this pane") { $0.zoom(by: 1) },
    .key("_", "zoom-out", "less room for this pane") { $0.zoom(by: -1) },
    .key("t", "form", "switch form: record or raw line; a plot: linear or logarithmic") { $0.cycleForm() },
    .key("d", "base", "diff against: previous of the store, recorded, pin, none") { $0.cycleBase() },
    .key("P", "pin", "pin this step for d; again unpins it") { $0.placePin() },
    .key("zu", "unchanged", "show or hide unchanged values") { $0.toggleUnchanged() },
    .key("T", "times", "the time column: clock, since the previous row, since the pin") { $0.cycleTimeForm() },
    .key("s", "scope", "state of the step's store, or of every store") { $0.toggleScope() },
  ]

  private static let search: [KeyBinding] = [
    .key("/", "search", "search steps by a word, or by a query such as cart.total < 0") { $0.openPrompt(.search) },
    .key("&", "filter", "add a filter: list only steps that match a query") { $0.openPrompt(.filter) },
    .key("F", "filters", "list the filters, to turn them off, edit or remove them") { $0.showFilters() },
    .counted("n ]f", "next-hit", "next hit") { $0.repeatFind(isForward: true, count: $1) },
    .counted("N [f", "previous-hit", "previous hit") { $0.repeatFind(isForward: false, count: $1) },
    .key("Z", "floods", "toggle collapsing of repeated actions") { $0.toggleFloods() },
    .key("=", "freeze", "pause or resume following the log") { $0.toggleFreeze() },
    .key(":", "command", "command: goto 214, 12:03:44, +5m, @812; note, run 2, any name below") { $0.openPrompt(.command) },
  ]

  private static let filters: [KeyBinding] = [
    .key("enter", "", "turn the filter on or off; on the last row, add one") { $0.fold(.toggled) },
    .key("a &", "add-filter", "add a filter") { $0.openPrompt(.filter) },
    .key("e", "edit-filter", "edit the filter") { $0.editFilter() },
    .key("d delete", "remove-filter", "remove the filter") { $0.removeSelectedFilter() },
  ]

  private static let lists: [KeyBinding] = [
    .key("/", "search-list", "search the list by words; n and N go on") { $0.openPrompt(.listSearch) },
    .key("&", "filter-list", "list only what has some words; Esc lists all again") { $0.openPrompt(.listFilter) },
    .counted("g", "", "first row of the list; 500g step 500") { $1 == nil ? $0.moveRow(.top, count: nil) : $0.step(.first, count: $1) },
    .key("G", "", "last row of the list") { $0.moveRow(.bottom, count: nil) },
  ]

  private static let runs: [KeyBinding] = [
    .key("s", "sort", "the newest runs first; again red ones first") { $0.sortRuns() }
  ]

  private static let rest: [KeyBinding] = [
    .key("? f1", "help", "this help") { $0.toggleHelp() },
    .key("f2", "mouse", "turn the mouse off or on; while it is on, Shift selects text") { $0.toggleMouse() },
    .key("ctrl-l", "redraw", "redraw the screen") { $0.ask(.terminal(.redraw)) },
    .key("ctrl-z", "suspend", "suspend; fg resumes") { $0.ask(.terminal(.suspend)) },
    .key("ctrl-c", "cancel", "cancel the running work") { $0.cancel() },
    .key("esc", "clear", "back: close, clear the search, drop a filter, leave the pane") { $0.escape() },
    .key("q", "close", "close this; in the timeline quit, even with a filter on") { $0.closeLayer() },
    .key("Q", "quit", "quit") { $0.quit() },
  ]

  private static let prompt: [KeyBinding] = [
    .key("enter", "", "accept") { $0.acceptPrompt() },
    .key("tab", "", "complete a command, a file, a path, a store, a type or a trait") { $0.completePrompt() },
    .key("esc ctrl-c", "", "go back to where you were") { $0.escape() },
    .key("up ctrl-p", "", "earlier entry") { $0.recallEntry(by: 1) },
    .key("down ctrl-n", "", "later entry; after the newest, what was typed") { $0.recallEntry(by: -1) },
    .key("backspace ctrl-h", "", "delete to the left") { $0.editPrompt(.deletedBackward) },
    .key("delete", "", "delete to the right") { $0.editPrompt(.deletedForward) },
    .key("ctrl-w", "", "delete a word") { $0.editPrompt(.deletedWord) },
    .key("ctrl-u", "", "delete all") { $0.editPrompt(.deletedAll) },
    .key("left ctrl-b", "", "left") { $0.editPrompt(.movedLeft) },
    .key("right ctrl-f", "", "right") { $0.editPrompt(.movedRight) },
    .key("home ctrl-a", "", "start") { $0.editPrompt(.movedToStart) },
    .key("end ctrl-e", "", "end") { $0.editPrompt(.movedToEnd) },
  ]
}
