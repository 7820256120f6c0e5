import Foundation
import Testing

/// The whole output of commands, compared with the files in `Goldens/`. `RECORD_GOLDENS=1 swift test --filter GoldenTests` rewrites them;
/// review the changes.
struct GoldenTests {
  struct Example: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let status: Int32
    var testDescription: String { name }

    init(_ name: String, _ arguments: String..., status: Int32 = 0) {
      (self.name, self.arguments, self.status) = (name, arguments, status)
    }
  }

  static let shop = "samples/logs/shop.jsonl"
  static let negative = "samples/logs/shop-negative-total.jsonl"
  static let folder = "Tests/FluxtapeToolTests/Goldens"

  static let examples = [
    Example("list-where.txt", "list", shop, "--where", "store:cart type:cart.item* seq:..70"),
    Example("list-where.csv", "list", shop, "--where", "chain:47", "--format", "csv"),
    Example("find.txt", "find", shop, ".items[id=\"p7\"].qty > 1", "--became"),
    Example("find-first.json", "find", shop, "cart.total > 10000", "--first", "--json"),
    Example("find-last.txt", "find", shop, "cart.total > 10000", "--last"),
    Example("find-count.txt", "find", shop, "delta(.total) < 0", "--count"),
    Example("find-text.md", "find", shop, "\"502 Bad\"", "--format", "md"),
    Example("blame.txt", "blame", "\(shop):49", "cart"),
    Example("blame.json", "blame", shop, ".total", "--at", "26", "--json"),
    Example("blame.csv", "blame", shop, "catalog.stock", "--format", "csv"),
    Example("blame-formula.csv", "blame", "\(folder)/good.jsonl", "cart.order", "--format", "csv"),
    Example("history.txt", "history", shop, ".total"),
    Example("history.json", "history", shop, "cart.checkout.failed", "session.user", "--json"),
    Example("history.md", "history", shop, "session.retries", "--format", "md"),
    Example("history-spark.txt", "history", shop, "cart.total", "cart.note", "--spark"),
    Example("why.txt", "why", shop, "47"),
    Example("why.json", "why", "\(shop):68", "--json"),
    Example("pending.txt", "pending", "\(shop):48"),
    Example("pending.json", "pending", shop, "48", "--json"),
    Example("stats.txt", "stats", shop),
    Example("stats.json", "stats", shop, "--json"),
    Example("stats.csv", "stats", shop, "--format", "csv"),
    Example("tables.jsonl", "tables", "\(folder)/runs/CouponTests.total.1-failed.jsonl", "-o", "-"),
    Example("compare-same.txt", "compare", "\(folder)/good.jsonl", "\(folder)/again.jsonl"),
    Example("compare.txt", "compare", "\(folder)/good.jsonl", "\(folder)/bad.jsonl", status: 1),
    Example("compare.json", "compare", "\(folder)/good.jsonl", "\(folder)/bad.jsonl", "--json", status: 1),
    Example("compare-ignore.txt", "compare", "\(folder)/good.jsonl", "\(folder)/bad.jsonl", "--ignore", "cart.total"),
    Example("compare-shop.txt", "compare", shop, shop),
    Example("check-shop.txt", "check", shop, "--never", "cart.total < 0"),
    Example("check.txt", "check", negative, "--never", "cart.total < 0", status: 1),
    Example("check.json", "check", negative, "--never", "cart.total < 0", "--json", status: 1),
    Example("check.csv", "check", negative, "--never", "cart.total < 0", "--format", "csv", status: 1),
    Example("check.md", "check", negative, "--never", "cart.total < 0", "--format", "md", status: 1),
    Example("check-github.txt", "check", negative, "--never", "cart.total < 0", "--github", status: 1),
    Example("check-hidden.txt", "check", negative, "--never", "cart.total < 0", "--hide-values", status: 1),
    Example("check-rules.txt", "check", negative, "--rules", "\(folder)/shop.rules", "--require-end", "--secrets", status: 1),
    Example("compare-negative.txt", "compare", shop, negative, status: 1),
    Example("compare.md", "compare", "\(folder)/good.jsonl", "\(folder)/bad.jsonl", "--format", "md", status: 1),
    Example("compare-runs.txt", "compare", "\(folder)/runs", status: 1),
    Example("compare-runs.json", "compare", "\(folder)/runs", "--json", status: 1),
    Example("compare-runs.md", "compare", "\(folder)/runs", "--format", "md", status: 1),
    Example("compare-folders.txt", "compare", "\(folder)/runs/app", "\(folder)/runs", status: 1),
    Example("list-runs.txt", "list", "\(folder)/runs", status: 3),
    Example("list-runs.json", "list", "\(folder)/runs", "--json", status: 3),
    Example("list-runs.md", "list", "\(folder)/runs", "--format", "md", status: 3),
    Example("list-runs.csv", "list", "\(folder)/runs", "--format", "csv", status: 3),
    Example("list-rerun.txt", "list", "\(folder)/runs", "--rerun"),
    Example("inspect-runs.txt", "\(folder)/runs", status: 3),
    Example("diff-logs.txt", "diff", "\(folder)/good.jsonl", "\(folder)/bad.jsonl", status: 1),
  ]

  @Test(arguments: examples)
  func `a command prints what its file says`(_ example: Example) throws {
    let answer = try BuiltTool.run(example.arguments)
    #expect(answer.errors == "")
    #expect(answer.status == example.status)
    let file = BuiltTool.package.appendingPathComponent(Self.folder).appendingPathComponent(example.name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(answer.output.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(answer.output == expected)
  }

  struct Ending: CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let output: String
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: [String], _ status: Int32, output: String = "", says: String = "") {
      (self.arguments, self.status, self.output, self.says) = (arguments, status, output, says)
    }
  }

  @Test(arguments: [
    Ending(["find", shop, "cart.total < 0"], 1),
    Ending(["find", shop, "cart.total < 0", "--count"], 1, output: "0\n"),
    Ending(["find", shop, "is:eror"], 2, says: "did you mean 'error'?\n  is:eror\n     ^\n"),
    Ending(["find", shop, "crat.total < 0"], 2, says: "did you mean 'cart'?"),
    Ending(["find", shop, "is:mark", "--first", "--last"], 2, says: "exclude each other"),
    Ending(["find", shop, "is:init", "--json", "--format", "csv"], 2, says: "exclude each other"),
    Ending(["find", shop, "is:init", "--format", "xml"], 2, says: "unknown format 'xml'"),
    Ending(["find", "no-such.jsonl", "is:mark"], 3, says: "no such file"),
    Ending(["find", shop], 2, says: "Missing expected argument"),
    Ending(["list", shop, "--where", "is:mark"], 1),
    Ending(["list", shop, "--where", "("], 2, says: "expected a condition"),
    Ending(["blame", shop, "cart.nothing"], 1, says: "there is no cart.nothing"),
    Ending(["blame", shop, ".nothing"], 1, says: "in any store (catalog, session, cart)"),
    Ending(["blame", shop, "/cart/total"], 1, says: "did you mean cart.total?"),
    Ending(["blame", shop, "."], 2, says: "name the store"),
    Ending(["blame", shop, "shelf.x"], 2, says: "there is no store 'shelf'"),
    Ending(["blame", shop, ".total["], 2, says: "expected an index"),
    Ending(["blame", shop, "cart.total", "--store", "catalog"], 2, says: "name two stores"),
    Ending(["blame", "\(shop):9", ".total", "--at", "9"], 2, says: "two steps"),
    Ending(["blame", shop, "cart.total", "--at", "999"], 1, says: "its last step is 285"),
    Ending(["blame", shop, "cart.total", "--at", "3"], 1, says: "is not known"),
    Ending(["history", shop, "cart.nothing"], 1, says: "no step has a value at cart.nothing"),
    Ending(["history", shop], 2, says: "Missing expected argument"),
    Ending(["history", shop, ".total", "--spark", "--json"], 2, says: "--spark prints text only"),
    Ending(["why", shop, "999"], 1, says: "its last step is 285"),
    Ending(["why", shop], 2, says: "usage: fluxtape why LOG N"),
    Ending(["stats", "no-such.jsonl"], 3, says: "no such file"),
    Ending(["check", "no-such.jsonl"], 3, says: "no such file"),
    Ending(["check", shop, "--never", "crat.total < 0"], 2, says: "did you mean 'cart'?"),
    Ending(["check", shop, "--never", "("], 2, says: "expected a condition"),
    Ending(
      ["check", shop, "--always", "after X, Y within 4 actions"], 2,
      says: "write 'NAME: after X, Y within 4 actions' to a file and pass it with '--rules FILE'"),
    Ending(["compare", "\(folder)/runs", "--never", "never cart.total < 0"], 2, says: "takes a query, and this is a rule"),
    Ending(["check", shop, "--rules", "no-such.rules"], 2, says: "cannot read the rules: no-such.rules: No such file"),
    Ending(["check", shop, "--github", "--json"], 2, says: "--github prints annotations"),
    Ending(["compare", shop, "no-such.jsonl"], 3, says: "no such file"),
    Ending(["compare", shop], 2, says: "fluxtape compare FOLDER"),
    Ending(["list", "\(folder)/runs", "--follow"], 2, says: "--follow, --run and --merge are for logs"),
    Ending(["find", "\(folder)/runs", "is:mark", "--run", "1"], 2, says: "are for logs, not for folders"),
    Ending(["list", "\(folder)/runs", "--where", "is:mark", "--rerun"], 2, says: "--where excludes"),
    Ending(["report", "\(folder)/runs", "-o", "x", "--max-pages", "0"], 2, says: "write a number from 1"),
    Ending(["list", "Sources"], 2, says: "no log in this folder"),
    Ending(["list", shop, "--rerun"], 2, says: "are for folders"),
    Ending(["list", "\(folder)/runs/app", "--rerun"], 1, says: "no red tests"),
    Ending(["compare", shop, shop, "--ignore", "nowhere.x"], 2, says: "no store 'nowhere'"),
    Ending(["diff", shop, shop, "--store", "cart"], 2, says: "--ignore"),
  ])
  func `a question ends with the status that the help promises`(_ ending: Ending) throws {
    let answer = try BuiltTool.run(ending.arguments)
    #expect(answer.status == ending.status)
    #expect(answer.output == ending.output)
    #expect(ending.says.isEmpty ? answer.errors.isEmpty : answer.errors.contains(ending.says), "\(answer.errors)")
  }
}
