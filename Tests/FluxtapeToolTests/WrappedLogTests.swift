import Foundation
import Testing

/// Logs as they come out of loggers, containers, editors and archives.
struct WrappedLogTests {
  private static let actions = (1...3).map {
    #"{"action":{"type":"inc"},"state":{"n":\#($0),"who":"Zoë 🙂"},"time":"2024-01-01T10:00:0\#($0)Z"}"#
  }
  private static let records = [
    #"{"fluxtape":1,"run":"r","time":"2024-01-01T10:00:00Z"}"#,
    #"{"seq":1,"t":0,"store":"store","type":"inc","state":{"n":1,"who":"Zoë 🙂"}}"#,
    #"{"seq":2,"t":5,"store":"store","type":"inc","patch":[{"op":"replace","path":"/n","value":2}]}"#,
    #"{"seq":3,"t":9,"store":"store","type":"inc","patch":[{"op":"replace","path":"/n","value":3}]}"#,
  ]

  /// How a line is wrapped, by its number.
  struct Wrap: CustomTestStringConvertible {
    let testDescription: String
    let line: @Sendable (_ number: Int, _ text: String) -> String

    init(_ name: String, _ line: @escaping @Sendable (Int, String) -> String) { (testDescription, self.line) = (name, line) }
  }

  private static func quoted(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }

