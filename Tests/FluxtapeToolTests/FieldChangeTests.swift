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

  @Test func `fields that were renamed, added, gone or of another type stand first, and are not compared`() throws {
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
      fields differ between the versions, and are not compared below:
        payload of add  .price         perhaps renamed to .unitPrice, a similar name
        cart            .coupon        gone: was string
        cart            .items[*].qty  renamed to .items[*].count, by its equal values
        cart            .open          added: boolean
        cart            .total         number, now string
        cart            .user.name     renamed to .user.handle, by its equal values

      """
    #expect(answer.output.hasPrefix(expected), "\(answer.output)")
    let rest = answer.output.dropFirst(expected.count)
    #expect(rest.contains("/user/age") && rest.contains("→ 4"), "\(answer.output)")
    for field in ["total", "coupon", "handle", "qty", "open", "rice"] { #expect(!rest.contains(field), "\(rest)") }
    let json = try BuiltTool.run("compare", folder.path("old.jsonl"), new, "--json").lines
    for line in json { #expect(try AnswerSchemaTests.schema("compare").fault(in: JSONValue(parsing: line)) == nil, "\(line)") }
    #expect(json[1...].filter { $0.contains(#""kind":"field""#) }.count == 6)
    #expect(
      json[3] == #"{"kind":"field","path":".items[*].qty","change":"renamed","to":".items[*].count","equalValues":true,"store":"cart"}"#,
      "\(json)")
    #expect(try BuiltTool.run("compare", folder.path("old.jsonl"), new, "--format", "md").output.hasPrefix("fields differ"))
  }

  @Test func `fields of one version are told, and compared`() throws {
    let folder = try TemporaryFolder()
    let good = try Self.log(folder, "good.jsonl", version: 1, [("1", #"{"total":5}"#), ("2", #"{"total":7}"#)])
    for version in [1, nil] {
      let bad = try Self.log(folder, "bad.jsonl", version: version, [("1", #"{"total":5,"open":1}"#), ("2", #"{"total":7,"open":1}"#)])
      let answer = try BuiltTool.run("compare", good, bad)
      #expect(answer.output.hasPrefix("fields differ:\n  cart  .open  added: number\n\nthe runs part:"), "\(answer.output)")
      #expect(answer.status == 1 && answer.output.contains("  /open  absent"), "\(answer.output)")
    }
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
