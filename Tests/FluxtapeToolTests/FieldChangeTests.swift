import Testing

/// Logs of two versions of an app, whose fields differ.
struct FieldChangeTests {
  private static func log(_ folder: TemporaryFolder, _ name: String, _ lines: [(payload: String, state: String)]) throws -> String {
    let lines = lines.enumerated().map { place, line in
      #"{"seq":\#(place + 1),"t":\#(place),"store":"cart","type":"add","payload":\#(line.payload),"state":\#(line.state)}"#
    }
    return try folder.write(lines.joined(separator: "\n"), to: name)
  }

  private static func old(_ folder: TemporaryFolder) throws -> String {
    try log(
      folder, "old.jsonl",
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
      folder, "new.jsonl",
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
      fields differ, and are not compared below:
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
    #expect(json[1...].filter { $0.contains(#""kind":"field""#) }.count == 6)
    #expect(
      json[3] == #"{"kind":"field","path":".items[*].qty","change":"renamed","to":".items[*].count","equalValues":true,"store":"cart"}"#,
      "\(json)")
    #expect(try BuiltTool.run("compare", folder.path("old.jsonl"), new, "--format", "md").output.hasPrefix("fields differ"))
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
