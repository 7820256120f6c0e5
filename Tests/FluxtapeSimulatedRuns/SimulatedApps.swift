import FluxtapeJSON

/// Apps into which bugs are planted. Network answers take 80 to 400 ms, people half a second and more.
extension SimulatedApp {
  private static let network = 80...400
  private static let person = 300...2500

  /// A cart with a coupon, a reservation and a payment that times out after 600 ms.
  package static let shop = SimulatedApp(
    name: "shop",
    stores: [
      "catalog": ["isLoading": false, "stock": 40, "price": 120],
      "cart": ["count": 0, "total": 0, "discount": 0, "status": "open", "sku": .null],
      "session": ["user": .null, "token": .null, "attempts": 0],
    ],
    script: [
      does("appeared", "catalog"), does("loginTapped", "session", person, ("user", .id)),
      does("added", "cart", person, times: 2...5, ("sku", .id), ("price", .number(20...90))),
      does("couponTyped", "cart", person, ("code", .choice(["SPRING", "AUTUMN"]))), does("removed", "cart", person, chance: 0.4),
      does("checkoutTapped", "cart", person, ("way", .choice(["card", "cash"]))), does("closed", "cart", 4000...6000),
    ],
    rules: [
      "appeared": Rule(writes: [("isLoading", .value(true))], follows: [does("loaded", "catalog", network, ("stock", .value(40)))]),
      "loaded": Rule(writes: [("isLoading", .value(false)), ("stock", .payload("stock"))]),
      "loginTapped": Rule(
        writes: [("user", .payload("user")), ("attempts", .sum(.state("attempts"), .value(1)))],
        follows: [does("tokenReceived", "session", network, ("token", .id), ("user", .payload("user")))]),
      "tokenReceived": Rule(writes: [("token", .payload("token"))]),
      "added": Rule(writes: [
        ("count", .sum(.state("count"), .value(1))), ("total", .sum(.state("total"), .payload("price"))), ("sku", .payload("sku")),
      ]),
      "removed": Rule(writes: [("count", .sum(.state("count"), .value(-1)))]),
      "couponTyped": Rule(follows: [does("couponChecked", "cart", network, ("code", .payload("code")), ("percent", .value(10)))]),
      "couponChecked": Rule(writes: [("discount", .payload("percent"))]),
      "checkoutTapped": Rule(
        writes: [("status", .value("submitting"))],
        follows: [does("reserved", "catalog", network, ("way", .payload("way")), ("pieces", .value(3)))]),
      "reserved": Rule(
        writes: [("stock", .sum(.state("stock"), .value(-3)))],
        follows: [
          does("paid", "cart", network, ("way", .payload("way"))), does("paymentTimedOut", "cart", 600...600, unless: ["paid"]),
        ]),
      "paid": Rule(
        writes: [("status", .value("paid"))], follows: [does("receiptSent", "session", 20...60), does("cleared", "cart", 30...90)]),
      "paymentTimedOut": Rule(writes: [("status", .value("failed"))]),
      "cleared": Rule(writes: [("count", .value(0)), ("total", .value(0)), ("discount", .value(0))]),
      "closed": Rule(writes: [("status", .value("closed"))]),
    ])

  /// A search as you type: each answer is to show what was asked last.
  package static let search = SimulatedApp(
    name: "search",
    stores: [
      "search": ["query": "", "shown": .null, "isBusy": false, "page": 1], "history": ["last": .null, "count": 0],
      "settings": ["limit": 20, "safe": true],
    ],
    script: [
      does("opened", "search"), does("typed", "search", 150...900, times: 3...6, ("query", .id)),
      does("picked", "search", 700...2500, ("index", .number(0...9))),
      does("moreTapped", "search", person, chance: 0.5), does("left", "search", person),
    ],
    rules: [
      "opened": Rule(follows: [does("settingsRead", "settings", 5...20, ("limit", .value(20)), ("safe", .value(true)))]),
      "settingsRead": Rule(writes: [("limit", .payload("limit")), ("safe", .payload("safe"))]),
      "typed": Rule(
        writes: [("query", .payload("query"))],
        follows: [does("asked", "search", 250...250, unless: ["typed"], ("query", .payload("query")))]),
      "asked": Rule(
        writes: [("isBusy", .value(true))],
        follows: [does("answered", "search", network, ("query", .payload("query")), ("hits", .number(5...20)))]),
      "answered": Rule(
        writes: [("shown", .payload("query")), ("isBusy", .value(false))],
        follows: [does("remembered", "history", 10...30, ("query", .payload("query")))]),
      "remembered": Rule(writes: [("last", .payload("query")), ("count", .sum(.state("count"), .value(1)))]),
      "moreTapped": Rule(
        writes: [("page", .sum(.state("page"), .value(1)))], follows: [does("moreAnswered", "search", network, ("hits", .number(1...20)))]),
      "picked": Rule(follows: [does("detailShown", "search", network, ("index", .payload("index")))]),
      "left": Rule(writes: [("query", .value("")), ("page", .value(1))], follows: [does("persisted", "history", 5...15)]),
    ])

