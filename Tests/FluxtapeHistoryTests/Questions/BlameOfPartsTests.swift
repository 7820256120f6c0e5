import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// What is asked of a part of a state is what the answer for all of it says of that part.
struct BlameOfPartsTests {
  @Test(arguments: seeds(8)) func `a part has the same blame alone, whatever operations moved it`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var state: JSONValue = ["a": ["list": [1, ["n": 2]], "m": 3], "b": ["list": [4, 5, 6], "n": ["x": 7]], "c": 8]
    var lines = [#"{"seq":1,"t":1,"store":"s","type":"@@INIT","state":\#(state.text)}"#]
    while lines.count < 40 {
      let patch = "[" + (0...Int.random(in: 0...2, using: &random)).map { _ in Self.operation(&random) }.joined(separator: ",") + "]"
      guard let next = try? JSONPatch(decoding: JSONValue(parsing: patch)).applied(to: state) else { continue }
      state = next
      let told = [#""patch":\#(patch)"#, #""state":\#(state.text)"#, #""patch":\#(patch),"state":\#(state.text)"#]
      let outcome = told[max(0, Int.random(in: -5..<told.count, using: &random))]
      lines.append(#"{"seq":\#(lines.count + 1),"t":1,"store":"s","type":"x",\#(outcome)}"#)
    }
    let log = lines.map { $0 + "\n" }.joined()
    let history = try History.of(log)
    let whole = try #require(try history.blame(StatePath(), store: "s"))
    for entry in whole {
      for length in 1...max(1, entry.pointer.tokens.count) {
        let beginning = JSONPointer(tokens: Array(entry.pointer.tokens.prefix(length)))
        let part = whole.filter { $0.pointer.tokens.starts(with: beginning.tokens) }
        #expect(try history.blame(StatePath(beginning, in: state), store: "s") == part, "\(beginning) in \(log)")
      }
    }
  }

  private static func operation(_ random: inout SplitMix64) -> String {
    let lists = ["/a/list/0", "/a/list/-", "/a/list/1", "/b/list/0", "/b/list/2", "/b/list/1/0"]
    let others = ["/a/m", "/b/n", "/b/n/x", "/c", "/a/list/0/n", "/d"]
    if random.next() % 12 == 0 { return #"{"op":"replace","path":"/a","value":{"list":[1,[2]],"m":\#(random.next() % 2)}}"# }
    let isInLists = random.next() % 3 > 0
    func place() -> String { (isInLists ? lists : lists + others).randomElement(using: &random) ?? "" }
    let (place, other) = (place(), place())
    let value = ["1", "{}", "[2]", #"{"n":3}"#].randomElement(using: &random) ?? ""
    return switch random.next() % 6 {
    case 0, 1: #"{"op":"add","path":"\#(place)","value":\#(value)}"#
    case 2: #"{"op":"remove","path":"\#(place)"}"#
    case 3: #"{"op":"replace","path":"\#(place)","value":\#(value)}"#
    case 4: #"{"op":"copy","from":"\#(other)","path":"\#(place)"}"#
    default: #"{"op":"move","from":"\#(other)","path":"\#(place)"}"#
    }
  }
}
