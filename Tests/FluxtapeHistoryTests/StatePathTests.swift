import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

struct StatePathTests {
  @Test(arguments: [
    (".", StatePath()),
    ("cart", StatePath(store: "cart")),
    ("cart.total", StatePath(store: "cart", parts: [.member("total")])),
    (".items[0].qty", StatePath(parts: [.member("items"), .element(0), .member("qty")])),
    (#""cart#2".total"#, StatePath(store: "cart#2", parts: [.member("total")])),
    (#".a["odd key"]["quote\""]"#, StatePath(parts: [.member("a"), .member("odd key"), .member("quote\"")])),
    (#".items[id="p7"].qty"#, StatePath(parts: [.member("items"), .elementWith("id", "p7"), .member("qty")])),
    (#"[n=3]"#, StatePath(parts: [.elementWith("n", 3)])),
    (".製品[12]", StatePath(parts: [.member("製品"), .element(12)])),
    (".kebab-case.$tag", StatePath(parts: [.member("kebab-case"), .member("$tag")])),
  ])
  func `a path is read and written the same`(text: String, path: StatePath) throws {
    #expect(try StatePath(parsing: text) == path)
    #expect(path.description == text)
  }

  @Test func `a JSON Pointer is a path too`() throws {
    #expect(try StatePath(parsing: "/items/0/a~1b") == StatePath(parts: [.token("items"), .token("0"), .token("a/b")]))
    #expect(try StatePath(parsing: "cart/total") == StatePath(store: "cart", parts: [.token("total")]))
    #expect(try StatePath(parsing: "") == StatePath())
  }

  @Test func `a point before brackets is that of other tools`() throws {
    #expect(try StatePath(parsing: #".["a"].[0]"#) == StatePath(parts: [.member("a"), .element(0)]))
  }

  @Test(arguments: [
    (".a.", 3), ("[", 1), (".a[", 3), (".a[x]", 4), (".a[0", 4), (".a b", 2), ("\"open", 0),
    (".a[99999999999999999999]", 3), ("#", 0), ("/~2", 0),
  ])
  func `a wrong path says where`(text: String, offset: Int) {
    let error = #expect(throws: StatePathError.self) { try StatePath(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test func `a path leads to a place in a document`() throws {
    let cart: JSONValue = ["items": [["id": "p1"], ["id": "p7", "qty": 4]], "0": "zero"]
    func place(_ text: String) throws -> String? { try StatePath(parsing: text).pointer(in: cart)?.description }
    #expect(try place(#".items[id="p7"].qty"#) == "/items/1/qty")
    #expect(try place(#".items[id="p9"].qty"#) == nil)
    #expect(try place(".missing.deep") == "/missing/deep")
    #expect(try place("/items/1") == "/items/1")
    #expect(try place(".items[qty=4.0]") == "/items/1")
  }

  @Test func `a pointer is written with what the document says of its parts`() {
    let document: JSONValue = ["items": [["0": "a"]]]
    let pointer = JSONPointer(tokens: ["items", "0", "0"])
    #expect(StatePath(store: "cart", pointer, in: document).description == #"cart.items[0]["0"]"#)
  }

  @Test func `a number in brackets is also a member with that key`() throws {
    let history = try History.of(
      """
      {"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"byID":{"42":{"n":1}}}}
      {"seq":2,"t":2,"store":"s","type":"count","patch":[{"op":"replace","path":"/byID/42/n","value":2}]}

      """)
    #expect(try history.rows(matching: Query(parsing: ".byID[42].n == 1")) == [0])
    #expect(try history.rows(matching: Query(parsing: "changed:.byID[42]")) == [0, 1])
    #expect(try history.changes(of: [StatePath(parsing: "s.byID[42].n")]).map(\.new) == [1, 2])
  }
}