  /// A text with undo, redo and a save in the background.
  package static let editor = SimulatedApp(
    name: "editor",
    stores: [
      "text": ["body": "", "earlier": "", "later": "", "isDirty": false, "version": 0],
      "files": ["saved": .null, "isSaving": false, "version": 0],
      "toolbar": ["canUndo": false, "mode": "edit"],
    ],
    script: [
      does("openTapped", "files"), does("edited", "text", 600...1800, times: 2...5, ("body", .id)), does("undone", "text", person),
      does("redone", "text", person, chance: 0.5), does("edited", "text", 600...1800, times: 1...2, ("body", .id)),
      does("saveTapped", "files", person),
      does("closeTapped", "files", 1500...3000),
    ],
    rules: [
      "openTapped": Rule(follows: [does("opened", "text", network, ("version", .value(1)))]),
      "opened": Rule(writes: [("version", .payload("version"))], follows: [does("unlocked", "toolbar", 2...6)]),
      "unlocked": Rule(writes: [("mode", .value("edit"))]),
      "edited": Rule(
        writes: [("earlier", .state("body")), ("body", .payload("body")), ("isDirty", .value(true))],
        follows: [
          does("undoEnabled", "toolbar", 1...4), does("spellChecked", "text", 200...400, unless: ["edited"], ("faults", .number(0...3))),
        ]),
      "undoEnabled": Rule(writes: [("canUndo", .value(true))]),
      "undone": Rule(writes: [("later", .state("body")), ("body", .state("earlier"))], follows: [does("undoDisabled", "toolbar", 1...4)]),
      "undoDisabled": Rule(writes: [("canUndo", .value(false))]),
      "redone": Rule(writes: [("body", .state("later"))]),
      "saveTapped": Rule(
        writes: [("isSaving", .value(true))],
        follows: [does("written", "files", network, ("format", .choice(["md", "txt"])), ("bytes", .number(900...4000)))]),
      "written": Rule(
        writes: [("isSaving", .value(false)), ("version", .sum(.state("version"), .value(1)))], follows: [does("cleaned", "text", 1...5)]),
      "cleaned": Rule(writes: [("isDirty", .value(false))]),
      "closeTapped": Rule(follows: [does("released", "text", 5...20)]),
    ])

