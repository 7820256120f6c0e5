import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct JSONPointerTests {
  private static let document = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

  /// The examples of RFC 6901, section 5.
  @Test(arguments: [
    ("", document), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
    ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
  ])
  func `the RFC's examples name`(pointer: String, value: String) throws {
    let document = try JSONValue(parsing: Self.document)
    #expect(document[try JSONPointer(parsing: pointer)]?.text == value)
  }

  @Test(arguments: ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+0", "/foo/ 0", "/foo/0x0", "/foo/", "/bar", "/foo/0/0", "/a/b", "//"])
  func `nothing is at`(pointer: String) throws {
    #expect(try JSONValue(parsing: Self.document)[try JSONPointer(parsing: pointer)] == nil)
  }

  @Test(arguments: [
    ("", []), ("/", [""]), ("//", ["", ""]), ("/a/b", ["a", "b"]), ("/~0~1~01", ["~/~1"]), ("/é/日本", ["é", "日本"]), ("/a/", ["a", ""]),
  ])
  func `a pointer is read and written`(text: String, tokens: [String]) throws {
    let pointer = try JSONPointer(parsing: text)
    #expect(pointer.tokens == tokens)
    #expect(pointer.description == text)
  }

  @Test(arguments: [
    ("a", JSONPointerError.Reason.noLeadingSlash, 0), ("#/a", .noLeadingSlash, 0), ("/~", .badEscape, 1), ("/a~2", .badEscape, 2),
    ("/é/~", .badEscape, 4), ("/~0~x", .badEscape, 3),
  ])
  func `another text is no pointer`(text: String, reason: JSONPointerError.Reason, offset: Int) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(parsing: text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test func `a pointer contains itself and what is below, by whole tokens`() throws {
    let cart = try JSONPointer(parsing: "/cart")
    #expect(cart.contains(cart))
    #expect(cart.contains(cart.appending(0).appending("sku")))
    #expect(!cart.contains(try JSONPointer(parsing: "/cartoon")))
    #expect(!cart.appending("x").contains(cart))
    #expect(JSONPointer().contains(cart))
  }
}
