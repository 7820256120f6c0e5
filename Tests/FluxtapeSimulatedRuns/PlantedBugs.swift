import FluxtapeJSON

extension PlantedBug {
  /// The bugs that `benchmarks causes` plants.
  package static let all = known + independent

  /// Bugs by the authors of the search.
  private static let known: [PlantedBug] = [
    // Order
    .init(name: "coupon after checkout", app: .shop, fault: .held("couponChecked", until: "checkoutTapped")),
    .init(name: "settings after the first answer", app: .search, fault: .held("settingsRead", until: "answered")),
    .init(name: "connected after the first draft", app: .chat, fault: .held("connected", until: "drafted")),
    .init(name: "cleared before the receipt", app: .shop, fault: .held("receiptSent", until: "closed")),
    // Start values
    .init(name: "cart starts with a discount", app: .shop, fault: .start(store: "cart", key: "discount", 15)),
    .init(name: "search starts busy", app: .search, fault: .start(store: "search", key: "isBusy", true)),
    .init(name: "editor starts dirty", app: .editor, fault: .start(store: "text", key: "isDirty", true)),
    .init(name: "chat starts with unread", app: .chat, fault: .start(store: "chat", key: "unread", 7)),
    // Missing actions
    .init(name: "no receipt", app: .shop, fault: .missing("receiptSent")),
    .init(name: "one lookup is not remembered", app: .search, fault: .missing("remembered", nth: 2)),
    .init(name: "text is not cleaned", app: .editor, fault: .missing("cleaned")),
    .init(name: "screen stays dim", app: .player, fault: .missing("lit")),
    // Doubled actions
    .init(name: "added twice", app: .shop, fault: .doubled("added", nth: 1, after: 40)),
    .init(name: "sent twice", app: .chat, fault: .doubled("sent", nth: 2)),
    .init(name: "dequeued twice", app: .player, fault: .doubled("dequeued", nth: 1)),
    // Times
    .init(name: "slow payment", app: .shop, fault: .late("paid", by: 500...900)),
    .init(name: "slow answer", app: .search, fault: .late("answered", nth: 1, by: 600...1200)),
    .init(name: "slow token", app: .chat, fault: .late("tokenGranted", by: 800...1600)),
    // Wrong payloads
    .init(name: "coupon of 100 percent", app: .shop, fault: .payload("couponChecked", key: "percent", .value(100))),
    .init(name: "another user's token", app: .shop, fault: .payload("tokenReceived", key: "user", .id)),
    .init(name: "negative price", app: .shop, fault: .payload("added", key: "price", .number(-50...(-10)), nth: 1)),
    .init(name: "answer to another query", app: .search, fault: .payload("answered", key: "query", .id, nth: 1)),
    .init(name: "tick of 5 s", app: .player, fault: .payload("ticked", key: "by", .value(5000), nth: 2)),
    // Stale answers
    .init(name: "stale answer", app: .search, fault: .stale("answered")),
    .init(name: "stale memory", app: .search, fault: .payload("remembered", key: "query", .payload("query"), nth: 2)),
    // Leaks
    .init(name: "text is not released", app: .editor, fault: .missing("released")),
    .init(name: "ticks after the end", app: .player, fault: .uncancelled("ticked")),
    .init(name: "pings after the end", app: .chat, fault: .uncancelled("pinged")),
    // Wrong stores
    .init(name: "badge in the chat", app: .chat, fault: .wrongStore("badged", to: "chat")),
    .init(name: "memory in the settings", app: .search, fault: .wrongStore("remembered", to: "settings")),
    // Undo
    .init(name: "undo restores nothing", app: .editor, fault: .forgets("undone", key: "body")),
    .init(name: "undo stays enabled", app: .editor, fault: .missing("undoDisabled")),
    // Cancelled effects and reducers
    .init(name: "answers while typing", app: .search, fault: .uncancelled("asked")),
    .init(name: "cart is not cleared", app: .shop, fault: .forgets("cleared", key: "total")),
    .init(name: "unread is not reset", app: .chat, fault: .writes("readAll", key: "unread", .value(1))),
  ]
}
