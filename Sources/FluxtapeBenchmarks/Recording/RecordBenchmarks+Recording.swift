extension RecordBenchmarks {
  /// A state of some size, a small part of which changes.
  static let recording = [
    Benchmark(
      "item-10k", "one of 10,000 items changed, all in", target: .percent(2), contains: Workload<Catalog, CatalogAction>.recordedContains
    ) { try Workload.catalog(items: 10_000).recorded(in: $0) },
    Benchmark(
      "item-100k", "one of 100,000 items changed, all in", target: .percent(2),
      contains: Workload<Catalog, CatalogAction>.recordedContains
    ) { try Workload.catalog(items: 100_000).recorded(in: $0) },
    Benchmark(
      "small", "one item of a 1 KB state changed, all in", target: .percent(20), contains: Workload<Shop, ShopAction>.recordedContains
    ) { try Workload.small.recorded(in: $0) },
  ]
}
