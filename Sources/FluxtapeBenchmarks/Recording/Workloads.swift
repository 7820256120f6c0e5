// The states of the rows, and the actions that change them.

extension Workload<Catalog, CatalogAction> {
  /// One item of a long list changes its price.
  static func catalog(items: Int) -> Workload {
    var generator = StateGenerator(seed: 1)
    return Workload(
      makeState: {
        var generator = StateGenerator()
        return generator.catalog(items: items)
      },
      actions: (0..<1000).map { _ in .priceChanged(index: generator.number(0..<items), price: generator.price()) },
      reducer: Catalog.reduce)
  }

  /// An item comes to the front of a long list, and goes again.
  static func queue(items: Int) -> Workload {
    var generator = StateGenerator(seed: 4)
    let queued = generator.catalog(items: 500).items
    return Workload(
      makeState: catalog(items: items).makeState, actions: queued.flatMap { [.queued($0), .dequeued] }, reducer: Catalog.reduce)
  }
}

extension Workload<Shop, ShopAction> {
  /// One item of a shop changes its quantity.
  static func shop(items: Int, keys: Int) -> Workload {
    var generator = StateGenerator(seed: 2)
    return Workload(
      makeState: {
        var generator = StateGenerator()
        return generator.shop(items: items, keys: keys)
      },
      actions: (0..<1000).map { .quantityChanged(index: generator.number(0..<items), to: 1000 + $0) },
      reducer: Shop.reduce)
  }

  /// About 1 KB of JSON.
  static var small: Workload { shop(items: 4, keys: 2) }
  /// About 95 KB.
  static var medium: Workload { shop(items: 500, keys: 480) }
  /// About 10 MB.
  static var large: Workload { shop(items: 50_000, keys: 48_000) }
}

extension Workload<TaskTree, TaskTreeAction> {
  /// One of 37,449 tasks, five levels down, changes its title.
  static var taskTree: Workload {
    var generator = StateGenerator(seed: 3)
    return Workload(
      makeState: {
        var generator = StateGenerator()
        return generator.taskTree(width: 8, levels: 5)
      },
      actions: (0..<1000).map { _ in
        .retitled(path: (0..<5).map { _ in generator.number(0..<8) }, title: generator.words(4))
      },
      reducer: TaskTree.reduce)
  }
}
