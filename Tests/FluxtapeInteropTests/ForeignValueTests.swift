import FluxtapeInterop
import FluxtapeJSON
import Testing

/// Values that JSON lacks, in the states of other tools.
struct ForeignValueTests {
  struct Tag: CustomTestStringConvertible {
    let written: String
    let read: String
    var testDescription: String { written }

    init(_ written: String, _ read: String) { (self.written, self.read) = (written, read) }
  }

  static func state(_ value: String) -> String {
    #"{"actionsById":{"0":{"action":{"type":"@@INIT"}}},"computedStates":[{"state":\#(value)}],"stagedActionIds":[0]}"#
  }

  @Test(arguments: [
    Tag(#"{"$jsan":"u"}"#, #"{"$opaque":"undefined"}"#), Tag(#"{"$jsan":"n"}"#, #"{"$float":"nan"}"#),
    Tag(#"{"$jsan":"i"}"#, #"{"$float":"inf"}"#), Tag(#"{"$jsan":"y"}"#, #"{"$float":"-inf"}"#),
    Tag(#"{"$jsan":"d1700000000123"}"#, #""2023-11-14T22:13:20.123000Z""#), Tag(#"{"$jsan":"dNaN"}"#, #"{"$opaque":"Date"}"#),
    Tag(#"{"$jsan":"rgi,a+b"}"#, #"{"$opaque":"RegExp /a+b/gi"}"#),
    Tag(#"{"$jsan":"ffunction add(){}"}"#, #"{"$opaque":"function function add(){}"}"#),
    Tag(#"{"$jsan":"eno stock"}"#, #"{"$opaque":"Error: no stock"}"#), Tag(#"{"$jsan":"sid"}"#, #"{"$opaque":"Symbol(id)"}"#),
    Tag(#"{"$jsan":"gid"}"#, #"{"$opaque":"Symbol(id)"}"#),
    Tag(#"{"$jsan":"m[[\"a\",1],[\"b\",{\"$jsan\":\"n\"}]]"}"#, #"[["a",1],["b",{"$float":"nan"}]]"#),
    Tag(#"{"$jsan":"l[1,2]"}"#, "[1,2]"), Tag(#"{"$jsan":"m[["}"#, #"{"$opaque":"unreadable Map"}"#),
    Tag(#"{"$jsan":["real"]}"#, #"{"$$jsan":"real"}"#), Tag(#"{"$jsan":"?"}"#, #"{"$opaque":"unknown tag"}"#),
    Tag(#"{"a":{"x":[7]},"b":{"$jsan":"$.computedStates[0].state.a"}}"#, #"{"a":{"x":[7]},"b":{"x":[7]}}"#),
    Tag(#"{"a b":1,"c":{"$jsan":"$.computedStates[0].state[\"a b\"]"}}"#, #"{"a b":1,"c":1}"#),
    Tag(#"{"self":{"$jsan":"$.computedStates[0].state"}}"#, #"{"self":{"self":{"$opaque":"reference $.computedStates[0].state"}}}"#),
    Tag(#"{"c":{"$jsan":"$.nowhere"}}"#, #"{"c":{"$opaque":"reference $.nowhere"}}"#),
    Tag(#"{"$ref":1,"$$x":2}"#, #"{"$$ref":1,"$$$x":2}"#), Tag(#"{"$float":"nan"}"#, #"{"$$float":"nan"}"#),
    Tag(#"{"data":[1,{"data":{"k":2},"__serializedType__":"ImmutableMap"}],"__serializedType__":"ImmutableList"}"#, #"[1,{"k":2}]"#),
    Tag(#"{"data":1,"__serializedType__":"Own"}"#, #"{"data":1,"__serializedType__":"Own"}"#),
  ])
  func `a tag becomes the log's own`(_ tag: Tag) throws {
    #expect(try ForeignLog(Self.state(tag.written)).states() == [tag.read])
  }

  @Test func `references that stand for more than memory holds end`() throws {
    var members = [#""a0":[1,1,1,1,1,1,1,1,1,1]"#]
    for level in 1...12 {
      let reference = #"{"$jsan":"$.computedStates[0].state.a\#(level - 1)"}"#
      members.append("\"a\(level)\":[\(Array(repeating: reference, count: 10).joined(separator: ","))]")
    }
    let log = try ForeignLog(Self.state("{\(members.joined(separator: ","))}"), referredParts: 10_000)
    #expect(log.bytes.count < 1 << 20)
    #expect(String(decoding: log.bytes, as: UTF8.self).contains("$opaque"))
  }

  @Test(arguments: [401, 600, 100_000])
  func `what nests too deep is left out and told`(depth: Int) throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let log = try ForeignLog(Self.state(#"{"n":1,"deep":\#(deep)}"#))
    let state = try #require(try log.states().first ?? nil)
    #expect(state.hasPrefix(#"{"n":1,"deep":[["#))
    if depth > 500 {
      #expect(state.contains("$truncated"))
      #expect(log.notices == ["1 value nests deeper than 400 levels and is truncated"])
    }
  }
}
