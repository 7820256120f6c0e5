import FluxtapeHistory

// MARK: - Reducers

extension SuspicionCase {
  static let drawing = state("d", #"{"n":0,"list":["a","b"]}"#)
  /// An action, the way back, and the same action again.
  static func again(_ first: String, _ second: String, members: String = payload("1"), begin: String = drawing) -> [String] {
    [
      begin, act(1, "d add", members, set("/n", first)), act(2, "d back", set("/n", "0")), act(3, "d add", members, set("/n", second)),
      act(4, "d back", set("/n", "0")),
    ]
  }

  static let impure = [
    SuspicionCase("the same on the same leads elsewhere", again("1", "2"), "impureReducer 3 by 1"),
    SuspicionCase("the same on the same leads to the same", again("1", "1")),
    SuspicionCase(
      "it changed something, and then nothing",
      [
        drawing, act(1, "d add", payload("1"), set("/n", "1")), act(2, "d back", set("/n", "0")), act(3, "d add", payload("1"), same),
      ], "impureReducer 3 by 1"),
    SuspicionCase(
      "states whole on each line",
      [
        drawing, act(1, "d add", payload("1"), #""state":{"n":1}"#), act(2, "d back", #""state":{"n":0}"#),
        act(3, "d add", payload("1"), #""state":{"n":1}"#),
        act(4, "d back", #""state":{"n":0}"#), act(5, "d add", payload("1"), #""state":{"n":5}"#),
      ], "impureReducer 5 by 3"),
    SuspicionCase("a case without contents", again("1", "2", members: #""case":"add""#), "impureReducer 3 by 1"),
    SuspicionCase("a name, whose contents may not be recorded", again("1", "2", members: #""site":"A/B.swift:1""#)),
    SuspicionCase(
      "other contents",
      [
        drawing, act(1, "d add", payload("1"), set("/n", "1")), act(2, "d back", set("/n", "0")),
        act(3, "d add", payload("2"), set("/n", "2")),
      ]),
    SuspicionCase(
      "another state",
      [
        drawing, act(1, "d add", payload("1"), set("/n", "1")), act(2, "d add", payload("1"), set("/n", "2")),
      ]),
    SuspicionCase(
      "a state in another order",
      [
        drawing, act(1, "d first", payload("1"), set("/n", "1")),
        act(2, "d turn", #""patch":[{"op":"replace","path":"/n","value":0},{"op":"move","from":"/list/0","path":"/list/1"}]"#),
        act(3, "d first", payload("1"), set("/n", "2")),
      ]),
    SuspicionCase(
      "one of them failed",
      [
        drawing, act(1, "d add", payload("1"), set("/n", "1")), act(2, "d back", set("/n", "0")), act(3, "d add", payload("1"), failed),
      ]),
    SuspicionCase(
      "asynchronous work",
      again("1", "2", members: started(1)) + [completes(1, "d", at: 5, unreduced), completes(3, "d", at: 5, unreduced)]),
    SuspicionCase(
      "an action of the same store inside it",
      [
        drawing, act(1, "d add", payload("1")), act(2, "d inner", cause(1), add("/list/2", "1")), completes(1, "d", at: 3, set("/n", "1")),
        act(3, "d back", #""patch":[{"op":"replace","path":"/n","value":0},{"op":"remove","path":"/list/2"}]"#),
        act(4, "d add", payload("1"), set("/n", "2")),
      ]),
    SuspicionCase("contents that are not wholly recorded", again("1", "2", members: payload(#"{"k":{"$redacted":"9f2c41d07be3a85c"}}"#))),
    SuspicionCase("a state that is not wholly recorded", again("1", "2", begin: state("d", #"{"n":0,"task":{"$opaque":"Task"}}"#))),
    SuspicionCase(
      "a state that is not certain",
      [
        drawing, act(1, "d add", payload("1"), set("/n", "1")), act(2, "d back", set("/n", "0")), act(3, "d more", #""omitted":"sampled""#),
        act(4, "d add", payload("1"), set("/n", "2")),
      ]),
    SuspicionCase(
      "undo leads back to states that are in no state",
      again("1", "2").map { $0.replacing("d\",\"type\":\"add", with: "d\",\"type\":\"undo") }),
    SuspicionCase("stores that read each other, and stand alike", dispatched(""), "impureReducer 6 by 2"),
    SuspicionCase("stores that read each other, and do not", dispatched(set("/m", "1"))),
    SuspicionCase(
      "a secret that comes and goes",
      [
        drawing, act(1, "d add", payload("1"), add("/token", #"{"$redacted":"9f2c41d07be3a85c"}"#)),
        act(2, "d back", #""patch":[{"op":"remove","path":"/token"}]"#),
        act(3, "d add", payload("1"), add("/token", #"{"$redacted":"9f2c41d07be3a85c"}"#)),
      ]),
  ]

  /// A dispatched action, twice on the same state of the store that handles it. Another store may change in between.
  private static func dispatched(_ other: String) -> [String] {
    [
      drawing, state("o", #"{"m":0}"#), act(1, "app add", payload("1"), unreduced), act(2, "d add", cause(1), set("/n", "1")),
      act(3, "d back", set("/n", "0")), act(4, "o more", other.isEmpty ? same : other), act(5, "app add", payload("1"), unreduced),
      act(6, "d add", cause(5), set("/n", "2")), act(7, "app bye", unreduced), act(8, "o bye", cause(7), same),
    ]
  }
}

// MARK: - Lives

extension SuspicionCase {
  static func begins(_ seq: Int, _ store: String) -> String { act(seq, "\(store) @@INIT", #""state":{}"#) }
  static func ends(_ seq: Int, _ store: String) -> String { act(seq, "\(store) @@DEINIT", unreduced) }
  static let news = state("news", "{}")

  static let leaked = [
    SuspicionCase("a screen reacts beside its successor", leak(), "leakedStore 7 by 1 3"),
    SuspicionCase("it reacts again", leak() + [act(8, "screen shows", cause(5), same)], "leakedStore 7 by 1 3 8"),
    SuspicionCase(
      "it reacted before, too",
      [
        news, begins(1, "screen"), act(2, "screen typed", same), act(3, "news came", same), act(4, "screen shows", cause(3), same),
        begins(5, "screen#2"), act(6, "screen#2 typed", same), act(7, "news came", same), act(8, "screen shows", cause(7), same),
      ], "leakedStore 8 by 1 5"),
    SuspicionCase("it ends with the run", leak() + [ends(8, "screen"), ends(9, "screen#2")], "leakedStore 7 by 1 3"),
    SuspicionCase("it ends before the run", leak() + [ends(8, "screen"), act(9, "screen#2 typed", same)]),
    SuspicionCase("it is used again", leak() + [act(8, "screen typed", same)]),
    SuspicionCase(
      "nobody used it before", leak().filter { !$0.contains(#""seq":2,"#) }.map { $0.replacing(#""seq":1,"#, with: #""seq":2,"#) }),
    SuspicionCase("it does not react", leak().filter { !$0.contains(#""seq":7,"#) }),
    SuspicionCase(
      "another screen lies between",
      [
        news, begins(1, "screen"), act(2, "screen typed", same), begins(3, "detail"), act(4, "detail typed", same), begins(5, "screen#2"),
        act(6, "screen#2 typed", same), act(7, "news came", same), act(8, "screen shows", cause(7), same),
      ]),
    SuspicionCase(
      "its end may be among what is lost", leak() + [#"{"seq":10,"t":9500,"gap":{"lost":2,"first":8,"last":9,"reason":"full"}}"#]),
    SuspicionCase(
      "the first ends, the next begins",
      [
        news, begins(1, "screen"), act(2, "screen typed", same), ends(3, "screen"), begins(4, "screen"), act(5, "screen typed", same),
      ]),
  ]

  private static func leak() -> [String] {
    [
      news, begins(1, "screen"), act(2, "screen typed", same), begins(3, "screen#2"), act(4, "screen#2 typed", same),
      act(5, "news came", same),
      act(6, "screen#2 shows", cause(5), same), act(7, "screen shows", cause(5), same),
    ]
  }

  static let late = [
    SuspicionCase(
      "work completes after its store",
      [
        begins(1, "s"), act(2, "s load", started(1)), ends(3, "s"), completes(2, "s", at: 4, unreduced),
      ], "lateAnswer 2 by 3"),
    SuspicionCase(
      "a completion that is a record",
      [
        begins(1, "s"), act(2, "s load", started(1)), ends(3, "s"), act(4, "s load", cause(2), ended(1), unreduced),
      ], "lateAnswer 4 by 2 3"),
    SuspicionCase(
      "an answer to the store before",
      [
        begins(1, "s"), act(2, "s load", unreduced), ends(3, "s"), begins(4, "s"), act(5, "s loaded", cause(2), same),
      ], "lateAnswer 5 by 2 3"),
    SuspicionCase(
      "cancelled by the end",
      [
        begins(1, "s"), act(2, "s load", started(1)), ends(3, "s"),
        completes(2, "s", at: 4, #""error":{"type":"CancellationError","message":""}"#),
      ]),
    SuspicionCase(
      "cancelled, in a record",
      [
        begins(1, "s"), act(2, "s load", started(1)), ends(3, "s"), act(4, "s load", cause(2), ended(1, "cancelled"), unreduced),
      ]),
    SuspicionCase(
      "completed before",
      [
        begins(1, "s"), act(2, "s load", started(1)), completes(2, "s", at: 3, unreduced), ends(3, "s"), begins(4, "s"),
        act(5, "s load", started(2)), completes(5, "s", at: 6, unreduced),
      ]),
    SuspicionCase(
      "another store goes on",
      [
        begins(1, "s"), act(2, "s save", unreduced), ends(3, "s"), act(4, "files saved", cause(2), unreduced),
      ]),
  ]

  static let unhandled = [
    SuspicionCase(
      "a dispatched action without a store",
      [
        act(1, "app a", unreduced), act(2, "x a", cause(1), unreduced), act(3, "app b", unreduced), act(4, "app b", unreduced),
      ], "unhandledAction(count: 2) 3"),
    SuspicionCase(
      "somebody reacts to it",
      [
        act(1, "app a", unreduced), act(2, "x a", cause(1), unreduced), act(3, "app b", unreduced), act(4, "x load", cause(3), unreduced),
      ]),
    SuspicionCase("no dispatcher", [act(1, "app a", unreduced), act(2, "app b", unreduced)]),
    SuspicionCase(
      "its store may be among what is lost",
      [
        act(1, "app a", unreduced), act(2, "x a", cause(1), unreduced), act(3, "app b", unreduced),
        #"{"seq":6,"t":6500,"gap":{"lost":2,"first":4,"last":5,"reason":"full"}}"#,
      ]),
    SuspicionCase(
      "work",
      [
        act(1, "app a", unreduced), act(2, "x a", cause(1), unreduced), act(3, "app b", started(1)), completes(3, "app", at: 4, unreduced),
      ]),
  ]

  static func shown(_ values: String..., type: String = "enabled", pause: Int = 7) -> [String] {
    [act(1, "button \(type)", payload(values[0]), unreduced), act(2, "form typed", unreduced)]
      + values.dropFirst().enumerated().map { place, value in
        let time = 2000 + place * pause
        return #"{"seq":\#(place + 3),"t":\#(time),"store":"button","type":"\#(type)","cause":2,"payload":\#(value),"reduced":false}"#
      }
  }

  static let glitch = [
    SuspicionCase("there and back in one action", shown("false", "true", "false"), "glitch(count: 1) 4 by 1 3"),
    SuspicionCase("there and back, and again", shown("0", "1", "0", "1", "0"), "glitch(count: 3) 4 by 1 3"),
    SuspicionCase("there", shown("false", "true", "true")),
    SuspicionCase("on and on", shown("1", "2", "3", "4")),
    SuspicionCase("there and back after a while", shown("false", "true", "false", pause: 20_000)),
    SuspicionCase("something is under way", shown("false", "true", "false", type: "loadingChanged")),
  ]

  static let all = stale + twice + kept + impure + leaked + late + unhandled + glitch
}
