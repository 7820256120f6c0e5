// Keeps the stores attached to a log, and their labels.

/// The stores currently attached to a log. The list holds them weakly.
struct LiveStores {
  private struct Entry: Sendable {
    weak var store: RecordedStore?
  }

  private var entries: [Entry] = []
  private var countToTidy = 32

  /// - Returns: The stores that were examined. Release them outside of locks: one of them may be the last reference to a store, and its
  ///   deinit records.
  mutating func add(_ store: RecordedStore) -> [RecordedStore] {
    var living: [RecordedStore] = []
    if entries.count >= countToTidy {
      living = all
      entries = living.map { Entry(store: $0) }
      // Double the number of live stores, so that adding a store costs amortized constant time.
      countToTidy = max(32, entries.count * 2)
    }
    entries.append(Entry(store: store))
    return living
  }

  /// In the order of attachment.
  var all: [RecordedStore] { entries.compactMap(\.store) }
}

/// The labels of stores that live at the same time: `cart`, and `cart#2` while another store named `cart` lives.
struct StoreLabels {
  struct Label: Hashable, Sendable {
    let name: String
    let number: Int

    var text: String { number == 1 ? name : "\(name)#\(number)" }
  }

  private var taken: Set<String> = []
  /// The lowest number that may be free, for each name. A list with ten thousand rows can have ten thousand stores.
  private var lowestFree: [String: Int] = [:]

  /// Takes the first free label for this name.
  mutating func take(_ name: String) -> Label {
    var label = Label(name: name, number: lowestFree[name] ?? 1)
    // The app may also have named a store `cart#2` itself.
    while !taken.insert(label.text).inserted { label = Label(name: name, number: label.number + 1) }
    lowestFree[name] = label.number + 1
    return label
  }

  mutating func giveBack(_ label: Label) {
    taken.remove(label.text)
    lowestFree[label.name] = min(lowestFree[label.name] ?? 1, label.number)
  }
}
