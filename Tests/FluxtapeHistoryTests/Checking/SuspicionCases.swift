import FluxtapeHistory
import Testing

/// A tiny log, and the suspicions of a check: name, step, and the steps that prove it.
struct SuspicionCase: CustomTestStringConvertible {
  let name: String
  let lines: [String]
  let suspicions: [String]
  var testDescription: String { name }

  init(_ name: String, _ lines: [String], _ suspicions: String...) {
    (self.name, self.lines, self.suspicions) = (name, lines, suspicions)
  }
}

extension SuspicionCase {
  static func state(_ store: String, _ state: String) -> String { #"{"t":0,"store":"\#(store)","type":"@@STATE","state":\#(state)}"# }

  /// `store type` and the rest of the line.
  static func act(_ seq: Int, _ name: String, _ members: String...) -> String {
    let parts = name.split(separator: " ")
    let tail = members.map { ",\($0)" }.joined()
    return #"{"seq":\#(seq),"t":\#(seq * 1000),"store":"\#(parts[0])","type":"\#(parts[1])"\#(tail)}"#
  }

  static func completes(_ seq: Int, _ store: String, at time: Int, _ members: String) -> String {
    #"{"completes":\#(seq),"t":\#(time * 1000),"store":"\#(store)","dur":1,\#(members)}"#
  }

  static func cause(_ seq: Int) -> String { #""cause":\#(seq)"# }
  static func payload(_ json: String) -> String { #""payload":\#(json)"# }
  static func started(_ id: Int) -> String { #""effect":{"id":"e\#(id)","phase":"started"}"# }
  static func ended(_ id: Int, _ phase: String = "finished") -> String { #""effect":{"id":"e\#(id)","phase":"\#(phase)"}"# }
  static func set(_ path: String, _ json: String) -> String { #""patch":[{"op":"replace","path":"\#(path)","value":\#(json)}]"# }
  static func add(_ path: String, _ json: String) -> String { #""patch":[{"op":"add","path":"\#(path)","value":\#(json)}]"# }
  static let unreduced = #""reduced":false"#
  static let same = #""patch":[]"#
}

// MARK: - Answers

extension SuspicionCase {
  static let search = state("s", #"{"hits":[],"todos":[],"count":0,"busy":true}"#)
  /// Two requests, the second one later.
  static let asked = [search, act(1, "s search", payload(#""Berlin""#), unreduced), act(2, "s search", payload(#""Bern""#), unreduced)]
  static let begun = [search, act(1, "s search", started(1), payload(#""Berlin""#)), act(2, "s search", started(2), payload(#""Bern""#))]
  /// Two requests that stand in the state, as those of a search field.
  static let typed = [
    state("s", #"{"hits":[],"text":""}"#), act(1, "s typed", payload(#"{"text":"Be"}"#), set("/text", #""Be""#)),
    act(2, "s typed", payload(#"{"text":"Bern"}"#), set("/text", #""Bern""#)),
  ]
  static func found(_ seq: Int, _ of: Int, _ change: String) -> String { act(seq, "s found", cause(of), change) }

  static let stale = [
    SuspicionCase(
      "an older answer comes last", asked + [found(3, 2, set("/hits", #"["Bern"]"#)), found(4, 1, set("/hits", #"["Berlin"]"#))],
      "staleAnswer 4 by 1 2 3"),
    SuspicionCase("answers come in order", asked + [found(3, 1, set("/hits", #"["Berlin"]"#)), found(4, 2, set("/hits", #"["Bern"]"#))]),
    SuspicionCase(
      "completions of effects, the older one last",
      begun + [completes(2, "s", at: 3, set("/hits", #"["Bern"]"#)), completes(1, "s", at: 4, set("/hits", #"["Berlin"]"#))],
      "staleAnswer 1 by 2"),
    SuspicionCase(
      "completions that are records, the older one last",
      begun + [
        act(3, "s search", cause(2), ended(2), set("/hits", #"["Bern"]"#)),
        act(4, "s search", cause(1), ended(1), set("/hits", #"["Berlin"]"#)),
      ], "staleAnswer 4 by 1 2 3"),
    SuspicionCase(
      "answers that a dispatcher passes on",
      [search, act(1, "app search", started(1)), act(2, "app search", started(2))] + [
        act(3, "app found", cause(2), unreduced), act(4, "s found", cause(3), set("/hits", #"["Bern"]"#)),
        act(5, "app found", cause(1), unreduced), act(6, "s found", cause(5), set("/hits", #"["Berlin"]"#)),
      ], "staleAnswer 6 by 1 2 4"),
    SuspicionCase("the older answer is dropped", asked + [found(3, 2, set("/hits", #"["Bern"]"#)), found(4, 1, same)]),
    SuspicionCase(
      "the older one failed",
      begun + [
        completes(2, "s", at: 3, set("/hits", #"["Bern"]"#)),
        completes(1, "s", at: 4, #""error":{"type":"E","message":"no"},"# + set("/hits", #"["no"]"#)),
      ]),
    SuspicionCase(
      "both answers stay", asked + [found(3, 2, add("/todos/0", #"{"id":2}"#)), found(4, 1, add("/todos/1", #"{"id":1}"#))]),
    SuspicionCase(
      "an answer that adds, and a text about the last one",
      asked + [
        found(3, 2, #""patch":[{"op":"add","path":"/todos/0","value":{"id":2}},{"op":"add","path":"/toast","value":"saved 2"}]"#),
        found(4, 1, #""patch":[{"op":"add","path":"/todos/1","value":{"id":1}},{"op":"replace","path":"/toast","value":"saved 1"}]"#),
      ]),
    SuspicionCase(
      "the older answer holds the newer one's results, and the field asks for the newer one",
      typed + [found(3, 2, set("/hits", #"["Bern"]"#)), found(4, 1, set("/hits", #"["Bern","Berlin"]"#))], "staleAnswer 4 by 1 2 3"),
    SuspicionCase(
      "the same, and the field asks for the older one again",
      typed + [
        act(3, "s cleared", set("/text", #""Be""#)), found(4, 2, set("/hits", #"["Bern"]"#)),
        found(5, 1, set("/hits", #"["Bern","Berlin"]"#)),
      ]),
    SuspicionCase("both are counted", asked + [found(3, 2, set("/count", "1")), found(4, 1, set("/count", "2"))]),
    SuspicionCase(
      "both write a flag",
      asked + [found(3, 2, set("/busy", "false")), found(4, 1, set("/busy", "true"))] + [act(5, "s idle", set("/busy", "false"))]),
    SuspicionCase("different places", asked + [found(3, 2, add("/b", #""Bern""#)), found(4, 1, add("/a", #""Berlin""#))]),
    SuspicionCase(
      "who listens gets several answers",
      asked + [found(3, 2, set("/hits", #"["Bern"]"#)), found(4, 1, set("/hits", #"["Berlin"]"#)), found(5, 1, set("/hits", #"["Ulm"]"#))]),
    SuspicionCase(
      "the older one asked for the later one",
      [
        search, act(1, "s search", unreduced), act(2, "s search", cause(1), unreduced), found(3, 2, set("/hits", #"["Bern"]"#)),
        found(4, 1, set("/hits", #"["Berlin"]"#)),
      ]),
    SuspicionCase(
      "it is put right at once",
      asked + [
        found(3, 2, set("/hits", #"["Bern"]"#)), found(4, 1, set("/hits", #"["Berlin"]"#)), act(5, "s fixed", set("/hits", #"["Bern"]"#)),
      ]),
    SuspicionCase(
      "what is between is not known",
      asked + [
        found(3, 2, set("/hits", #"["Bern"]"#)), #"{"seq":6,"t":3500,"gap":{"lost":2,"first":4,"last":5,"reason":"full"}}"#,
        act(7, "s found", cause(1), set("/hits", #"["Berlin"]"#)),
      ]),
  ]

  static let twice = [
    SuspicionCase(
      "sent twice, made twice",
      [search, act(1, "s post", payload(#"{"text":"a"}"#), unreduced), act(2, "s post", payload(#"{"text":"a"}"#), unreduced)] + [
        found(3, 1, add("/todos/0", #"{"id":1,"text":"a"}"#)), found(4, 2, add("/todos/1", #"{"id":2,"text":"a"}"#)),
      ], "doubleSubmit 2 by 1 3 4"),
    SuspicionCase(
      "effects sent twice",
      [search, act(1, "s post", started(1), payload(#""a""#)), act(2, "s post", started(2), payload(#""a""#))] + [
        completes(1, "s", at: 3, add("/todos/0", #""a""#)), completes(2, "s", at: 4, add("/todos/1", #""a""#)),
      ], "doubleSubmit 2 by 1"),
    SuspicionCase(
      "sent again after the answer",
      [
        search, act(1, "s post", payload(#""a""#), unreduced), found(2, 1, add("/todos/0", #""a""#)),
        act(3, "s post", payload(#""a""#), unreduced), found(4, 3, add("/todos/1", #""a""#)),
      ]),
    SuspicionCase(
      "sent again after a failure",
      [search, act(1, "s post", started(1), payload(#""a""#)), act(2, "s post", started(2), payload(#""a""#))] + [
        completes(1, "s", at: 3, #""error":{"type":"E","message":"no"}"#), completes(2, "s", at: 4, add("/todos/0", #""a""#)),
      ]),
    SuspicionCase(
      "other contents",
      [search, act(1, "s post", payload(#""a""#), unreduced), act(2, "s post", payload(#""b""#), unreduced)] + [
        found(3, 1, add("/todos/0", #""a""#)), found(4, 2, add("/todos/1", #""b""#)),
      ]),
    SuspicionCase(
      "no contents: news may be asked for at any time",
      [search, act(1, "s poll", unreduced), act(2, "s poll", unreduced)] + [
        found(3, 1, add("/todos/0", #""a""#)), found(4, 2, add("/todos/1", #""a""#)),
      ]),
    SuspicionCase(
      "loaded twice, the same came",
      [search, act(1, "s load", payload("2"), unreduced), act(2, "s load", payload("2"), unreduced)] + [
        found(3, 1, add("/todos/0", #"{"id":1,"text":"a"}"#)), found(4, 2, same),
      ]),
    SuspicionCase(
      "loaded twice, and there was more",
      [search, act(1, "s load", payload("2"), unreduced), act(2, "s load", payload("2"), unreduced)] + [
        found(3, 1, add("/todos/0", #"{"id":1,"text":"a"}"#)), found(4, 2, add("/todos/1", #"{"id":2,"text":"b"}"#)),
      ]),
  ]

  static let failed = #""error":{"type":"E","message":"no"}"#
  static func errors(_ last: String, _ contents: String = "1") -> [String] {
    [
      state("s", #"{"items":[]}"#), act(1, "s load", started(1), payload("1")), act(2, "s failed", cause(1), add("/error", #"{"code":1}"#)),
      completes(1, "s", at: 3, failed), act(3, "s load", started(2), payload(contents)), act(4, "s loaded", cause(3), last),
      completes(3, "s", at: 5, unreduced),
    ]
  }

  static let kept = [
    SuspicionCase("an error stays", errors(add("/items/0", "1")), "keptError 3 by 2"),
    SuspicionCase(
      "a part of an error stays",
      errors(add("/items/0", "1")).map { $0.replacing("/error", with: "/error/code") }.map {
        $0.replacing(#"{"items":[]}"#, with: #"{"items":[],"error":{}}"#)
      }, "keptError 3 by 2"),
    SuspicionCase(
      "a success takes it away", errors(#""patch":[{"op":"add","path":"/items/0","value":1},{"op":"remove","path":"/error"}]"#)),
    SuspicionCase("another request succeeds", errors(add("/items/0", "1"), "2")),
    SuspicionCase(
      "the last error is kept to be looked at", errors(add("/items/0", "1")).map { $0.replacing("/error", with: "/lastError") }),
    SuspicionCase(
      "completions that are records",
      [
        state("s", #"{"items":[]}"#), act(1, "s load", started(1)),
        act(2, "s load", cause(1), ended(1, "failed"), failed, add("/error", #""no""#)),
        act(3, "s load", started(2)), act(4, "s load", cause(3), ended(2), add("/items/0", "1")),
      ], "keptError 3 by 2"),
  ]
}
