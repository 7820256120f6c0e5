/// The stores currently attached to a log, by their labels: `cart`, and `cart#2` while another store named `cart` lives.
struct AttachedStores {
  struct Label: Hashable, Sendable {
    let name: String
    let number: Int

    var text: String { number == 1 ? name : "\(name)#\(number)" }
  }

  private struct Entry: Sendable {
    /// Counts the stores in the order of their attachment.
    let place: Int
    weak var store: RecordedStore?
  }

  private var entries: [String: Entry] = [:]
  private var count = 0
  /// The lowest number that may be free, for each name. A list with ten thousand rows can have ten thousand stores.
  private var lowestFree: [String: Int] = [:]

  /// Attaches a store under the first free label for this name.
  mutating func attach(_ name: String) -> Label {
    var label = Label(name: name, number: lowestFree[name] ?? 1)
    // The app may also have named a store `cart#2` itself.
    while entries[label.text] != nil { label = Label(name: name, number: label.number + 1) }
    lowestFree[name] = label.number + 1
    count += 1
    entries[label.text] = Entry(place: count)
    return label
  }

  /// Sets the store that was made for its label.
  mutating func set(_ store: RecordedStore) { entries[store.label]?.store = store }

  mutating func detach(_ label: Label) {
    entries[label.text] = nil
    lowestFree[label.name] = min(lowestFree[label.name] ?? 1, label.number)
  }

  func store(labelled label: String) -> RecordedStore? { entries[label]?.store }

  /// In the order of attachment.
  var all: [RecordedStore] { entries.values.sorted { $0.place < $1.place }.compactMap(\.store) }
}
