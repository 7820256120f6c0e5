import FluxtapeJSON

extension SimulatedApp {
  /// An app for deliveries: a list of orders that is sorted and filtered, details from a cache, a basket, a live map and a support form.
  ///
  /// Its author had not read how causes are searched for.
  package static let delivery = SimulatedApp(
    name: "delivery",
    stores: [
      "account": ["token": .null, "phase": "signedOut", "name": .null],
      "orders": ["page": 0, "rows": 0, "sort": .null, "filter": .null, "selected": .null, "removed": .null, "restored": .null],
      "detail": ["order": .null, "age": .null, "likes": 4, "isLiked": false, "reminder": .null],
      "basket": ["currency": "EUR", "net": 0, "total": 0, "tip": 0],
      "tracking": ["isLive": false, "leg": 0, "samples": 0],
      "support": ["photo": .null, "upload": .null, "note": "", "draft": ""],
    ],
    script: [
      does("launched", "account"), does("ordersOpened", "orders", 1400...2600), does("picked", "orders", 1200...2400, ("order", .id)),
      does("likeTapped", "detail", 900...1800), does("reminderTapped", "detail", 300...2500, chance: 0.8),
      does("archived", "orders", 300...2500, ("order", .id)), does("undoTapped", "orders", 500...1500),
      does("quoteTapped", "basket", 300...2500, ("net", .number(1000...9000))),
      does("tipTyped", "basket", 600...1800, chance: 0.6, ("text", .choice(["1,50", "2,00", "3,00"]))),
      does("mapOpened", "tracking", 300...2500), does("mapClosed", "tracking", 2500...4000),
      does("mapOpened", "tracking", 300...2500), does("mapClosed", "tracking", 2500...4000),
      does("photoTaken", "support", 300...2500, ("photo", .id)), does("photoDiscarded", "support", 100...300, chance: 0.25),
      does("noteTyped", "support", 150...500, times: 1...4, ("text", .id)), does("signedOut", "account", 1500...3000),
    ],
    rules: [
      "launched": Rule(writes: [("phase", .value("starting"))], follows: [does("renewAsked", "account", 10...30)]),
      "renewAsked": Rule(follows: [does("tokenRenewed", "account", 80...400, ("token", .id), ("seconds", .value(900)))]),
      "tokenRenewed": Rule(
        writes: [("token", .payload("token")), ("phase", .value("signedIn"))],
        follows: [does("profileLoaded", "account", 80...400, ("name", .id))]),
      "profileLoaded": Rule(writes: [("name", .payload("name"))]),
      "ordersOpened": Rule(
        writes: [("page", .value(1))], follows: [does("ordersAsked", "orders", 1...5, ("page", .value(1)), ("auth", .value("bearer")))]),
      "ordersAsked": Rule(follows: [
        does("ordersFailed", "orders", 40...79, chance: 0.3, ("status", .choice([502, 503])), ("page", .payload("page"))),
        does("ordersAnswered", "orders", 80...400, unless: ["ordersFailed"], ("page", .payload("page")), ("rows", .number(12...20))),
      ]),
      "ordersFailed": Rule(follows: [
        does("ordersRetried", "orders", 200...300, ("page", .payload("page")), ("auth", .value("bearer")))
      ]),
      "ordersRetried": Rule(follows: [does("ordersAnswered", "orders", 80...400, ("page", .payload("page")), ("rows", .number(12...20)))]),
      "ordersAnswered": Rule(
        writes: [("rows", .payload("rows"))],
        follows: [
          does("sorted", "orders", 3...8, ("by", .value("date"))), does("filtered", "orders", 12...25, ("by", .choice(["open", "all"]))),
        ]),
      "sorted": Rule(writes: [("sort", .payload("by"))]), "filtered": Rule(writes: [("filter", .payload("by"))]),
      "picked": Rule(
        writes: [("selected", .payload("order"))],
        follows: [
          does("cacheAnswered", "detail", 5...20, ("order", .payload("order")), ("age", .number(60...600))),
          does("detailAnswered", "detail", 80...400, ("order", .payload("order")), ("age", .value(0))),
        ]),
      "cacheAnswered": Rule(writes: [("order", .payload("order")), ("age", .payload("age"))]),
      "detailAnswered": Rule(writes: [("order", .payload("order")), ("age", .payload("age"))]),
      "likeTapped": Rule(
        writes: [("isLiked", .value(true)), ("likes", .sum(.state("likes"), .value(1)))],
        follows: [
          does("likeFailed", "detail", 80...400, chance: 0.4, ("status", .value(409))),
          does("likeSaved", "detail", 420...500, unless: ["likeFailed"]),
        ]),
      "likeFailed": Rule(writes: [("isLiked", .value(false)), ("likes", .sum(.state("likes"), .value(-1)))]),
      "reminderTapped": Rule(follows: [does("reminderPlanned", "detail", 1...5, ("minutes", .value(1440)), ("at", .date))]),
      "reminderPlanned": Rule(writes: [("reminder", .payload("minutes"))]),
      "archived": Rule(writes: [("removed", .payload("order"))], follows: [does("undoOffered", "orders", 1...5)]),
      "undoTapped": Rule(writes: [("restored", .state("removed"))], follows: [does("rowInserted", "orders", 1...5)]),
      "quoteTapped": Rule(
        writes: [("net", .payload("net"))],
        follows: [does("quoted", "basket", 80...400, ("net", .payload("net")), ("fee", .value(250)))]),
      "quoted": Rule(writes: [("total", .sum(.payload("net"), .payload("fee")))]),
      "tipTyped": Rule(follows: [does("tipParsed", "basket", 1...4, ("cents", .choice([150, 200, 300])))]),
      "tipParsed": Rule(writes: [("tip", .payload("cents"))]),
      "mapOpened": Rule(writes: [("isLive", .value(true)), ("leg", .value(0))], follows: [does("subscribed", "tracking", 3...9)]),
      "subscribed": Rule(follows: [
        does("moved", "tracking", 400...700, unless: ["mapClosed"], ("leg", .value(1))),
        does("moved", "tracking", 900...1300, unless: ["mapClosed"], ("leg", .value(2))),
        does("moved", "tracking", 1500...1900, unless: ["mapClosed"], ("leg", .value(3))),
        does("sampled", "tracking", 500...500, unless: ["mapClosed"]),
      ]),
      "moved": Rule(writes: [("leg", .payload("leg"))]),
      "sampled": Rule(
        writes: [("samples", .sum(.state("samples"), .value(1)))], follows: [does("sampled", "tracking", 500...500, unless: ["mapClosed"])]),
      "mapClosed": Rule(writes: [("isLive", .value(false))], follows: [does("unsubscribed", "tracking", 3...9)]),
      "photoTaken": Rule(
        writes: [("photo", .payload("photo"))],
        follows: [does("photoUploaded", "support", 500...900, unless: ["photoDiscarded"], ("photo", .payload("photo")))]),
      "photoUploaded": Rule(writes: [("upload", .payload("photo"))]), "photoDiscarded": Rule(writes: [("photo", .value(.null))]),
      "noteTyped": Rule(
        writes: [("note", .payload("text"))],
        follows: [does("draftSaved", "support", 400...400, unless: ["noteTyped"], ("text", .payload("text")))]),
      "draftSaved": Rule(writes: [("draft", .payload("text"))]),
      "signedOut": Rule(
        writes: [("token", .value(.null)), ("phase", .value("signedOut"))], follows: [does("basketReset", "basket", 1...9)]),
      "basketReset": Rule(writes: [("net", .value(0)), ("total", .value(0)), ("tip", .value(0))]),
    ])
}
