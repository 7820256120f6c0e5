import FluxtapeDocuments
import FluxtapeJSON
import Testing

@testable import FluxtapeReports

struct PageJSONTests {
  @Test(arguments: [
    (#"{"a":1,"b":[true,null,"x"],"c":1.5}"#, #"{"a":1,"b":[true,null,"x"],"c":1.5}"#),
    ("9007199254740993", #"{"$number":"9007199254740993"}"#), ("0.10", #"{"$number":"0.10"}"#), ("1e400", #"{"$number":"1e400"}"#),
    ("-0", #"{"$number":"-0"}"#), ("9007199254740991", "9007199254740991"), ("1e2", #"{"$number":"1e2"}"#), ("1.0", #"{"$number":"1.0"}"#),
    (#"{"10":1,"9":2}"#, #"{"$object":[["10",1],["9",2]]}"#), (#"{"__proto__":1}"#, #"{"$object":[["__proto__",1]]}"#),
    (#"{"$number":"x"}"#, #"{"$object":[["$number","x"]]}"#), (#"{"a":{"1":0.10}}"#, #"{"a":{"$object":[["1",{"$number":"0.10"}]]}}"#),
  ])
  func `what a browser would change is tagged`(_ json: String, _ expected: String) throws {
    #expect(PageJSON.text(try JSONValue(parsing: json)) == expected)
  }

  @Test func `no text ends a script, hides or drives`() throws {
    let text = "</script><!--<script>\u{202E}\u{7F}\u{1B}[31m\u{2028}"
    let json = PageJSON.text(text)
    #expect(!json.contains("<"))
    #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
    #expect(try JSONValue(parsing: json) == .string(text))
  }
}
