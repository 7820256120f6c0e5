import FluxtapeRandomCases
import Foundation
import Testing

/// Logs made to take all memory, time or disk: each answer says where it stops, and the other logs of the folder are answered.
struct BoundedAnswerTests {
  private static let good =
    [
      #"{"fluxtape":1,"run":"good","meta":{"test":"T/x()"}}"#, #"{"seq":1,"t":1,"store":"a","type":"x"}"#,
      #"{"seq":2,"t":2,"end":"passed"}"#,
    ].joined(separator: "\n") + "\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Self.good, to: "good.jsonl")
  }

  /// Runs the tool with so much memory. Where the system has no limit for a process, nothing but the answer is tested.
  private func run(megabytes: Int, _ arguments: String...) throws -> BuiltTool.Answer {
    let command = #"ulimit -v \#(megabytes << 10) 2>/dev/null; exec "$0" "$@""#
    return try BuiltTool.run(["-c", command, BuiltTool.path] + arguments, program: URL(filePath: "/bin/bash"))
  }

  @Test func `a path of a hundred thousand tokens in two runs of a folder is a line that is no record`() throws {
    let path = String(repeating: "/a", count: 100_000)
    for (name, end) in [("one", ""), ("two", #"{"seq":3,"t":3,"end":"failed"}"# + "\n")] {
      let lines = [
        #"{"fluxtape":1,"run":"\#(name)","meta":{"test":"T/x()"}}"#, #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"a":1}}"#,
        #"{"seq":2,"t":2,"store":"a","type":"x","patch":[{"op":"remove","path":"\#(path)"}]}"#,
      ]
      _ = try folder.write(lines.map { $0 + "\n" }.joined() + end, to: "\(name).jsonl")
    }
    let compared = try run(megabytes: 2000, "compare", folder.url.path)
    #expect(compared.status == 1 && compared.errors == "", "\(compared.errors)")
    let found = try BuiltTool.run("check", folder.path("one.jsonl"))
    #expect(found.output.contains("a document nests at most 512 levels deep"), "\(found.output)")
  }

  @Test func `copies of copies end where the document gets too large, and the state is unknown from there on`() throws {
    let copies = (0..<64).map { #"{"op":"copy","from":"","path":"/c\#($0)"}"# }
    let first = #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"text":"\#(String(repeating: "x", count: 1000))"}}"# + "\n"
    // All in one patch, or each in its own.
    let one = #"{"seq":2,"t":2,"store":"a","type":"x","patch":[\#(copies.prefix(18).joined(separator: ","))]}"# + "\n"
    let many = copies.enumerated().map { #"{"seq":\#($0 + 2),"t":2,"store":"a","type":"x","patch":[\#($1)]}"# + "\n" }.joined()
    for (name, lines) in [("one", one), ("many", many)] {
      let log = try folder.write(first + lines, to: "\(name).jsonl")
      let checked = try run(megabytes: 2000, "check", log)
      #expect(checked.status == 1 && checked.output.contains("with its copies the document would take more than 16 MB"), "\(checked)")
      for form in sampled([["jsonl", "--plain"], ["csv"], ["jsonl", "--redact-secrets"]], step: 3) {
        let exported = try run(megabytes: 2000, "export", log, "--to", form[0], form.count > 1 ? form[1] : "--merge")
        #expect(exported.status == 0 && exported.output.utf8.count < 1 << 26, "\(exported.errors)")
      }
    }
  }

  @Test func `work that never ends takes no more memory than ten times its lines and 100 MB`() throws {
    let count = triesAll ? 1_000_000 : 10_000
    let lines = (1...count).map { #"{"seq":\#($0),"t":1,"store":"a","type":"f","effect":{"id":"f#\#($0)","phase":"started"}}"# + "\n" }
    let log = try folder.write(lines.joined(), to: "effects.jsonl")
    let bytes = lines.reduce(0) { $0 + $1.utf8.count }
    // Threads reserve addresses that they do not use.
    let megabytes = 900 + 100 + 10 * bytes >> 20
    let checked = try run(megabytes: megabytes, "check", log)
    #expect(
      checked.status == 1 && checked.output.contains(": \(triesAll ? "1,000,000" : "10,000") problems and "),
      "\(checked.lines.suffix(3)) \(checked.errors)")
    #expect(try run(megabytes: megabytes, "find", log, "is:pending", "--count").output == "\(count)\n")
    #expect(try run(megabytes: megabytes, "stats", log).status == 0)
  }

  /// With a search of the list for each of them, a million removals take hours.
  @Test func `a list that loses its elements from the front is asked like any other`() throws {
    let count = triesAll ? 1_000_000 : 10_000
    let removals = (0..<100).map { step in
      let operations = Array(repeating: #"{"op":"remove","path":"/l/0"}"#, count: count / 100).joined(separator: ",")
      return #"{"seq":\#(step + 2),"t":1,"store":"a","type":"x","patch":[\#(operations)]}"#
    }
    let first = #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"l":[\#((0..<count).map(String.init).joined(separator: ","))]}}"#
    let log = try folder.write(([first] + removals).map { $0 + "\n" }.joined(), to: "front.jsonl")
    #expect(try BuiltTool.run("find", log, "changed:a.l", "--count").output == "101\n")
    let csv = try BuiltTool.run("export", log, "--to", "csv")
    #expect(csv.status == 0 && csv.output.utf8.count { $0 == UInt8(ascii: "\n") } == 102)
    let blamed = try BuiltTool.run("blame", log, "a.l")
    #expect(blamed.lines.last?.contains(" :101 ") == true, "\(blamed)")
  }

  @Test func `a log of little but new stores is refused`() throws {
    let lines = (1...66_000).map { #"{"seq":\#($0),"t":1,"store":"s\#($0)","type":"x"}"# + "\n" }
    _ = try folder.write(lines.joined(), to: "stores.jsonl")
    let answer = try BuiltTool.run("list", folder.url.path)
    #expect(answer.status == 3 && answer.output.contains("good.jsonl"))
    #expect((answer.output + answer.errors).contains("stores.jsonl: more than 50000 stores"), "\(answer)")
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip") || FileManager.default.isExecutableFile(atPath: "/bin/gzip"))
  )
  func `a packed log that unpacks to far more than a log does is refused`() throws {
    let plain = try folder.write(String(repeating: "\n", count: 1 << 20), to: "feeds")
    let gzip = try BuiltTool.run(["-c", #"gzip -c "$0" >"$0.gz" && rm "$0""#, plain], program: URL(filePath: "/bin/bash"))
    #expect(gzip.status == 0)
    // Packed files one after the other are a packed file.
    let member = try Data(contentsOf: URL(filePath: plain + ".gz"))
    try Data((0..<130).flatMap { _ in member }).write(to: URL(filePath: folder.path("feeds.jsonl.gz")))
    let answer = try BuiltTool.run("list", folder.url.path)
    #expect(answer.status == 3 && answer.output.contains("good.jsonl"))
    #expect((answer.output + answer.errors).contains("feeds.jsonl.gz: unpacked, it has more than 1"), "\(answer)")
  }

  @Test func `pages of a folder are written about logs that are made to take memory`() throws {
    let path = String(repeating: "/a", count: 100_000)
    let copies = (0..<64).map { #"{"seq":\#($0 + 2),"t":2,"store":"a","type":"x","patch":[{"op":"copy","from":"","path":"/c\#($0)"}]}"# }
    let removal = #"{"seq":2,"t":2,"store":"a","type":"x","patch":[{"op":"remove","path":"\#(path)"}]}"#
    for (name, lines) in [("path", [removal]), ("copies", copies)] {
      let head = [
        #"{"fluxtape":1,"run":"\#(name)","meta":{"test":"T/\#(name)()"}}"#,
        #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"text":"\#(String(repeating: "x", count: 1000))"}}"#,
      ]
      let end = #"{"seq":90,"t":9,"end":"failed"}"#
      _ = try folder.write((head + lines + [end]).map { $0 + "\n" }.joined(), to: "\(name).jsonl")
    }
    let pages = folder.path("pages")
    let answer = try run(megabytes: 1000, "report", folder.url.path, "-o", pages, "--max-pages", "200")
    #expect(answer.status == 0, "\(answer)")
    let written = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
    #expect(written == ["index.html", "report-2.html", "report.html"])
    for name in written {
      let size = try FileManager.default.attributesOfItem(atPath: pages + "/" + name)[.size] as? Int
      #expect(try #require(size) < 5_000_000, "\(name)")
    }
  }

  @Test func `a patch is exported without a look at the whole states around it`() throws {
    let lines = [
      #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"list":[1,2,3],"user":{"password":"hunter2"}}}"#,
      #"{"seq":2,"t":2,"store":"a","type":"x","patch":[{"op":"remove","path":"/list/0"},{"op":"replace","path":"/list/0","value":2}]}"#,
      #"{"seq":3,"t":3,"store":"a","type":"x","patch":[{"op":"replace","path":"/user/password","value":"hunter3"}]}"#,
      #"{"seq":4,"t":4,"store":"a","type":"x","patch":[{"op":"add","path":"/list/0","value":{"pin":"hunter4","n":1}}]}"#,
    ]
    let log = try folder.write(lines.map { $0 + "\n" }.joined(), to: "removals.jsonl")
    for form in [["jsonl", "--plain"], ["jsonl", "--redact-secrets"], ["swift-test"]] {
      let answer = try BuiltTool.run(["export", log, "--to"] + form)
      // A comparison of the states would leave out the operation that changes nothing.
      #expect(answer.output.contains(#"[{"op":"remove","path":"/list/0"},{"op":"replace","path":"/list/0","value":2}]"#), "\(answer)")
      #expect(form.last != "--redact-secrets" || !answer.output.contains("hunter"), "\(answer)")
    }
  }

  @Test func `a value is found as long as it is in a list, wherever it moves to`() throws {
    let count = 150
    let list = (0..<count).map { "\"n\($0)\"" }.joined(separator: ",")
    let first = #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"l":[\#(list)],"o":{"0":1,"5":"word"}}}"#
    let rest = (0..<count).map { (number: Int) -> String in
      let added = number % 3 == 0 ? #",{"op":"add","path":"/l/0","value":"m"},{"op":"remove","path":"/l/0"}"# : ""
      let member = #"{"op":"\#(number % 2 == 0 ? "remove" : "add")","path":"/o/0","value":1}"#
      return #"{"seq":\#(number + 2),"t":1,"store":"a","type":"x","patch":[{"op":"remove","path":"/l/0"}\#(added),\#(member)]}"#
    }
    let log = try folder.write(([first] + rest).map { $0 + "\n" }.joined(), to: "moves.jsonl")
    for query in ["in:state n\(count - 1)", #"a.l[*] == "n\#(count - 1)""#, #"a.l[*] ~ "n\#(count - 1)""#] {
      let found = try BuiltTool.run("find", log, query, "--json").lines.count
      #expect(found == count, "\(query)")
    }
    for query in ["in:state word", #"a.o[*] == "word""#] {
      #expect(try BuiltTool.run("find", log, query, "--count").output == "\(count + 1)\n", "\(query)")
    }
  }

  @Test func `two states of one large object are compared without a copy of either`() throws {
    let count = 300_000
    let members = (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",")
    let lines = [
      #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{\#(members)}}"#,
      #"{"seq":2,"t":2,"store":"a","type":"x","patch":[{"op":"replace","path":"/k7","value":2},{"op":"add","path":"/new","value":3}]}"#,
    ]
    let log = try folder.write(lines.map { $0 + "\n" }.joined(), to: "members.jsonl")
    let answer = try run(megabytes: 250, "diff", log, "1", "2")
    #expect(answer.status == 1 && answer.errors == "", "\(answer)")
    #expect(answer.lines.dropFirst() == ["  ~ .k7   1 → 2  (+1)", "  + .new  3"])
  }

  @Test func `each of many secrets in one text is counted, with what is around the first`() throws {
    let count = 1_000
    let text = (1...count).map { "password=hunter\($0); " }.joined()
    let log = try folder.write(#"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"text":"\#(text)"}}"# + "\n", to: "secrets.jsonl")
    let answer = try BuiltTool.run("check", "--secrets", log)
    #expect(answer.status == 1 && answer.output.contains("a secret in a text at a.text, and \(count - 1) more times"), "\(answer)")
    #expect(answer.output.contains("password=[redacted]; password=…") && !answer.output.contains("hunter"), "\(answer)")
  }
}
