#if !RECORDING_COMPILED_OUT
// Which stores are attached to a log, and what they are called there.

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

/// What stores that live at the same time are called: `cart`, and `cart#2` while another one of that name lives.
struct StoreLabels {
  struct Label: Hashable, Sendable {
    let name: String
    let number: Int

    var text: String { number == 1 ? name : "\(name)#\(number)" }
  }

  private var taken: Set<String> = []
  /// For each name the lowest number that may be free. A list with ten thousand rows may well have ten thousand stores.
  private var lowestFree: [String: Int] = [:]

  /// The first free label of this name.
  mutating func take(_ name: String) -> Label {
    var label = Label(name: name, number: lowestFree[name] ?? 1)
    // A store may also have been named `cart#2` from the start.
    while !taken.insert(label.text).inserted { label = Label(name: name, number: label.number + 1) }
    lowestFree[name] = label.number + 1
    return label
  }

  mutating func giveBack(_ label: Label) {
    taken.remove(label.text)
    lowestFree[label.name] = min(lowestFree[label.name] ?? 1, label.number)
  }
}
#endif
