import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// Hosts that behave, and hosts that do not: none of them costs more than a message. They are scripts, as a host may use any language.
struct ReplayCommandTests {
  static let log = """
    {"seq":1,"t":0,"store":"counter","type":"@@INIT","state":{"n":0}}
    {"seq":2,"t":1,"store":"counter","type":"add","payload":1,"patch":[{"op":"replace","path":"/n","value":1}]}
    {"seq":3,"t":2,"store":"counter","type":"add","payload":1,"patch":[{"op":"replace","path":"/n","value":2}]}
    {"seq":4,"t":3,"store":"counter","type":"add","payload":4,"patch":[{"op":"replace","path":"/n","value":6}]}

    """

  /// Adds payloads; runs `$1` at the second action.
  static let host = #"""
    n=0 actions=0
    while read -r line; do
      case "$line" in
      *'"host"'*) echo '{"host":1,"stores":["counter"]}' ;;
      *'"begin"'*) n=${line##*'"n":'}; n=${n%%\}*}; echo "{\"state\":{\"n\":$n}}" ;;
      *)
        actions=$((actions + 1))
        [ "$actions" -ne 2 ] || eval "$1"
        by=${line##*'"payload":'}; by=${by%%\}*}
        n=$((n + by)); echo "{\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":$n}]}" ;;
      esac
    done
    """#

  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(Self.log, to: "counter.jsonl")
  }

  /// Runs the tool with a host that does this at the second action.
  private func run(_ arguments: String..., misdeed: String = "true") throws -> BuiltTool.Answer {
    let host = try folder.write("#!/bin/sh\nset -- '\(misdeed)'\n" + Self.host + "\n", to: "host.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: host)
    return try BuiltTool.run(["replay", log, "--host", host] + arguments)
  }

  @Test func `a log that replays as it was recorded is fine`() throws {
    let answer = try run()
    #expect(answer.output == "3 actions replayed, 3 states compared, 0 differ\n")
    #expect(answer.status == 0)
  }

  @Test func `a reducer that does something else is found at its step`() throws {
    let answer = try run(misdeed: "n=41")
    #expect(
      answer.output == """
        Replay diverged at action 3 (add).
            counter.n   − 2   + 42
        (Recorded: −, Replayed: +)  Did the reducer change? Record the log again, or fix the reducer.
        3 actions replayed, 3 states compared, 1 differ

        """)
    #expect(answer.status == 1)
  }

  /// Says no `note`, and the list `$1`.
  static let newHost = #"""
    #!/bin/sh
    n=0
    while read -r line; do
      case "$line" in
      *'"host"'*) echo '{"host":1,"stores":["counter"]}' ;;
      *) echo "{\"state\":{\"n\":$n,\"list\":[{\"a\":1},$1]}}"; n=$((n + 1)) ;;
      esac
    done

    """#

  @Test func `a log from before its types were Codable replays`() throws {
    let text = """
      {"seq":1,"t":0,"store":"counter","type":"@@INIT","state":{"n":0,"note":null,"list":[{"a":1,"b":null},null]}}
      {"seq":2,"t":1,"store":"counter","type":"add","patch":[{"op":"replace","path":"/n","value":1}]}
      {"seq":3,"t":2,"store":"counter","type":"add","patch":[{"op":"replace","path":"/n","value":2}]}

      """
    let log = try folder.write(text, to: "old.jsonl")
    let host = try folder.write(Self.newHost, to: "new.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: host)
    let same = try BuiltTool.run(["replay", log, "--host", "\(host) null"])
    #expect(
      same.output == """
        'null' counted as equal to a missing value in 2 states: 'Codable' leaves 'nil' out
        2 actions replayed, 2 states compared, 0 differ

        """)
    #expect(same.status == 0)
    // An element of an array is no member.
    let other = try BuiltTool.run(["replay", log, "--host", "\(host) 0"])
    #expect(other.status == 1 && other.output.contains("counter.list[1]"))
    #expect(!other.output.contains("/counter/note"))
  }

  @Test(arguments: [
    ("kill -9 $$", "died of signal 9 at action 3 (add)"), ("exit 3", "ended with status 3 at action 3 (add)"),
    ("exec >&-; exec sleep 60", "closed its output at action 3"), ("exec sleep 60", "has not answered action 3 (add) within"),
    ("echo nonsense", "with an invalid answer: nonsense"), ("echo {}", "with an invalid answer"),
    ("echo {\\\"host\\\":1,\\\"stores\\\":[]}", "the host's answer to action 3 is not valid"), ("exec yes", "with an invalid answer: y"),
    ("exec cat /dev/zero", "has not answered action 3 (add) within"), ("echo x; echo y", "with an invalid answer: x"),
  ])
  func `a host that misbehaves costs a message`(misdeed: String, says: String) throws {
    let answer = try run("--host-timeout", "0.3", misdeed: misdeed)
    #expect(answer.status == 2)
    #expect(answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `a host that answers more than it is asked is told so`() throws {
    let answer = try run(misdeed: #"echo "{\"patch\":[]}""#)
    #expect(answer.status == 2)
    // The extra line may come before the next request or after it.
    let says = ["wrote without being asked", "answers the first state of counter without a state"]
    #expect(says.contains { answer.errors.contains($0) }, "\(answer.errors)")
  }

  @Test func `a host that answers late, but in time, is waited for`() throws {
    #expect(try run(misdeed: "sleep 0.1").status == 0)
  }

  @Test(arguments: [#"'DIR/a host.sh' --as 'he is'"#, #"DIR/a\ host.sh --as "he is""#, #"  "DIR/a host.sh" --"as" he\ is "#])
  func `a host with blanks in its name stands in quotes, and so does what it is told`(host: String) throws {
    let script = "#!/bin/sh\n[ \"$#:$1:$2\" = '2:--as:he is' ] || exit 3\nset -- true\n" + Self.host + "\n"
    let path = try folder.write(script, to: "a host.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    let named = host.replacingOccurrences(of: "DIR", with: folder.path(""))
    let answer = try BuiltTool.run("replay", log, "--host", named)
    #expect(answer.status == 0, "\(named): \(answer.errors)")
  }

  @Test(arguments: [
    ("/no/such/program", "cannot be started"), ("/", "cannot be started"), ("true", "at the first question"), (" ", "needs a program"),
    ("'a b", "has an unclosed quote: '"), ("a\\", "ends with a backslash"), ("''", "cannot be started"),
  ])
  func `a host that is none is told`(host: String, says: String) throws {
    let answer = try BuiltTool.run("replay", log, "--host", host)
    #expect(answer.status == 2)
    #expect(answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `a step that is left out changes what follows, in a log of its own`() throws {
    let answer = try run("--skip", "2", "--output", folder.path("what-if.jsonl"))
    #expect(answer.status == 1)
    #expect(answer.errors == "")
    let list = try BuiltTool.run("show", folder.path("what-if.jsonl") + ":3", "--path", ".n")
    #expect(list.output == "5\n")
    let told = try BuiltTool.run("list", folder.path("what-if.jsonl"))
    #expect(told.errors.contains("hypothetical: a what-if run of \(log), edited from step 2 on"), "\(told.errors)")
    #expect(try BuiltTool.run("list", log).errors == "")
    #expect(try BuiltTool.run("compare", log, folder.path("what-if.jsonl")).status == 1)
  }

  @Test func `the states are told that would be other ones, under the numbers that were recorded`() throws {
    let answer = try run("--skip", "2")
    #expect(
      answer.output == """
        without \(log):2 add: 2 later states change
          \(log):3  counter  add
            .n    2         → 1
          \(log):4  counter  add
            .n    6         → 5

        """)
    let edited = try run("--edit", "4=10")
    #expect(edited.lines.first == "with a changed payload of \(log):4 add: 1 later state changes")
    #expect(edited.lines.dropFirst().first == "  \(log):4  counter  add")
    let only = try run("--only", "seq:..2")
    let end = ["at the end, the state of counter would differ", "    .n    6         → 1"]
    #expect(only.lines == ["without 2 steps: no later step is left"] + end)
  }

  @Test func `an action that is moved or repeated changes what follows, also at the end`() throws {
    let answer = try run("--move", "4=2", "--copy", "2=5")
    #expect(
      answer.output == """
        with \(log):4 add before \(log):2, with \(log):2 add again before \(log):5: 2 later states change
          \(log):2  counter  add
            .n    1         → 5
          \(log):3  counter  add
            .n    2         → 6
        at the end, the state of counter would differ
            .n    6         → 7

        """)
    #expect(try run("--copy", "2=5=10", "--output", folder.path("copied.jsonl")).status == 1)
    #expect(try BuiltTool.run("show", folder.path("copied.jsonl") + ":5", "--path", ".n").output == "16\n")
  }

  @Test func `an action that changes nothing is missed by none`() throws {
    let look =
      #"{"seq":5,"t":4,"store":"counter","type":"add","payload":0,"patch":[]}"# + "\n"
      + #"{"seq":6,"t":5,"store":"counter","type":"add","payload":1,"patch":[{"op":"replace","path":"/n","value":7}]}"# + "\n"
    let log = try folder.write(Self.log + look, to: "looked.jsonl")
    let host = try folder.write("#!/bin/sh\nset -- true\n" + Self.host + "\n", to: "host.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: host)
    let answer = try BuiltTool.run("replay", log, "--host", host, "--skip", "5")
    #expect(answer.output == "without \(log):5 add: no later state changes\n")
    #expect(answer.status == 0)
  }

  @Test func `a host that does something else before is suspected`() throws {
    let answer = try run("--skip", "4", misdeed: "n=41")
    #expect(answer.lines.dropFirst().first?.hasPrefix("replay already diverges at \(log):3") == true, "\(answer.output)")
  }

  @Test func `a step with other contents, and a part of the steps`() throws {
    #expect(try run("--edit", "4=10", "--output", folder.path("edited.jsonl")).status == 1)
    #expect(try BuiltTool.run("show", folder.path("edited.jsonl") + ":4", "--path", ".n").output == "12\n")
    #expect(try run("--only", "payload > 3", "--output", folder.path("only.jsonl")).status == 1)
    #expect(try BuiltTool.run("show", folder.path("only.jsonl") + ":2", "--path", ".n").output == "4\n")
  }

  @Test func `answers are JSON where that is asked for, as the schema says`() throws {
    let schema = try AnswerSchemaTests.schema("replay")
    let answers = [
      try run("--json", misdeed: "n=41"), try run("--json", "--minimize", "--never", ".n > 3"), try run("--json", "--skip", "2"),
    ]
    #expect(answers.map(\.lines.count) == [2, 1, 4])
    for line in answers.flatMap(\.lines) { #expect(try schema.fault(in: JSONValue(parsing: line)) == nil, "\(line)") }
    #expect(answers[1].output.contains("\"steps\":[4]"))
  }

  @Test func `a step of a store that the host does not know is refused`() throws {
    let more = #"{"seq":5,"t":4,"store":"other","type":"x","state":1}"# + "\n"
    let log = try folder.write(Self.log + more, to: "two.jsonl")
    let host = try folder.write("#!/bin/sh\n" + Self.host + "\n", to: "host.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: host)
    let answer = try BuiltTool.run("replay", log, "--host", host, "--skip", "5")
    #expect(answer.status == 2)
    #expect(answer.errors.contains("step 5 is x; the host has no reducer for its store, only for counter"))
  }

  @Test func `few actions that break a rule are found and written as a log`() throws {
    let answer = try run("--minimize", "--never", ".n > 3", "--output", folder.path("few.jsonl"))
    #expect(answer.status == 1)
    #expect(answer.lines.first?.hasPrefix("1 of 3 actions suffice, and none can be removed") == true, "\(answer.output)")
    #expect(answer.output.contains("\(log):4  add"))
    #expect(try BuiltTool.run("find", folder.path("few.jsonl"), ".n > 3", "--count").output == "1\n")
  }

  @Test(arguments: [
    (["--minimize"], 2, "--minimize and --never need each other"), (["--minimize", "--never", ".n > 99"], 1, "the rule is never broken"),
    (["--skip", "99"], 2, "no step 99; the last step is 4"), (["--edit", "x"], 2, "write 12="), (["--edit", "2={"], 2, "not JSON"),
    (["--move", "2"], 2, "write 12=9"), (["--copy", "2"], 2, "write 12=20"), (["--copy", "2=3={"], 2, "not JSON"),
    (["--copy", "2=99"], 2, "no step 99; the last step is 4"), (["--move", "1=3"], 2, "which no reducer got"),
    (["--output", "x.jsonl"], 2, "--output is for"), (["--host-timeout", "0"], 2, "needs seconds"),
    (["--minimize", "--never", ".n > 3", "--skip", "2"], 2, "excludes"),
  ])
  func `a command line that cannot be meant is refused`(options: [String], status: Int32, says: String) throws {
    let host = try folder.write("#!/bin/sh\n" + Self.host + "\n", to: "host.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: host)
    let answer = try BuiltTool.run(["replay", log, "--host", host] + options)
    #expect(answer.status == status)
    #expect(answer.errors.contains(says), "\(answer.errors)")
  }
}
