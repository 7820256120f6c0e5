import FluxtapeHistory
import FluxtapeLog
import Testing

/// What queries find in a small log with something of everything.
@Suite struct QueryTests {
  static let log = #"""
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"items":[],"total":0,"note":""}}
    {"seq":2,"t":20,"store":"session","type":"@@INIT","state":{"token":{"$redacted":"aa"},"tries":{"$float":"inf"}}}
    {"seq":3,"t":1000,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p7","qty":1},"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"id":"p7","qty":1}},{"op":"replace","path":"/total","value":15}]}
    {"seq":4,"t":2000,"mark":"the total flickers","level":"error"}
    {"seq":5,"t":2100,"store":"catalog","type":"catalog.reserve","cause":3,"payload":{"sku":"p7"},"reduced":false}
    {"seq":6,"t":2200,"store":"cart","type":"cart.qtyChanged","cause":3,"payload":{"sku":"p7","qty":3},"dur":9,"patch":[{"op":"replace","path":"/items/0/qty","value":3},{"op":"replace","path":"/total","value":45}]}
    {"seq":7,"t":2300,"store":"session","type":"session.loggedIn","cause":6,"dur":7,"patch":[{"op":"add","path":"/user","value":"Hanako \"H\" 花子"}]}
    {"seq":8,"t":1500000,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p1","qty":12},"dur":2000,"patch":[{"op":"add","path":"/items/0","value":{"id":"p1","qty":12}},{"op":"replace","path":"/total","value":60.5}]}
    {"seq":9,"t":1500100,"store":"cart","type":"cart.cleared","error":{"type":"Denied","message":"not while paying"},"dur":3}
    {"seq":10,"t":1500200,"store":"cart","type":"cart.outer"}
    {"seq":11,"t":1500300,"store":"session","type":"session.inner","cause":10,"dur":1,"patch":[{"op":"replace","path":"/user","value":"b"}]}
    {"completes":10,"t":1500400,"store":"cart","dur":200,"patch":[{"op":"replace","path":"/total","value":-1}],"state":{"items":[{"id":"p1","qty":12},{"id":"p7","qty":3}],"total":-1,"note":""}}
    {"seq":12,"t":1500500,"store":"cart","type":"cart.noop","dur":1,"patch":[]}
    {"seq":13,"t":1500600,"store":"cart","type":"cart.sampled","dur":1,"omitted":"sampled"}
    {"seq":14,"t":1500700,"store":"cart","type":"cart.note","dur":1,"patch":[{"op":"splice","path":"/note","at":0,"del":0,"ins":"hello"}]}
    no json
    {"seq":15,"t":1500800,"store":"cart","type":"fetch","effect":{"id":1,"phase":"started"}}
    {"seq":20,"t":1500900,"gap":{"lost":4,"first":16,"last":19,"reason":"disk full"}}
    {"seq":21,"t":1501000,"store":"cart","type":"cart.itemRemoved","dur":1,"state":{"items":[{"id":"p1","qty":12}],"total":5,"note":"hello"}}
    {"seq":22,"t":1501100,"store":"session","type":"@@DEINIT","reduced":false}
    {"seq":23,"t":1501200,"store":"cart","type":"cart.checkout","payload":{"order":"o-1"}}
    """#

  struct Case: CustomTestStringConvertible {
    let query: String
    /// Steps; rows without one are left out.
    let steps: [Int]
    var testDescription: String { query }

    init(_ query: String, _ steps: Int...) { (self.query, self.steps) = (query, steps) }
  }

  static let cases = [
    Case("store:cart", 1, 3, 6, 8, 9, 10, 12, 13, 14, 15, 21, 23),
    Case("store:c*", 1, 3, 5, 6, 8, 9, 10, 12, 13, 14, 15, 21, 23),
    Case("store:/^cat/", 5),
    Case("type:cart.item*", 3, 8, 21),
    Case("type:cart.item*ed store:cart -type:*Removed", 3, 8),
    Case("type:@@????", 1, 2),
    Case("type:/I[TN]/", 1, 2, 22),
    Case("type:flickers"),
    Case("seq:3..6", 3, 4, 5, 6),
    Case("seq:21..", 21, 22, 23),
    Case("seq > 21", 22, 23),
    Case("cause:3", 5, 6),
    Case("chain:6", 3, 6, 7),
    Case("chain:3", 3, 5, 6, 7),
    Case("chain:99"),
    Case("dur > 1ms", 8),
    Case("dur <= 1us", 11, 12, 13, 14, 21),
    Case("not dur > 1us", 11, 12, 13, 14, 21),
    Case("t > 1.5s t < 1.50025s", 9, 10),
    Case("t == 10us", 1),
    Case("is:error", 4, 9), Case("is:unchanged", 5, 9, 12, 22), Case("is:mark", 4), Case("is:gap", 20), Case("is:inflight", 23),
    Case("is:pending", 15), Case("is:effect", 15), Case("is:init", 1, 2), Case("is:deinit", 22), Case("is:omitted", 13),
    Case("is:bad"), Case("is:unreduced", 5, 22), Case("is:snapshot", 1, 2, 10, 21), Case("is:end"),
    Case(".total > 20", 6, 8, 9),
    Case(".total < 0", 10, 12, 13, 14, 15),
    Case("cart.total > 20", 6, 7, 8, 9, 11),
    Case("cart.total == 60.50 store:session", 11),
    Case("cart.total < 0 store:session"),
    Case(".items[0].id == \"p7\"", 3, 6),
    Case("/items/0/id == \"p7\"", 3, 6),
    Case(".items[id=\"p7\"].qty == 3", 6, 8, 9, 10, 12, 13, 14, 15),
    Case("cart.items[id=\"p1\"].qty > 1 and store:session", 11, 22),
    Case(".items[*].qty == 12", 8, 9, 10, 12, 13, 14, 15, 21, 23),
    Case(".items[*].qty == 1", 3),
    Case("not .items[*].qty == 12 and store:cart", 1, 3, 6),
    Case("len(.items) == 2", 8, 9, 10, 12, 13, 14, 15),
    Case("len(.items) == 0", 1),
    Case("len(.note) == 5", 14, 15, 21, 23),
    Case("len(.user) == 13", 7),
    Case("session.user == null", 1, 2, 3, 4, 5, 6, 22, 23),
    Case("session.user != null", 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21),
    Case(".user == null store:session", 2, 22),
    Case("session.token == \"x\""),
    Case("session.token != \"x\"", 1, 22, 23),
    Case("session.token != null seq:..3", 2, 3),
    Case("session.tries > 1000 seq:..3", 2, 3),
    Case("session.user ~ \"^Han.*花\"", 7, 8, 9),
    Case("session.user ~ \"(?i)HANAKO\"", 7, 8, 9),
    Case("cart.total ~ \"^6\"", 8, 9, 11),
    Case("payload.sku == \"p7\"", 3, 5, 6),
    Case("payload.qty >= 3", 6, 8),
    Case("payload.order ~ /^o-\\d$/", 23),
    Case("payload.sku == .items[0].id", 3, 6, 8),
    Case("payload == null store:session", 2, 7, 11, 22),
    Case("prev.total != .total", 1, 3, 6, 8, 10, 21),
    Case("prev.total < .total", 3, 6, 8, 21),
    Case("delta(.total) < 0", 10),
    Case("delta(.total) == 30", 6),
    Case("delta(.total) == 0 is:action", 9, 12, 14, 15),
    Case("changed:.total", 1, 3, 6, 8, 10),
    Case("changed:cart.total", 1, 3, 6, 8, 10),
    Case("changed:.items[0]", 3, 6, 8),
    Case("changed:.items[*].qty", 3, 6, 8),
    Case("changed:.note", 1, 14),
    Case("changed:.", 1, 2, 3, 6, 7, 8, 10, 11, 14),
    Case("changed:session.user", 7, 11),
    Case("-changed:.total store:cart", 9, 12, 14, 15),
    Case("hanako", 7), Case("Hanako", 7), Case("HANAKO"), Case("\"\\\"H\\\"\"", 7), Case("花子", 7),
    Case("denied", 9), Case("flickers", 4), Case("p7", 3, 5, 6), Case("hello", 14, 21), Case("/^cart\\.no/", 12, 14),
    Case("\"disk full\"", 20),
    Case("\"/items/0\"", 3, 6, 8),
    Case("in:state hello", 14, 15, 21, 23),
    Case("in:state p7 -is:unchanged", 3, 6, 8, 10, 13, 14, 15),
    Case("(type:cart.note or is:mark) and not seq:4", 14),
    Case("store:nowhere"),
    Case("nowhere.x == 1"),
    Case("nowhere.x == null"),
  ]

  @Test(arguments: cases)
  func `a query finds the steps that it holds for`(_ example: Case) throws {
    let history = try History.of(Self.log)
    let rows = try history.rows(matching: Query(parsing: example.query))
    #expect(rows.compactMap { history.rows[$0].step?.rawValue } == example.steps)
    #expect(rows == rows.sorted())
    #expect(try history.firstRow(matching: Query(parsing: example.query)) == rows.first)
  }

  @Test func `a bad line is found by what stands on it`() throws {
    let history = try History.of(Self.log)
    for query in ["is:bad", "\"no json\""] {
      let rows = try history.rows(matching: Query(parsing: query))
      #expect(rows.map { history.rows[$0].kind } == [.badLine])
    }
  }

  @Test func `what became true is the first of each run of steps`() throws {
    let history = try History.of(Self.log)
    func steps(_ query: String) throws -> [Int] {
      try history.rowsWhereBecame(Query(parsing: query)).compactMap { history.rows[$0].step?.rawValue }
    }
    #expect(try steps(".total > 20") == [6])
    #expect(try steps("cart.total > 20") == [6])
    #expect(try steps(".total > 0") == [3, 21])
    #expect(try steps("type:cart.item*") == [3, 8, 21])
  }

  @Test func `a path that names a store which is not there is told, with the nearest name`() throws {
    let history = try History.of(Self.log)
    let error = try #require(history.problem(with: try Query(parsing: "is:mark or crat.total > 1")))
    #expect(error.offset == 11 && error.suggestion == "cart")
    #expect(error.expected.contains("cart, session, catalog"))
    #expect(history.problem(with: try Query(parsing: ".total > 1 changed:cart.x")) == nil)
  }

  @Test func `a search ends when its reports are answered so`() throws {
    var lines = (1...10_000).map { #"{"seq":\#($0),"t":1,"store":"s","type":"x","patch":[]}"# }
    lines.append("")
    let history = try History.of(lines.joined(separator: "\n"))
    var reports: [QueryProgress] = []
    let found = try history.rows(matching: Query(parsing: "type:x")) { progress in
      reports.append(progress)
      return reports.count < 2
    }
    #expect(reports.count == 2 && found.count == reports[1].looked && found.count < 10_000)
    #expect(reports.flatMap(\.found) == found)
  }
}

/// What was left out of a log is not known, however it is asked for.
@Suite struct UnknownValueTests {
  private static let log = #"""
    {"seq":1,"t":1,"store":"s","type":"login","payload":{"password":{"$redacted":"ab"},"user":"p7"},"patch":[]}
    {"seq":2,"t":2,"store":"s","type":"login","payload":{"password":"p7","user":"caf\u00e9"},"patch":[]}
    {"seq":3,"t":3,"store":"s","type":"login","payload":{"password":"other","user":"CAFÉ"},"patch":[]}
    {"seq":4,"t":4,"store":"bus","type":"hello","payload":"p7","reduced":false}
    {"seq":5,"t":5,"store":"s","type":"hello","cause":4,"patch":[]}
    {"seq":6,"t":6,"store":"s","type":"fetch","effect":{"id":1,"phase":"started"}}
    {"completes":6,"t":7,"store":"s","error":{"type":"Timeout","message":"p7 is late"}}

    """#

  @Test(arguments: [
    ("payload.password == \"p7\"", [2]), ("not payload.password == \"p7\"", [3, 4, 5, 6]), ("payload.password ~ \"^p7$\"", [2]),
    ("type:login not payload.password ~ \"p7\"", [3]), ("payload == \"p7\"", [4, 5]), ("p7", [1, 2, 4, 5, 6]), ("café", [2, 3]),
    ("not p7", [3]), ("timeout", [6]), ("payload.user == \"café\"", [2]), ("/caf./", [2]),
  ])
  func `bytes are looked at first, and answer nothing that they do not tell`(query: String, steps: [Int]) throws {
    let history = try History.of(Self.log)
    #expect(try history.rows(matching: Query(parsing: query)).compactMap { history.rows[$0].step?.rawValue } == steps)
  }
}
