import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Testing

/// Logs of two versions of an app, whose fields differ.
struct FieldChangeTests {
  private static func log(
    _ folder: TemporaryFolder, _ name: String, version: Int? = nil, _ lines: [(payload: String, state: String)]
  ) throws -> String {
    let header = version.map { [#"{"fluxtape":1,"app":{"name":"shop","version":"\#($0).0"}}"#] } ?? []
    let lines =
      header
      + lines.enumerated().map { place, line in
        #"{"seq":\#(place + 1),"t":\#(place),"store":"cart","type":"add","payload":\#(line.payload),"state":\#(line.state)}"#
      }
    return try folder.write(lines.joined(separator: "\n"), to: name)
  }

  private static func old(_ folder: TemporaryFolder) throws -> String {
    try log(
      folder, "old.jsonl", version: 1,
      [
        (
          #"{"sku":"a","price":5}"#,
          #"{"user":{"name":"Ann","age":3},"total":5,"items":[{"id":"a","qty":1}],"coupon":"x","stock":{"p7":1}}"#
        ),
        (
          #"{"sku":"b","price":2}"#,
          #"{"user":{"name":"Ann","age":3},"total":7,"items":[{"id":"b","qty":1}],"coupon":"x","stock":{"p7":2}}"#
        ),
      ])
  }

  @Test func `fields that were renamed, added, gone or of another type stand first`() throws {
    let folder = try TemporaryFolder()
    let new = try Self.log(
      folder, "new.jsonl", version: 2,
      [
        (
          #"{"sku":"a","unitPrice":5}"#,
          #"{"user":{"handle":"Ann","age":3},"total":"5","items":[{"id":"a","count":1}],"open":true,"stock":{"p9":1}}"#
        ),
        (
          #"{"sku":"b","unitPrice":3}"#,
          #"{"user":{"handle":"Ann","age":4},"total":"8","items":[{"id":"b","count":1}],"open":true,"stock":{"p9":1}}"#
        ),
      ])
    let answer = try BuiltTool.run("compare", try Self.old(folder), new)
    #expect(answer.status == 1)
    let expected = """
      fields differ in samples of both runs:
        payload of add  .price         perhaps renamed to .unitPrice, a similar name
        cart            .coupon        gone: was string
        cart            .items[*].qty  renamed to .items[*].count, by its equal values
        cart            .open          added: boolean
        cart            .total         number, now string
        cart            .user.name     renamed to .user.handle, by its equal values

      """
    #expect(answer.output.hasPrefix(expected), "\(answer.output)")
    let rest = answer.output.dropFirst(expected.count)
    #expect(rest.contains("the runs part"), "\(answer.output)")
    let json = try BuiltTool.run("compare", folder.path("old.jsonl"), new, "--json").lines
    for line in json { #expect(try AnswerSchemaTests.schema("compare").fault(in: JSONValue(parsing: line)) == nil, "\(line)") }
    #expect(json[1...].filter { $0.contains(#""kind":"field""#) }.count == 6)
    #expect(
      json[3] == #"{"kind":"field","path":".items[*].qty","change":"renamed","to":".items[*].count","equalValues":true,"store":"cart"}"#,
      "\(json)")
    #expect(try BuiltTool.run("compare", folder.path("old.jsonl"), new, "--format", "md").output.hasPrefix("fields differ"))
  }

  @Test func `fields of logs without a version are told, of one version only their values`() throws {
    let folder = try TemporaryFolder()
    let lines = [("1", #"{"total":5}"#), ("2", #"{"total":7}"#)].map { (payload: $0, state: $1) }
    let open = [("1", #"{"total":5,"open":1}"#), ("2", #"{"total":7,"open":1}"#)].map { (payload: $0, state: $1) }
    for (version, heading) in [(1, ""), (nil, "fields differ in samples of both runs:\n  cart  .open  added: number\n\n")] {
      let good = try Self.log(folder, "good.jsonl", version: version, lines)
      let bad = try Self.log(folder, "bad.jsonl", version: version, open)
      let answer = try BuiltTool.run("compare", good, bad)
      #expect(answer.output.hasPrefix(heading + "the runs part:"), "\(answer.output)")
      #expect(answer.status == 1 && answer.output.contains("  .open  absent"), "\(answer.output)")
      let ignoring = try BuiltTool.run("compare", good, bad, "--ignore", ".open")
      #expect(ignoring.status == 0 && ignoring.output.hasPrefix("no difference"), "\(ignoring.output)")
    }
  }

  @Test func `values of a field that another action has in another version count`() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ version: Int, _ add: String, _ amount: Int) throws -> String {
      let lines = [
        #"{"fluxtape":1,"app":{"name":"shop","version":"\#(version).0"}}"#,
        #"{"seq":1,"t":0,"store":"cart","type":"add","payload":\#(add),"state":1}"#,
        #"{"seq":2,"t":1,"store":"cart","type":"transfer","payload":{"to":"x","amount":\#(amount)},"state":2}"#,
      ]
      return try folder.write(lines.joined(separator: "\n"), to: name)
    }
    let answer = try BuiltTool.run(
      "compare", write("old.jsonl", 1, #"{"id":1}"#, 5), write("new.jsonl", 2, #"{"id":1,"amount":3}"#, 7), "--all")
    #expect(answer.output.contains("payload of add  .amount  added: number") && answer.output.contains("transfer"), "\(answer.output)")
  }

  @Test func `keys that come and go within a run are no fields`() throws {
    let folder = try TemporaryFolder()
    let new = try Self.log(
      folder, "new.jsonl",
      [
        (#"{"sku":"a","price":5}"#, #"{"user":{"name":"Ann","age":3},"total":5,"items":[],"coupon":"x","stock":{"p7":1}}"#),
        (#"{"sku":"b","price":2}"#, #"{"user":{"name":"Ann","age":3},"total":7,"items":[],"stock":{"p7":2},"failed":"no"}"#),
      ])
    let answer = try BuiltTool.run("compare", try Self.old(folder), new)
    #expect(answer.status == 1 && answer.output.hasPrefix("the runs part"), "\(answer.output)")
  }
}
