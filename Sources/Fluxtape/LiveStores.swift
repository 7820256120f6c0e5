/// The stores of a log that are attached right now. None is kept alive by standing here.
struct LiveStores {
  private struct Entry: Sendable {
    weak let store: RecordedStore?
  }

  private var entries: [Entry] = []
  private var countToTidy = 32

  mutating func add(_ store: RecordedStore) {
    if entries.count >= countToTidy {
      entries.removeAll { $0.store == nil }
      // Twice what lives, so that each entry is looked at a few times only.
      countToTidy = max(32, entries.count * 2)
    }
    entries.append(Entry(store: store))
  }

  /// In the order in which they were attached.
  var all: [RecordedStore] { entries.compactMap(\.store) }
}
