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
    (["export", shop, "--to", "jsonl", "--redact", "nicname"], 0, "note: --redact nicname: no value in the export has this key or path"),
    (["export", shop, "--to", "csv", "--where", "type:nonsense"], 1, "nothing to export: --where left no step"),
    (["find", "cart.total < 0", shop], 2, "cart.total < 0: no such file; the log comes first: fluxtape find LOG QUERY"),
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

// MARK: - Which actions change a value

extension MisspelledNamesTests {
  private static let log = #"""
    {"seq":1,"t":1,"store":"a","type":"@@STATE","state":{"n":0,"m":1}}
    {"seq":2,"t":2,"store":"a","type":"up","patch":[{"op":"replace","path":"/n","value":1}]}
    {"seq":3,"t":3,"store":"a","type":"down","patch":[{"op":"replace","path":"/n","value":0}]}
    {"seq":4,"t":4,"store":"a","type":"up","patch":[{"op":"replace","path":"/n","value":1}]}
    {"seq":6,"t":6,"store":"a","type":"set","state":{"n":7,"m":1}}

    """#

  @Test func `top counts the changes of a value by action, and not what was there before`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(Self.log, to: "a.jsonl")
    let lines = try BuiltTool.run("top", log, "a.n").lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines[0].hasSuffix("a.jsonl: 4 changes"), "\(lines)")
    #expect(lines[1].hasPrefix("2 up :4 ") && lines[2].hasPrefix("1 down :3 "), "\(lines)")
    #expect(lines[3].hasPrefix("1 one of these: not every state is recorded :"), "\(lines)")
    #expect(lines.count == 4)
    let untouched = try BuiltTool.run("top", log, "a.m")
    #expect(untouched.status == 1 && untouched.errors.contains("no step changed a.m, which was there from the beginning"))
  }
}

// MARK: - Steps

extension MisspelledNamesTests {
  @Test func `an address in place of a log is its step`() throws {
    let shown = try BuiltTool.run("show", "\(Self.shop):129").output
    #expect(try BuiltTool.run("\(Self.shop):129").output == shown)
    #expect(try BuiltTool.run(Self.shop, "129").output == shown)
    #expect(try BuiltTool.run("\(Self.shop):9999").status == 1)
    let folder = try TemporaryFolder()
    let odd = try folder.write(String(contentsOf: BuiltTool.package.appendingPathComponent(Self.shop), encoding: .utf8), to: "a:1")
    #expect(try BuiltTool.run(odd).output == BuiltTool.run("list", odd).output)
  }

  @Test func `a part of a log says which steps were left out, not that they are lost`() throws {
    let folder = try TemporaryFolder()
    let part = folder.path("part.jsonl")
    #expect(try BuiltTool.run("export", Self.shop, "--to", "jsonl", "--range", "20..38", "--output", part).status == 0)
    let answer = try BuiltTool.run("check", part)
    #expect(answer.output.contains("note: 19 earlier steps were not kept"), "\(answer.output)")
    #expect(!answer.output.contains("missing"), "\(answer.output)")
    let again = folder.path("again.jsonl")
    #expect(try BuiltTool.run("export", part, "--to", "jsonl", "--range", "25..38", "--output", again).status == 0)
    #expect(try BuiltTool.run("check", again).output.contains("note: 24 earlier steps were not kept"))
  }

  @Test func `logs of other tools in a folder are listed as they are checked`() throws {
    let folder = try TemporaryFolder()
    let lines = (1...3).map { #"{"type":"counter/added","payload":\#($0),"state":{"n":\#($0)},"timestamp":\#(1_700_000_000_000 + $0)}"# }
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "other.jsonl")
    let listed = try BuiltTool.run("list", folder.url.path)
    #expect(listed.status == 0 && listed.output.contains("other.jsonl"), "\(listed.output)\(listed.errors)")
    #expect(try BuiltTool.run("find", folder.url.path, ".n == 2", "--count").output.hasPrefix("1  "))
    // The summary of a job opens red and green runs again.
    _ = try folder.write(lines[0] + "\n", to: "short.jsonl")
    let checked = try BuiltTool.run(
      ["check", "--github", folder.url.path, "--never", ".n == 2"], environment: ["GITHUB_STEP_SUMMARY": folder.path("summary.md")])
    #expect(checked.status == 1, "\(checked.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.path("summary.md")))
  }

  @Test func `how queries are written is explained`() throws {
    let answer = try BuiltTool.run("help", "query")
    #expect(answer.status == 0 && answer.output.contains("changed:.items"), "\(answer.output)")
  }
}
