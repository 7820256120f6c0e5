import FluxtapeJSON

extension PlantedBug {
  /// Bugs by an author who had not read how causes are searched for.
  ///
  /// They measure whether the search finds more than the bugs it was developed with. Do not change one because it is not found.
  static let independent: [PlantedBug] = [
    // A button stays enabled while its request runs, so a double tap orders twice.
    .init(name: "checkout by a double tap", app: .shop, fault: .doubled("checkoutTapped", after: 120)),
    // The list does not wait for the new token.
    .init(name: "orders asked with the old token", app: .delivery, fault: .held("tokenRenewed", until: "ordersAsked")),
    // Somebody wrote 50 ms instead of 250 ms, so each key asks the server.
    .init(name: "debounce too short", app: .search, fault: .timed("asked", after: 40...60)),
    // The disk is slow, and the old answer overwrites the one from the server.
    .init(name: "cache answers after the server", app: .delivery, fault: .late("cacheAnswered", by: 500...900)),
    // The fee is rounded down, so the total is one cent too low.
    .init(
      name: "total loses a cent", app: .delivery,
      fault: .writes("quoted", key: "total", .sum(.sum(.payload("net"), .payload("fee")), .value(-1)))),
    .init(name: "next page skips one", app: .search, fault: .writes("moreTapped", key: "page", .sum(.state("page"), .value(2)))),
    .init(name: "retry drops the authorization", app: .delivery, fault: .payload("ordersRetried", key: "auth", .value(.null))),
    // Undo restores the selected order, not the removed one.
    .init(name: "undo restores another order", app: .delivery, fault: .writes("undoTapped", key: "restored", .state("selected"))),
    .init(name: "filter before sort", app: .delivery, fault: .held("sorted", until: "filtered")),
    // "Tomorrow at this time" adds 24 hours to a clock that changes at night.
    .init(
      name: "reminder across daylight time", app: .delivery, fault: .payload("reminderPlanned", key: "minutes", .choice([1380, 1500]))),
    // The second visit subscribes again although it has a subscription.
    .init(name: "map subscribes twice", app: .delivery, fault: .doubled("subscribed", nth: 2)),
    .init(name: "positions change places", app: .delivery, fault: .stale("moved")),
    // The heart is cleared, but the count keeps the optimistic like.
    .init(name: "failed like is not rolled back", app: .delivery, fault: .forgets("likeFailed", key: "likes")),
    // Two effects share an identifier, so the note cancels the upload.
    .init(name: "note cancels the upload", app: .delivery, fault: .cancelled("photoUploaded", by: "noteTyped")),
    .init(name: "basket starts in the currency of the device", app: .delivery, fault: .start(store: "basket", key: "currency", "USD")),
  ]
}
