import FluxtapeScreen

@testable import FluxtapeInspector

/// At least one case for every row of the key table, in its order.
enum KeyCases {
  static let all: [KeyCase] = [
    steps, rows, tree, timeline, panes, questions, search, lists, filters, runs, marks, bookmarks, copying, rest, prompt,
  ].flatMap { $0 }

  private static let steps: [KeyCase] = [
    .key(".", after: "9g", .shows("#10/33")),
    .key(".", after: "9g 3", .shows("#12/33")),
    .key(",", after: "9g", .shows("#8/33")),
    .key(">", after: "10g", .shows("#12/33")),
    .key("<", after: "12g", .shows("#10/33")),
    .key("o", after: "14g", .shows("#15/33")),
    .key("O", after: "15g", .shows("#14/33")),
    .key("u", after: "18g", .shows("#17/33")),
    .key("i", after: "4g", .shows("#5/33")),
    .key("i", after: "4g 2", .shows("#6/33")),
    .key("e", after: "20g", .shows("#25/33")),
    .key("e", after: "20g tab", .shows("#25/33")),
    .key("E", after: "26g", .shows("#25/33")),
    .key("]a", after: "9g", .shows("#10/33")),
    .key("[a", after: "10g", .shows("#9/33")),
    .key("g", after: "9g", .shows("#1/33")),
    .key("g", after: "9g 12", .shows("#12/33")),
    .key("G", after: "9g", .shows("#33/33")),
    .key("%", after: "9g 50", .shows("#16/33")),
    .key("]s", after: "g", .shows("#4/33")),
    .key("[s", after: "9g", .shows("#4/33")),
    .key("]L", after: "9g", .shows("#4/33")),
    .key("]L", after: "g 2", .shows("#9/33"), .shows("788ms before this step: pause 2 of the 10 longest")),
    .key("}", after: "g", .shows("#2/33")),
    .key("{", after: "9g", .shows("#8/33")),
    .key("space", after: "9g", .shows("PLAYING 1x")),
    .key("space", after: "9g space", .shows("paused"), .hides("PLAYING")),
    .key("space", after: "18g tab", .shows("PLAYING 1x")),
    .key(")", after: "9g", .shows("speed 2x")),
    .key("(", after: "9g space", .shows("PLAYING 1/2x")),
    .key("[[", after: "9g G", .shows("#9/33")),
    .key("]]", after: "9g G [[", .shows("#33/33")),
  ]

  private static let rows: [KeyCase] = [
    .key("j", after: "9g", .shows("#10/33")),
    .key("j", after: "18g shift-tab home", .selects("[0]")),
    .key("k", after: "9g", .shows("#8/33")),
    .key("k", after: "18g shift-tab end", .selects("note")),
    .key("ctrl-d", after: "g", .shows("#5/33"), columns: 80, rows: 24),
    .key("ctrl-u", after: "G", .shows("#29/33"), columns: 80, rows: 24),
    .key("ctrl-f", after: "g", .shows("#9/33"), columns: 80, rows: 24),
    .key("ctrl-b", after: "G", .shows("  @24  12:"), columns: 80, rows: 24),
    .key("ctrl-e", after: "12g zz", .shows("catalog.reserve"), columns: 80, rows: 24),
    .key("ctrl-y", after: "12g zz", .shows("12:09:41.411"), columns: 80, rows: 24),
    .key("home", after: "9g", .shows("#1/33")),
    .key("home", after: "18g shift-tab end", .selects("▾ items")),
    .key("end", after: "9g", .shows("#33/33")),
    .key("end", after: "18g shift-tab home", .selects("status")),
    .key("]c", after: "18g shift-tab home", .selects("qty")),
    .key("[c", after: "18g shift-tab end", .selects("note")),
    .key("zt", after: "18g zb", .row(6, "cart.reserved"), columns: 80, rows: 40),
    .key("zz", after: "18g zt", .row(10, "cart.reserved"), columns: 80, rows: 40),
    .key("zb", after: "18g zt", .row(15, "cart.reserved"), columns: 80, rows: 40),
  ]

