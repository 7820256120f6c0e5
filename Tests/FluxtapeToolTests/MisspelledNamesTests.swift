import Foundation
import Testing

/// What a person misspells, or writes in another order, is said; nothing that was asked for is passed over in silence.
struct MisspelledNamesTests {
  private static let shop = BuiltTool.shopName
  private static let other = "samples/logs/shop-negative-total.jsonl"

  @Test(arguments: [
    (["show", "\(shop):129", "--path", ".totl", "--store", "cart"], 1, "there is no .totl in the state of cart; did you mean cart.total?"),
    (["blame", shop, "cart.totl"], 1, "there is no cart.totl in the state of cart; did you mean cart.total?"),
    (["blame", shop, ".totl"], 1, "there is no .totl in any store (cart, catalog, session); did you mean .total?"),
    (["history", shop, "cart.totl"], 1, "no step has a value at cart.totl; did you mean cart.total?"),
    (["top", shop, "cart.totl"], 1, "no step has a value at cart.totl; did you mean cart.total?"),
    (["compare", shop, other, "--ignore", "cart.totl"], 1, "--ignore cart.totl: no step has a value at cart.totl; did you mean"),
    (["export", shop, "--to", "jsonl", "--redact", "nicname"], 0, "--redact nicname: nothing stands under it in what was written"),
    (["export", shop, "--to", "csv", "--where", "type:nonsense"], 1, "no step has the type 'nonsense'"),
    (["find", "cart.total < 0", shop], 2, "the log comes first: fluxtape find LOG QUERY"),
    ([shop, "list"], 2, "'list' is a subcommand, which comes first: fluxtape list LOG"),
  ])
  func `a name that no step has is said, with the one that is meant`(_ arguments: [String], _ status: Int32, _ words: String) throws {
    let answer = try BuiltTool.run(arguments)
    #expect(answer.errors.contains(words), "\(answer.errors)")
    #expect(answer.status == status)
  }

  @Test func `a rule that checked nothing is said of a folder, and by a check with the path that is meant`() throws {
    let folder = try TemporaryFolder()
    let shop = try String(contentsOf: BuiltTool.package.appendingPathComponent(Self.shop), encoding: .utf8)
    for name in ["a", "b"] { _ = try folder.write(shop, to: "\(name).jsonl") }
    let words = "no step has a value at cart.totl, so this rule checked nothing; did you mean cart.total?: never cart.totl < 0"
    let compared = try BuiltTool.run("compare", folder.url.path, "--never", "cart.totl < 0")
    #expect(compared.errors.contains("fluxtape: \(words)\n"), "\(compared.errors)")
    #expect(try BuiltTool.run("check", folder.url.path, "--never", "cart.totl < 0").output.contains("note: \(words)"))
    #expect(try BuiltTool.run("compare", folder.url.path, "--never", "cart.total < -9").errors == "")
    let page = folder.path("page.html")
    let report = try BuiltTool.run(
      "report", Self.shop, "--never", "cart.totl < 0", "--find", "cart.totl > 1", "--output", page)
    #expect(report.errors.contains("fluxtape: \(words)\n") && report.errors.contains("no step has a value at cart.totl; did you"))
  }

  @Test func `a file without a rule is a mistake`() throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run("check", Self.shop, "--rules", folder.write("# nothing yet\n", to: "rules.txt"))
    #expect(answer.status == 2 && answer.errors.contains("rules.txt: no rule in it"), "\(answer.errors)")
  }

  @Test func `a store with a dot in its name is told apart from a path`() throws {
    let log = """
      {"seq":1,"t":1,"store":"my.store","type":"@@INIT","state":{"big":{"n":1}}}

      """
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run("blame", folder.write(log, to: "a.jsonl"), "my.store.big")
    #expect(answer.status == 2 && answer.errors.contains(#"write "my.store".big"#), "\(answer.errors)")
  }
}

// MARK: - Steps

extension MisspelledNamesTests {
  @Test func `an address in place of a log is its step`() throws {
    let shown = try BuiltTool.run("show", "\(Self.shop):129").output
    #expect(try BuiltTool.run("\(Self.shop):129").output == shown)
    #expect(try BuiltTool.run(Self.shop, "129").output == shown)
    #expect(try BuiltTool.run("\(Self.shop):9999").status == 1)
  }

  @Test func `a part of a log says which steps were left out, not that they are lost`() throws {
    let folder = try TemporaryFolder()
    let part = folder.path("part.jsonl")
    #expect(try BuiltTool.run("export", Self.shop, "--to", "jsonl", "--range", "20..38", "--output", part).status == 0)
    let answer = try BuiltTool.run("check", part)
    #expect(answer.output.contains("note: 19 earlier steps were not kept"), "\(answer.output)")
    #expect(!answer.output.contains("missing"), "\(answer.output)")
  }

  @Test func `logs of other tools in a folder are listed as they are checked`() throws {
    let folder = try TemporaryFolder()
    let lines = (1...3).map { #"{"type":"counter/added","payload":\#($0),"state":{"n":\#($0)},"timestamp":\#(1_700_000_000_000 + $0)}"# }
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "other.jsonl")
    let listed = try BuiltTool.run("list", folder.url.path)
    #expect(listed.status == 0 && listed.output.contains("other.jsonl"), "\(listed.output)\(listed.errors)")
    #expect(try BuiltTool.run("find", folder.url.path, ".n == 2", "--count").output.hasPrefix("1  "))
  }

  @Test func `how queries are written is explained`() throws {
    let answer = try BuiltTool.run("help", "query")
    #expect(answer.status == 0 && answer.output.contains("changed:.items"), "\(answer.output)")
  }
}
