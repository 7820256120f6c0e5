import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// A dictionary whose keys are no texts is an array of pairs, and its keys lead to its values.
struct PairAddressTests {
  @Test(arguments: [
    (#".byID["b"].n"#, "/byID/1/1/n"), (#".byID["b"]"#, "/byID/1/1"), (#".byID[1][1].n"#, "/byID/1/1/n"), ("/byID/1", "/byID/1"),
    (#".sizes["1.5"]"#, "/sizes/0/1"), (#".tabs["home"]"#, "/tabs/0/1"), (#".tabs["0"]"#, nil), (#".tabs["user"]"#, nil),
    ("/tabs/0", "/tabs/0"), (#".texts["0"]"#, "/texts/0"), (#".single["a"].n"#, "/single/a/n"), (#".mixed["a"]"#, "/mixed/a"),
  ])
  func `a key leads to the value beside it`(path: String, pointer: String?) throws {
    let state = try JSONValue(
      parsing: #"""
        {"byID":[["a",{"n":1}],["b",{"n":2}]],"sizes":[[1.5,"M"]],"tabs":[[{"home":{}},true],[{"user":7},false]],"texts":["a","b"],
        "single":{"a":{"n":3}},"mixed":[["a",1],["b"]]}
        """#)
    #expect(try StatePath(parsing: path).pointer(in: state)?.description == pointer)
  }

  @Test(arguments: ["/points/1", "cart/points/1/0", ".points[1]", #".points["1"]"#])
  func `a path that is written is read again as the same place`(text: String) throws {
    let state: JSONValue = ["points": [[1, 2], [3, 4]]]
    let path = try StatePath(parsing: text)
    #expect(try StatePath(parsing: path.description).pointer(in: state) == path.pointer(in: state))
  }

  /// What a search kept of earlier answers must not outlast a change of which pair has the key.
  @Test(arguments: [
    ("[]", ##"{"op":"add","path":"/d/0","value":["0",{"tags":["x"]}]}"##, #".d["0"].tags[*] == "x""#),
    ("[]", ##"{"op":"add","path":"/d/-","value":["a",{"tags":["x"]}]}"##, #".d["a"].tags[*] == "x""#),
    (#"[["0",0],["1",{}]]"#, ##"{"op":"replace","path":"/d/1/1","value":{"a":"x"}}"##, #".d["1"][*] == "x""#),
    (#"[["a",{"tags":[]}],["a",{"tags":["x"]}]]"#, ##"{"op":"remove","path":"/d/0"}"##, #".d["a"].tags[*] == "x""#),
    (#"[["b",["x"]],["a",[]]]"#, ##"{"op":"replace","path":"/d/0/0","value":"a"}"##, #".d["a"][*] == "x""#),
    (#"[["a",[]],["b",["x"]],["b",["y"]]]"#, ##"{"op":"move","from":"/d/2","path":"/d/1"}"##, #".d["b"][*] == "y""#),
  ])
  func `a key that gets another value is looked up again`(before: String, operation: String, query: String) throws {
    let history = try History.of(
      """
      {"seq":1,"t":1,"store":"s","type":"x","state":{"d":\(before)}}
      {"seq":2,"t":2,"store":"s","type":"x","patch":[\(operation)]}

      """)
    #expect(try history.rows(matching: Query(parsing: query)) == [1])
  }

  /// One value of the dictionary; keys are listed in their order.
  private typealias Entry = (key: String, n: Int, tags: [String])

  private static func json(_ entries: [Entry]) -> JSONValue {
    .array(entries.map { [.string($0.key), ["n": .number(JSONNumber($0.n)), "tags": .array($0.tags.map(JSONValue.string))]] })
  }

  @Test(arguments: seeds(8)) func `queries and histories follow the values of keys`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var entries: [Entry] = []
    var states: [[Entry]] = [entries]
    var lines = [#"{"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"d":[]}}"#]
    for seq in 2...60 {
      let operation = Self.change(&entries, using: &random)
      lines.append(#"{"seq":\#(seq),"t":\#(seq),"store":"s","type":"x","patch":[\#(operation)]}"#)
      states.append(entries)
    }
    let history = try History.of(lines.joined(separator: "\n") + "\n")
    func value(_ key: String, _ row: Int) -> Entry? { states[row].first { $0.key == key } }
    func rows(_ query: String) throws -> [Int] { try history.rows(matching: Query(parsing: query)) }
    for key in ["a", "1", "2"] {
      #expect(try rows(#".d["\#(key)"].n > 50"#) == states.indices.filter { value(key, $0).map { $0.n > 50 } ?? false })
      #expect(try rows(#".d["\#(key)"].tags[*] == "x""#) == states.indices.filter { value(key, $0)?.tags.contains("x") ?? false })
      let changed = states.indices.filter { $0 > 0 && value(key, $0)?.n != value(key, $0 - 1)?.n }
      #expect(try rows(#"changed:.d["\#(key)"].n"#) == changed)
      #expect(try history.changes(of: [StatePath(parsing: #".d["\#(key)"].n"#)]).map(\.row) == changed)
      let blame = try history.blame(StatePath(parsing: #".d["\#(key)"].n"#))
      #expect(blame?.map(\.value) == (value(key, states.count - 1).map { [.number(JSONNumber($0.n))] } ?? []))
    }
  }

  /// Changes a dictionary, and returns the operation of it.
  private static func change(_ entries: inout [Entry], using random: inout SplitMix64) -> String {
    let missing = ["a", "1", "2", "b"].filter { key in !entries.contains { $0.key == key } }
    let n = Int.random(in: 0...99, using: &random)
    if let key = missing.randomElement(using: &random), entries.isEmpty || random.next() % 3 == 0 {
      let place = Int.random(in: 0...entries.count, using: &random)
      entries.insert((key, n, []), at: place)
      return #"{"op":"add","path":"/d/\#(place)","value":\#(json([entries[place]]).array?[0].text ?? "")}"#
    }
    let place = Int.random(in: entries.indices, using: &random)
    switch random.next() % 4 {
    case 0:
      entries.remove(at: place)
      return #"{"op":"remove","path":"/d/\#(place)"}"#
    case 1:
      entries[place].tags.insert(n % 2 == 0 ? "x" : "y", at: 0)
      return #"{"op":"add","path":"/d/\#(place)/1/tags/0","value":"\#(entries[place].tags[0])"}"#
    case 2:
      entries[place].n = n
      return #"{"op":"replace","path":"/d/\#(place)/1","value":\#(json([entries[place]]).array?[0].array?[1].text ?? "")}"#
    default:
      entries[place].n = n
      return #"{"op":"replace","path":"/d/\#(place)/1/n","value":\#(n)}"#
    }
  }
}