  private static let tree: [KeyCase] = [
    .key("l", .tree, after: "18g shift-tab home h", .shows("▾ items"), .hides("▸ items")),
    .key("l", .tree, after: "18g shift-tab home", .selects("[0]")),
    .key("h", .tree, after: "18g shift-tab home", .shows("▸ items")),
    .key("h", .tree, after: "18g shift-tab home 2j", .selects("[0]")),
    .key("enter", .tree, after: "18g shift-tab home", .shows("▸ items")),
    .key("enter", .tree, after: "18g tab 2j", .shows("#17/33")),
    .key("H", .tree, after: "18g shift-tab home 2j", .selects("[0]")),
    .key("J", .tree, after: "18g shift-tab home", .selects("coupon")),
    .key("K", .tree, after: "18g shift-tab end", .selects("note")),
    .key("0", .tree, after: "18g shift-tab end", .selects("▾ items")),
    .key("$", .tree, after: "18g shift-tab home", .selects("status")),
    .key("zc", .tree, after: "12g shift-tab home j", .shows("▸ [0]")),
    .key("zo", .tree, after: "18g shift-tab zM home l j", .shows("▾ [0]"), .shows("▾ [1]")),
    .key("zC", .tree, after: "12g shift-tab home", .shows("▸ items")),
    .key("zC", .tree, after: "12g shift-tab home", .shows("▸ [0]"), then: "l"),
    .key("zO", .tree, after: "12g shift-tab zM home", .shows("▾ items"), .shows("▾ [1]")),
    .key("zM", .tree, after: "12g shift-tab", .shows("▸ items"), .hides("[1]"), columns: 80, rows: 24),
    .key("zR", .tree, after: "12g shift-tab zM", .shows("▾ items"), .shows("▾ [1]")),
    .key("z{1-9}", .tree, after: "12g shift-tab", .shows("▸ items"), letter: "1"),
    .key("z{1-9}", .tree, after: "12g shift-tab zM", .shows("▾ items"), .shows("▸ [1]"), letter: "2"),
    .key("z{1-9}", .tree, after: "12g shift-tab zM", .shows("▾ [1]"), letter: "9"),
  ]

  private static let timeline: [KeyCase] = [
    .key("enter", .timeline, after: "9g", .shows("[Diff prev]"))
  ]

