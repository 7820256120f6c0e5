#if !RECORDING_COMPILED_OUT
/// The stores of a log that are attached right now. None is kept alive by standing here.
struct LiveStores {
  private struct Entry: Sendable {
    weak var store: RecordedStore?
  }

  private var entries: [Entry] = []
  private var countToTidy = 32

  /// - Returns: What was looked at, to be let go outside of locks: it may be the last that holds a store, whose end records.
  mutating func add(_ store: RecordedStore) -> [RecordedStore] {
    var living: [RecordedStore] = []
    if entries.count >= countToTidy {
      living = all
      entries = living.map { Entry(store: $0) }
      // Twice what lives, so that each entry is looked at a few times only.
      countToTidy = max(32, entries.count * 2)
    }
    entries.append(Entry(store: store))
    return living
  }

  /// In the order in which they were attached.
  var all: [RecordedStore] { entries.compactMap(\.store) }
}
#endif