  /// A player with a timer that a pause and the end stop.
  package static let player = SimulatedApp(
    name: "player",
    stores: [
      "player": ["isPlaying": false, "position": 0, "track": .null, "rate": 1], "queue": ["left": 3, "next": .null],
      "screen": ["isOn": true, "dim": 0],
    ],
    script: [
      does("playTapped", "player", 200...800, ("track", .id)), does("pauseTapped", "player", 2600...4200),
      does("resumeTapped", "player", person),
      does("rateChanged", "player", person, chance: 0.5, ("rate", .choice([1, 2]))), does("skipTapped", "player", person, times: 1...3),
      does("stopTapped", "player", person),
      does("screenLeft", "screen", person),
    ],
    rules: [
      "playTapped": Rule(
        writes: [("track", .payload("track")), ("isPlaying", .value(true)), ("position", .value(0))],
        follows: [
          does("bufferFilled", "player", network, ("track", .payload("track"))),
          does("ticked", "player", 500...500, unless: ["pauseTapped"], ("by", .value(500))),
        ]),
      "ticked": Rule(
        writes: [("position", .sum(.state("position"), .payload("by")))],
        follows: [does("ticked", "player", 500...500, unless: ["pauseTapped", "stopTapped", "skipTapped"], ("by", .value(500)))]),
      "pauseTapped": Rule(writes: [("isPlaying", .value(false))], follows: [does("dimmed", "screen", 300...600, unless: ["resumeTapped"])]),
      "resumeTapped": Rule(
        writes: [("isPlaying", .value(true))],
        follows: [
          does("ticked", "player", 500...500, unless: ["stopTapped", "skipTapped"], ("by", .value(500))), does("lit", "screen", 1...9),
        ]),
      "dimmed": Rule(writes: [("dim", .value(60))]), "lit": Rule(writes: [("dim", .value(0))]),
      "rateChanged": Rule(writes: [("rate", .payload("rate"))]),
      "skipTapped": Rule(
        writes: [("position", .value(0))],
        follows: [does("dequeued", "queue", 2...9), does("trackLoaded", "player", network, ("track", .id))]),
      "dequeued": Rule(
        writes: [("left", .sum(.state("left"), .value(-1)))], follows: [does("prefetched", "queue", network, ("track", .id))]),
      "prefetched": Rule(writes: [("next", .payload("track"))]),
      "trackLoaded": Rule(writes: [("track", .payload("track"))]),
      "stopTapped": Rule(
        writes: [("isPlaying", .value(false)), ("track", .value(.null))], follows: [does("sessionEnded", "player", 10...50)]),
      "screenLeft": Rule(writes: [("isOn", .value(false))], follows: [does("disposed", "player", 1...9)]),
    ])

  /// A chat: messages are acknowledged, others come in, a connection is opened and closed.
  package static let chat = SimulatedApp(
    name: "chat",
    stores: [
      "chat": ["draft": "", "sent": 0, "acked": 0, "unread": 0, "room": "lobby"],
      "link": ["state": "closed", "retries": 0, "token": .null], "badge": ["count": 0],
    ],
    script: [
      does("connectTapped", "link", 100...400), does("joined", "chat", 900...1800, ("room", .choice(["red", "blue"]))),
      does("drafted", "chat", person, times: 2...4, ("text", .id)), does("readAll", "chat", person),
      does("drafted", "chat", person, times: 1...2, ("text", .id)),
      does("leftRoom", "chat", person), does("disconnectTapped", "link", person),
    ],
    rules: [
      "connectTapped": Rule(
        writes: [("state", .value("opening"))], follows: [does("tokenGranted", "link", network, ("token", .id), ("seconds", .value(3600)))]),
      "tokenGranted": Rule(
        writes: [("token", .payload("token"))], follows: [does("connected", "link", 20...90, ("token", .payload("token")))]),
      "connected": Rule(writes: [("state", .value("open"))], follows: [does("pinged", "link", 1000...1000, unless: ["disconnectTapped"])]),
      "pinged": Rule(follows: [does("pinged", "link", 1000...1000, unless: ["disconnectTapped"])]),
      "joined": Rule(
        writes: [("room", .payload("room"))],
        follows: [does("received", "chat", 400...3000, times: 2...4, unless: ["leftRoom"], ("room", .payload("room")), ("text", .id))]),
      "received": Rule(
        writes: [("unread", .sum(.state("unread"), .value(1)))], follows: [does("badged", "badge", 3...9, ("by", .value(1)))]),
      "badged": Rule(writes: [("count", .sum(.state("count"), .payload("by")))]),
      "drafted": Rule(
        writes: [("draft", .payload("text"))],
        follows: [does("sent", "chat", 50...90, ("text", .payload("text")), ("room", .payload("room")))]),
      "sent": Rule(
        writes: [("sent", .sum(.state("sent"), .value(1))), ("draft", .value(""))],
        follows: [does("acked", "chat", network, ("text", .payload("text")))]),
      "acked": Rule(writes: [("acked", .sum(.state("acked"), .value(1)))]),
      "readAll": Rule(writes: [("unread", .value(0))], follows: [does("unbadged", "badge", 3...9)]),
      "unbadged": Rule(writes: [("count", .value(0))]),
      "leftRoom": Rule(writes: [("room", .value("lobby"))], follows: [does("unsubscribed", "chat", 5...20)]),
      "disconnectTapped": Rule(writes: [("state", .value("closed"))], follows: [does("disconnected", "link", network)]),
    ])
}