  private static let panes: [KeyCase] = [
    .key("tab", after: "9g", .shows("[Action]")),
    .key("shift-tab", after: "9g", .shows("[State]")),
    .key("+", after: "18g tab", .shows("63 µs"), columns: 80, rows: 20),
    .key("_", after: "18g tab +", .hides("63 µs"), columns: 80, rows: 20),
    .key("t", after: "18g tab", .shows("[Action raw]"), .shows(#"{"seq":18"#)),
    .key("t", after: "18g tab t", .shows("[Action]"), .hides(#"{"seq":18"#)),
    .key("t", after: "g ; .json enter p", .shows("JSON in it (2/2)"), .shows(#""x": 1"#), log: .lines(nested)),
    .key("t", after: "18g shift-tab", .shows("this pane has one form")),
    .key("d", after: "9g P 12g", .shows("#9 → #12")),
    .key("P", after: "9g", .shows("▶P  9 ")),
    .key("P", after: "9g P", .hides("▶P  9 ")),
    .key("zu", after: "18g", .hides("⋯ 1 unchanged")),
    .key("T", after: "18g", .hides("+385ms"), then: "T"),
    .key("s", after: "18g", .shows("▾ cart (5)")),
  ]

  private static let questions: [KeyCase] = [
    .key("b", after: "18g ; .total enter", .shows("[Blame]"), .shows("#18  cart.reserved")),
    .key("B", after: "18g ; .total enter", .shows("[History]"), .shows("1120 → 2560")),
    .key("top", after: "18g ; .total enter", .shows("[Top]"), .shows("cart.itemAdded")),
    .key("C", after: "18g", .shows("[Why]")),
    .key("C", after: "18g tab", .shows("[Why]")),
    .key("f", after: "14g ; .total enter", .shows("#12/33")),
    .key("*", after: "9g ; .total enter", .shows("#10/33")),
    .key("#", after: "12g ; .total enter", .shows("#10/33")),
    .key("w", after: "18g ; .total enter", .row(-2, "cart.total ")),
    .key("w", after: "18g ; .total enter w", .hides("(+680)  -5..3,240")),
    .key("W", after: "18g ; .total enter w", .shows("nothing is watched")),
    .key("x", after: "18g ; .total enter", .shows("[Plot]"), .shows("3,240│")),
    .key(";", after: "18g", .prompt(";")),
    .key("S", after: "18g", .shows("[Statistics]")),
    .key("L", after: "18g", .shows("[Runs]"), .shows("27 steps")),
    .key("pending", after: "18g", .shows("[Pending]")),
    .key("merge", after: "g", .shows("start: fluxtape --merge"), log: .runs(ComparisonTests.twoRuns)),
    .key("compare", after: "g", .shows("[Comparison]"), log: .runs(ComparisonTests.twoRuns)),
    .key("]v", after: ":compare space 2 enter esc g", .shows("#3/4"), log: .runs(ComparisonTests.twoRuns)),
    .key("[v", after: ":compare space 2 enter esc G", .shows("#3/4"), log: .runs(ComparisonTests.twoRuns)),
    .key("!", after: "18g", .shows("[Problems]"), .shows("@21 ")),
  ]

  private static let search: [KeyCase] = [
    .key("/", after: "18g", .prompt("/")),
    .key("&", after: "18g", .prompt("&")),
    .key("&", after: "& store:cart enter", .prompt("&")),
    .key("F", after: "& store:cart enter", .shows("[Filters]"), .selects("store:cart")),
    .key("n", after: "g / retry enter", .shows("#31/33")),
    .key("n", after: "? / scroll enter", .selects("scroll up")),
    .key("N", after: "31g / retry enter 31g", .shows("#16/33")),
    .key("Z", after: "g", .shows("×6"), log: .lines(flood)),
    .key("=", after: "9g", .shows("FROZEN"), log: .watched),
    .key(":", after: "18g", .prompt(":")),
  ]

  private static let filters: [KeyCase] = [
    .key("enter", .filters, after: "& store:cart enter F", .shows("[store:cart off]")),
    .key("enter", .filters, after: "& store:cart enter F j", .prompt("&")),
    .key("a", .filters, after: "& store:cart enter F", .prompt("&")),
    .key("e", .filters, after: "& store:cart enter F", .prompt("&store:cart")),
    .key("d", .filters, after: "& store:cart enter F", .shows("[store:cart] removed")),
  ]

  private static let lists: [KeyCase] = [
    .key("/", .list, after: "!", .prompt("/")),
    .key("/", .list, after: "18g ; .items enter p", .prompt("/")),
    .key("&", .list, after: "!", .prompt("&")),
    .key("g", .list, after: "? G", .selects(" Timeline")),
    .key("G", .list, after: "?", .selects("a problem and the pin")),
  ]

  private static let runs: [KeyCase] = [.key("s", .runs, after: "L", .shows("runs sorted by time: the newest first"))]

  private static let flood: [String] =
    [#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#]
    + (2...7).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"tick","patch":[]}"# }

  private static let marks: [KeyCase] = [
    .key("m{a-z}", after: "9g", .shows("marked as a"), .shows("▶◆  9 "), then: "", letter: "a"),
    .key("m{a-z}", after: "9g", .shows("◆   9 "), then: ".", letter: "z"),
    .key("m{a-z}", after: "9g ma", .shows("mark a removed"), letter: "a"),
    .key("'{a-z}", after: "9g mz G", .shows("#9/33"), letter: "z"),
    .key("M", after: "9g ma :note why enter", .shows("[Bookmarks]"), .shows("a #9")),
    .key("U", after: "9g ma :note space why enter", .shows("change of the note at #9 undone")),
    .key("unnote", after: "9g :note space why enter", .shows("note removed; U brings it back")),
    .key("]m", after: "9g ma g", .shows("#9/33")),
    .key("[m", after: "9g ma G", .shows("#9/33")),
  ]

  private static let bookmarks: [KeyCase] = [
    .key("d", .bookmarks, after: "9g ma g M", .shows("mark a removed; U brings it back"), .hides("a #9")),
    .key("e", .bookmarks, after: "9g :note space why enter g M", .prompt(":note why")),
  ]

  private static let copying: [KeyCase] = [
    .key("yy", after: "18g ; .items enter", .copies("[\n  {\n")),
    .key("yy", after: "18g ; .items enter p", .copies("[\n  {\n")),
    .key("yp", after: "18g ; .total enter", .copies("cart.total")),
    .key("yc", after: "18g", .copies("fluxtape show ")),
    .key("p", after: "18g ; .note enter", .shows("[Value]"), .shows("cart.note")),
    .key("p", after: "18g ; .note enter p", .hides("[Value]")),
    .key("v", after: "18g ; .note enter", .edits("gift box with")),
    .key("v", after: "18g ; .note enter p", .edits("gift box with")),
    .key("|", after: "18g ; .note enter", .prompt("|")),
  ]

  private static let rest: [KeyCase] = [
    .key("?", after: "18g", .shows("[Keys and signs]")),
    .key("?", after: "18g ?", .hides("[Keys and signs]")),
    .key("f2", after: "18g", .asks(.reportMouse(false))),
    .key("ctrl-l", after: "18g", .asks(.redraw)),
    .key("ctrl-z", after: "18g", .asks(.suspend)),
    .key("ctrl-c", after: "/ nowhere enter", .shows("search stopped"), isHasty: true),
    .key("esc", after: "g / retry enter", .hides("/retry: hit 1 of 2")),
    .key("esc", after: "& store:cart enter", .shows("all steps are listed again")),
    .key("q", after: "18g C", .hides("[Why]")),
    .key("q", after: "18g", .asks(.quit)),
    .key("Q", after: "18g C", .asks(.quit)),
  ]

  private static let nested = [#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"json":"{\"x\":1}"}}"#]

  private static let prompt: [KeyCase] = [
    .key("enter", .prompt, after: "9g : 12", .shows("#12/33")),
    .key("tab", .prompt, after: ": he", .prompt(":help")),
    .key("tab", .prompt, after: "& -type:reserved", .prompt("&-type:cart.reserved")),
    .key("tab", .prompt, after: "/ cart.to", .prompt("/cart.total")),
    .key("esc", .prompt, after: "9g / reserved", .shows("#9/33"), .hides("/reserved")),
    .key("up", .prompt, after: ": 12 enter :", .prompt(":12")),
    .key("down", .prompt, after: ": 12 enter : up", .prompt(":")),
    .key("backspace", .prompt, after: ": ab", .prompt(":a")),
    .key("delete", .prompt, after: ": abc left left", .prompt(":ac")),
    .key("ctrl-w", .prompt, after: ": ab space cd", .prompt(":ab x"), then: "x"),
    .key("ctrl-u", .prompt, after: ": abc left", .prompt(":")),
    .key("left", .prompt, after: ": abc", .prompt(":abxc"), then: "x"),
    .key("right", .prompt, after: ": abc home", .prompt(":axbc"), then: "x"),
    .key("home", .prompt, after: ": abc", .prompt(":xabc"), then: "x"),
    .key("end", .prompt, after: ": abc home", .prompt(":abcx"), then: "x"),
  ]
}
