#if !RECORDING_COMPILED_OUT
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
