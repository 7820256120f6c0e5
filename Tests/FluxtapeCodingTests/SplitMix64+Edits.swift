import FluxtapeRandomCases

// Typical effects of actions on states: most change one thing a little.

extension SplitMix64 {
  /// `true` once in `count` times.
  mutating func chance(_ count: UInt64) -> Bool { next() % count == 0 }

  mutating func below(_ count: Int) -> Int { count > 0 ? Int.random(in: 0..<count, using: &self) : 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func small() -> Int { Int.random(in: -3...12, using: &self) }

  /// Makes `count` values.
  mutating func list<Element>(_ count: Int, _ make: (inout SplitMix64) -> Element) -> [Element] {
    (0..<count).map { _ in make(&self) }
  }

  /// Inserts or removes a few characters.
  mutating func edit(_ text: inout String) {
    var scalars = Array(text.unicodeScalars)
    let start = below(scalars.count + 1)
    scalars.removeSubrange(start..<min(start + below(3), scalars.count))
    scalars.insert(contentsOf: self.text().unicodeScalars.prefix(below(4)), at: start)
    text = String(String.UnicodeScalarView(scalars))
  }

  /// Changes an element, or inserts, removes, moves or repeats elements; sometimes two of these.
  mutating func edit<Element>(
    _ list: inout [Element], make: (inout SplitMix64) -> Element, change: (inout Element, inout SplitMix64) -> Void
  ) {
    for _ in 0...(chance(3) ? 1 : 0) { editOnce(&list, make: make, change: change) }
    // Keeps states small, so that there can be many.
    if list.count > 12 { list.removeSubrange(4..<list.count - 4) }
  }

  private mutating func editOnce<Element>(
    _ list: inout [Element], make: (inout SplitMix64) -> Element, change: (inout Element, inout SplitMix64) -> Void
  ) {
    let place = below(list.count)
    switch next() % 13 {
    case 0: list.append(make(&self))
    case 1: list.insert(make(&self), at: place)
    case 2 where !list.isEmpty: list.remove(at: place)
    case 3 where !list.isEmpty: list[place] = make(&self)
    case 4 where !list.isEmpty: list.insert(list[place], at: below(list.count + 1))
    case 5 where !list.isEmpty: list.insert(list.remove(at: place), at: below(list.count))
    case 6 where !list.isEmpty: list.swapAt(place, below(list.count))
    case 7 where list.count > 2: list.removeSubrange(place..<min(place + 2, list.count))
    case 8: list.insert(contentsOf: self.list(2, make), at: place)
    case 9 where chance(4): chance(2) ? list.removeAll() : list.reverse()
    default:
      if list.isEmpty { list.append(make(&self)) } else { change(&list[place], &self) }
    }
  }

  /// Changes, adds or removes values.
  mutating func edit<Key: Hashable, Value>(
    _ dictionary: inout [Key: Value], key: (inout SplitMix64) -> Key, make: (inout SplitMix64) -> Value,
    change: (inout Value, inout SplitMix64) -> Void
  ) {
    for _ in 0...(chance(3) ? 1 : 0) {
      // The key is drawn, not chosen from the dictionary: hashing must not influence the test.
      let new = key(&self)
      switch next() % 7 {
      case 0: dictionary[new] = nil
      case 1, 2: dictionary[new] = make(&self)
      case 3 where chance(6): dictionary = [:]
      case 4:
        // The same key, perhaps in another normalization form.
        let value = dictionary.removeValue(forKey: new)
        dictionary[new] = value ?? make(&self)
      default:
        if dictionary[new] == nil {
          dictionary[new] = make(&self)
        } else {
          dictionary[new].map {
            var value = $0; change(&value, &self); dictionary[new] = value
          }
        }
      }
    }
  }

  mutating func edit<Element: Hashable>(_ set: inout Set<Element>, make: (inout SplitMix64) -> Element) {
    let element = make(&self)
    if !set.contains(element) || chance(2) { set.update(with: element) } else { set.remove(element) }
    if set.count > 8 { set = [] }
  }

  mutating func edit<Value>(
    _ optional: inout Value?, make: (inout SplitMix64) -> Value, change: (inout Value, inout SplitMix64) -> Void
  ) {
    guard var value = optional else { return optional = make(&self) }
    if chance(3) { return optional = nil }
    change(&value, &self)
    optional = value
  }

  /// Numbers with unusual equality: signed zeros and NaN.
  mutating func oddDouble() -> Double {
    pick([0, -0.0, .nan, -.nan, .infinity, -.infinity, 1, 0.1, 1e300, .leastNonzeroMagnitude, Double(below(5))])
  }

  /// Texts that equal others with other scalars.
  mutating func oddText() -> String {
    pick([
      "é", "e\u{301}", "", "a", "Å", "A\u{30A}", "\u{212B}", "/", "~1", "$", "$$", "\u{0}", "a/b~c", "\"", "한", "\u{1112}\u{1161}\u{11AB}",
    ])
  }
}
