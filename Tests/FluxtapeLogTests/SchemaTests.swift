import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogSchema
import Foundation
import Testing

/// The JSON Schema beside the page on the format.
struct SchemaTests {
  @Test(arguments: LogLineTests.canonicalLines)
  func `what this package writes is as the schema says`(_ line: String) throws {
    #expect(try LogSchema.fault(in: Array(line.utf8)) == nil)
  }

  @Test func `the log of the sample shop is as the schema says`() throws {
    let path = LogSchema.file.appendingPathComponent("../../../../samples/logs/shop.jsonl").standardizedFileURL
    let lines = try Data(contentsOf: path).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 200)
    for line in lines { #expect(try LogSchema.fault(in: Array(line)) == nil) }
  }

  @Test(arguments: [
    #"{"a":1,"$$a":1,"":{"$$":[{"$float":"-inf"}]}}"#, #"{"$redacted":"9f2c41d07be3a85c"}"#, #"{"$opaque":"URLSession"}"#,
    #"{"$truncated":{"bytes":120931,"digest":"9f2c41d07be3a85c"}}"#, "1e400", #""\ud800""#, "null", "[]", "{}",
  ])
  func `any JSON is a value, and what JSON lacks is tagged`(value: String) throws {
    #expect(try fault(in: #"{"seq":1,"t":1,"store":"a","type":"x","payload":\#(value),"state":\#(value)}"#) == nil)
    #expect(try fault(in: #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"add","path":"/$$a","value":\#(value)}]}"#) == nil)
  }

  /// Mistakes of writers, and the place where the schema reports them.
  static let wrongLines = [
    ("[1]", ""), ("{}", ""), (#"{"seq":0}"#, "/seq"), (#"{"seq":1.5}"#, "/seq"), (#"{"fluxtape":2}"#, "/fluxtape"),
    (#"{"fluxtape":1,"time":"2026-11-21 09:00"}"#, "/time"), (#"{"fluxtape":1,"segment":2}"#, ""),
    (#"{"fluxtape":1,"run":"r","segment":0}"#, "/segment"), (#"{"fluxtape":1,"dropped":{"segments":1}}"#, "/dropped"),
    (#"{"fluxtape":1,"needs":[1]}"#, "/needs/0"), (#"{"seq":1,"t":1,"type":"x"}"#, ""), (#"{"t":1,"store":"a","type":"x"}"#, ""),
    (#"{"seq":1,"t":-1,"store":"a","type":"x"}"#, "/t"), (#"{"seq":1,"t":1,"store":1,"type":"x"}"#, "/store"),
    (#"{"t":1,"store":"a","type":"@@STATE"}"#, ""), (#"{"seq":1,"t":1,"store":"a","type":"@@STATE","omitted":"sampled"}"#, ""),
    (#"{"seq":0,"t":1,"store":"a","type":"@@STATE","state":1}"#, "/seq"),
    (#"{"seq":1,"t":1,"store":"a","type":"@@STATE","state":1,"settled":false}"#, "/settled"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","cause":[[1]]}"#, "/cause/0"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","cause":{"seq":1}}"#, "/cause"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","effect":{"id":"f","phase":"begun"}}"#, "/effect/phase"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","trace":"4BF92F3577B34DA6A3CE929D0E0E4736"}"#, "/trace"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","span":"00f067aa0ba902b"}"#, "/span"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","reduced":true}"#, "/reduced"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","omitted":"lazy"}"#, "/omitted"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","error":{"message":"m"}}"#, "/error"),
    (#"{"seq":1,"t":1,"store":"a","type":"x","dur":-3}"#, "/dur"), (#"{"seq":1,"t":1,"store":"a","type":"x","patch":{}}"#, "/patch"),
    (#"{"completes":1,"seq":2,"t":1,"store":"a","patch":[]}"#, ""), (#"{"completes":1,"t":1,"patch":[]}"#, ""),
    (#"{"seq":1,"t":1,"mark":"m","level":"loud"}"#, "/level"), (#"{"seq":1,"t":1,"mark":7}"#, "/mark"),
    (#"{"seq":1,"t":1,"mark":"m","problem":{"store":"a"}}"#, "/problem"),
    (#"{"seq":1,"t":1,"mark":"m","problem":{"kind":1}}"#, "/problem/kind"),
    (#"{"seq":1,"t":1,"gap":{"lost":1}}"#, "/gap"), (#"{"seq":1,"t":1,"gap":{"lost":1,"first":0,"reason":"r"}}"#, "/gap/first"),
    (#"{"seq":1,"t":1,"end":true}"#, "/end"),
  ]

  @Test(arguments: wrongLines)
  func `what a writer gets wrong is told`(line: String, place: String) throws {
    let fault = try #require(try fault(in: line))
    #expect(fault.hasPrefix(place + ":"), "\(fault)")
  }

  @Test(arguments: [
    (#"{"op":"paint","path":""}"#, "/op"), (#"{"op":"test","path":"","value":1}"#, "/op"), (#"{"op":"remove"}"#, ""),
    (#"{"op":"add","path":"/a"}"#, ""), (#"{"op":"move","path":"/a"}"#, ""), (#"{"op":"copy","path":"/a","from":"b"}"#, "/from"),
    (#"{"op":"remove","path":"a"}"#, "/path"), (#"{"op":"remove","path":"/~2"}"#, "/path"), (#"{"op":"remove","path":"/a/$b"}"#, "/path"),
    (#"{"op":"splice","path":"/a","at":1,"del":0}"#, ""), (#"{"op":"splice","path":"/a","at":-1,"del":0,"ins":""}"#, "/at"),
  ])
  func `an operation that is none is told`(operation: String, place: String) throws {
    let fault = try #require(try fault(in: #"{"completes":1,"t":1,"store":"a","patch":[\#(operation)]}"#))
    #expect(fault.hasPrefix("/patch/0" + place + ":"), "\(fault)")
  }

  @Test(arguments: [#"{"$a":1}"#, #"{"$float":"nan","a":1}"#, #"{"$float":"infinite"}"#, #"{"$truncated":{"bytes":1}}"#, #"{"$":1}"#])
  func `a key of its own that begins with one dollar sign is told`(value: String) throws {
    #expect(try fault(in: #"{"t":1,"store":"a","type":"@@STATE","state":[{"b":\#(value)}]}"#) != nil)
  }

  @Test(arguments: [#"{"oneOf":[]}"#, ##"{"$ref":"#/$defs/x"}"##, #"{"type":1}"#, "[]"])
  func `a schema that asks for what is not known is no schema`(schema: String) throws {
    let json = try JSONValue(parsing: schema)
    #expect(throws: SchemaError.self) { try JSONSchema(json) }
  }

  private func fault(in line: String) throws -> String? { try LogSchema.fault(in: Array(line.utf8)) }
}