  static let wraps = [
    Wrap("logger") { "2024-01-01T10:00:0\($0)Z INFO redux \($1)" }, Wrap("brackets") { "[2024-01-01 10:00:0\($0),5] {main} \($1)" },
    Wrap("context") { #"2024-01-01T10:00:0\#($0)Z INFO [{"requestId":"r{\#($0)"}] redux \#($1)"# },
    Wrap("syslog") { "Jan  1 10:00:0\($0) host app[12]: \($1)" }, Wrap("compose") { "web-1  | \($1)" },
    Wrap("docker") { #"{"log":"\#(quoted($1))\n","stream":"stdout","time":"2024-01-01T10:00:0\#($0).5Z"}"# },
    Wrap("docker with a terminal") { #"{"log":"\#(quoted($1))\r\n","stream":"stdout","time":"2024-01-01T10:00:0\#($0).5Z"}"# },
    Wrap("CRI") { "2024-01-01T10:00:0\($0).123456789Z stdout F \($1)" },
    Wrap("journald") { #"{"__REALTIME_TIMESTAMP":"170410320\#($0)000000","_PID":"12","MESSAGE":"\#(quoted($1))"}"# },
    Wrap("pino in docker") {
      #"{"log":"\#(quoted(#"{"level":30,"msg":"\#(quoted($1))","n":\#($0)}"#))\n","stream":"stdout","time":"2024-01-01T10:00:00Z"}"#
    },
    Wrap("pino") { #"{"level":30,"time":170410320\#($0)000,"msg":"redux \#(quoted($1))"}"# },
  ]

  @Test(arguments: wraps) func `records are read out of what stands around them, with the lines of the file`(_ wrap: Wrap) throws {
    for (lines, name) in [(Self.actions, "lines of a Redux logger"), (Self.records, "a log inside another program's lines")] {
      let wrapped = ["starting up"] + lines.enumerated().map { wrap.line($0, $1) } + [wrap.line(9, "stopped")]
      let input = wrapped.joined(separator: "\n") + "\n"
      let list = try BuiltTool.run(["list", "-", "--json"], input: input)
      #expect(list.status == 0)
      #expect(list.lines.filter { $0.contains(#""type":"inc""#) }.count == 3, "\(list.output)")
      #expect(list.errors.hasPrefix("fluxtape: -: read as \(name)"), "\(list.errors)")
      #expect(list.lines.last?.contains(#""line":\#(wrapped.count)"#) == true, "\(list.output)")
      #expect(try BuiltTool.run(["find", "-", ".n == 3", "--count"], input: input).output == "1\n")
      #expect(try BuiltTool.run(["show", "-", "1", "--state", "--path", ".who"], input: input).output == "\"Zoë 🙂\"\n")
    }
  }

  @Test func `lines of other programs are counted, and what broke off is told apart`() throws {
    let (first, second) = (Self.records[2], Self.records[3])
    let lines = Self.records[..<2] + ["booting", first, #"Response: {"status":200} received"#, first.prefix(40) + second]
    let input = lines.map { "2024-01-01T10:00:00Z INFO " + $0 }.joined(separator: "\n") + "\n"
    let check = try BuiltTool.run(["check", "-"], input: input)
    #expect(check.status == 1)
    #expect(check.lines.filter { $0.contains("2 lines of other programs") }.count == 1, "\(check.output)")
    #expect(check.lines.filter { $0.contains("-:@6  a line that is not a record") }.count == 1, "\(check.output)")
    // The record behind the one that broke off is whole.
    #expect(try BuiltTool.run(["find", "-", "type:inc", "--count"], input: input).output == "3\n")
    // They alone are a problem too, as in a log that stands by itself.
    let whole = input.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    let others = try BuiltTool.run(["check", "-"], input: whole)
    #expect(others.status == 1 && others.lines.count { $0.contains("lines of other programs") } == 1, "\(others.output)")
    #expect(!others.output.contains("not a record"), "\(others.output)")
    let plain = try BuiltTool.run(["check", "-"], input: lines[..<3].joined(separator: "\n") + "\n")
    #expect(plain.status == 1 && plain.output.contains("a line that is not a record: not JSON"), "\(plain.output)")
  }

  @Test func `times of a prefix are for lines that have none`() throws {
    let input =
      "2024-01-01 10:00:00,000 INFO {\"action\":{\"type\":\"A\"},\"state\":1}\n"
      + "2024-01-01 10:00:02,500 INFO {\"action\":{\"type\":\"B\"},\"state\":2}\n"
    let list = try BuiltTool.run(["list", "-", "--json"], input: input)
    #expect(list.lines.count == 2 && list.lines[0].contains(#""t":0,"#) && list.lines[1].contains(#""t":2500000,"#), "\(list.output)")
    let show = try BuiltTool.run(["show", "-", "2", "--json"], input: input)
    #expect(show.output.contains(#""prefix":"2024-01-01 10:00:02,500 INFO""#), "\(show.output)")
  }

  @Test func `records that a container split at 16 KB are joined`() throws {
    let text = String(repeating: "x  ", count: 20_000)
    let long = #"{"action":{"type":"long"},"state":{"text":"\#(text)","n":7}}"#
    let parts = stride(from: 0, to: long.count, by: 16_384).map { String(long.dropFirst($0).prefix(16_384)) }
    let docker = parts.enumerated().map { place, part in
      #"{"log":"\#(Self.quoted(part))\#(place == parts.count - 1 ? #"\n"# : "")","stream":"stdout","time":"2024-01-01T10:00:00Z"}"#
    }
    let other = #"{"log":"warning\n","stream":"stderr","time":"2024-01-01T10:00:00Z"}"#
    let kubernetes = parts.enumerated().map { "2024-01-01T10:00:00Z stdout \($0 == parts.count - 1 ? "F" : "P") \($1)" }
    for lines in [docker, [docker[0], other] + docker[1...], kubernetes] {
      let input = lines.joined(separator: "\n") + "\n"
      let answer = try BuiltTool.run(["find", "-", "type:long .n == 7", "--count"], input: input)
      #expect(answer.output == "1\n", "\(lines[0].prefix(60)): \(answer.errors)")
      #expect(try BuiltTool.run(["show", "-", "1", "--state", "--path", ".text", "--json"], input: input).output == "\"\(text)\"\n")
    }
    let cut = try BuiltTool.run(["list", "-"], input: docker[0] + "\n")
    #expect(cut.status == 3, "a record without its end is no record")
  }

  @Test func `records that were split at 16 KB are joined although nothing marks the parts`() throws {
    func parts(of text: String) -> [String] {
      stride(from: 0, to: text.count, by: 16_384).map { String(text.dropFirst($0).prefix(16_384)) }
    }
    let text = String(repeating: "x } ", count: 10_000)
    let action = #"{"action":{"type":"long"},"state":{"text":"\#(text)","n":7}}"#
    let record = #"{"seq":4,"t":12,"store":"store","type":"long","state":{"text":"\#(text)","n":7}}"#
    let logs = [Self.actions + parts(of: action) + Self.actions, Self.records + parts(of: record)]
    let messages = parts(of: action).map { #"{"stream":"stdout","message":"\#(Self.quoted($0))","time":"2024-01-01T10:00:00Z"}"# }
    for (lines, line) in zip(logs + [messages], [6, 7, 3]) {
      let input = lines.joined(separator: "\n") + "\n"
      #expect(try BuiltTool.run(["find", "-", "type:long .n == 7", "--count"], input: input).output == "1\n")
      #expect(try BuiltTool.run(["show", "-", "@\(line)"], input: input).lines.first?.contains("long") == true)
      let bad = try BuiltTool.run(["list", "-", "--where", "is:bad"], input: input)
      #expect(bad.lines.isEmpty && !bad.errors.contains("no line has a time"), "\(bad.errors)")
    }
    // What the next line does not complete stays a line, and so does the next one.
    let cut = Self.actions + [parts(of: action)[0], "booting", Self.actions[0]]
    let list = try BuiltTool.run(["list", "-", "--json"], input: cut.joined(separator: "\n") + "\n")
    try #require(list.lines.count == 6)
    for row in [3, 4] { #expect(list.lines[row].contains(#""line":\#(row + 1)"#), "\(list.lines[row].suffix(300))") }
    let end = Self.actions + parts(of: action).prefix(2)
    let atEnd = try BuiltTool.run(["list", "-", "--json"], input: end.joined(separator: "\n") + "\n")
    try #require(atEnd.lines.count == 5)
    for row in [3, 4] { #expect(atEnd.lines[row].contains(#""line":\#(row + 1)"#), "\(atEnd.lines[row].suffix(300))") }
  }

  @Test func `a text, NULs and a byte order mark may stand first, and members in any order`() throws {
    let folder = try TemporaryFolder()
    let shuffled = #"{"time":1704103200000,"seq":4,"nextState":{"n":4},"t":12,"extra":true,"action":{"n":1,"type":"inc"}}"#
    for (place, beginning) in ["npm start\n\n", String(repeating: "\0", count: 70_000), "\u{FEFF}", "\u{FEFF}{\"a\":1}\n"].enumerated() {
      for lines in [Self.actions + [shuffled], Self.records + [#"{"type":"inc","t":12,"store":"store","seq":4,"state":{"n":4}}"#]] {
        let log = try folder.write(beginning + lines.joined(separator: "\n"), to: "\(place).jsonl")
        let answer = try BuiltTool.run("find", log, "type:inc .n == 4", "--count")
        #expect(answer.output == "1\n", "\(beginning.prefix(9)) \(answer.errors)")
      }
    }
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], [true, false])
  func `UTF-16 is read, with or without a mark`(_ encoding: String.Encoding, hasMark: Bool) throws {
    let folder = try TemporaryFolder()
    for lines in [Self.actions, Self.records] {
      let text = (hasMark ? "\u{FEFF}" : "") + lines.joined(separator: "\r\n").replacingOccurrences(of: #""n":3"#, with: #""n":"🙂""#)
      let log = try folder.write("", to: "log.jsonl")
      try #require(text.data(using: encoding)).write(to: URL(filePath: log))
      #expect(try BuiltTool.run("find", log, "type:inc", "--count").output == "3\n")
    }
  }

  private static func warnMissing(_ program: String) {
    Issue.record("not tested: '\(program)' is not installed or does not work here", severity: .warning)
  }

  @Test(arguments: ["gzip", "zstd", "xz", "bzip2"]) func `packed logs are read`(_ program: String) throws {
    let folder = try TemporaryFolder()
    let plain = try folder.write(Self.records.joined(separator: "\n"), to: "plain.jsonl")
    guard try BuiltTool.shell("\(program) -c \"$1\" > \"$2\"", plain, folder.path("log")).status == 0 else {
      return Self.warnMissing(program)
    }
    #expect(try BuiltTool.run("find", folder.path("log"), ".n == 3", "--count").output == "1\n")
    try BuiltTool.shell("head -c 20 \"$1\" > \"$2\"", folder.path("log"), folder.path("cut"))
    let cut = try BuiltTool.run("list", folder.path("cut"))
    #expect(cut.status == 3 && cut.errors.contains("'\(program)' cannot unpack it"), "\(cut.errors)")
  }

  @Test(arguments: [
    ("zip -q", "this is a zip archive; run 'unzip FILE -d logs'"),
    ("tar -cf", "this is a tar archive; run 'mkdir logs && tar -xf FILE -C logs'"),
    ("tar -czf", "this is a tar archive; run 'mkdir logs && tar -xf FILE -C logs'"),
  ])
  func `an archive is named, with what unpacks it`(command: String, says: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.records.joined(separator: "\n"), to: "plain.jsonl")
    guard
      try BuiltTool.shell("cd \"$1\" && \(command) out plain.jsonl && { test ! -e out.zip || mv out.zip out; }", folder.url.path).status
        == 0
    else { return Self.warnMissing(command) }
    let answer = try BuiltTool.run("list", folder.path("out"))
    #expect(answer.status == 3 && answer.errors.contains(says), "\(answer.errors)")
  }

  @Test(arguments: [
    "{\n  \"name\": \"shop\",\n  \"type\": \"module\"\n}\n", #"[{"action":"define","type":"observable"}]"#, "plain\ntext\n",
    #"[{"a":1}]"#, "received action of another kind\n",
  ])
  func `a wrong guess is not an empty answer`(text: String) throws {
    let answer = try BuiltTool.run(["list", "-"], input: text)
    #expect(answer.status == 3 && answer.output.isEmpty, "\(answer.output)\(answer.errors)")
  }
}
