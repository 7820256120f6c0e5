import FluxtapeDocuments
import FluxtapeJSON

/// The elements of two arrays that may differ, and their pairing.
struct ArrayPair {
  /// An element, or a stretch of elements that both arrays share.
  struct Item {
    /// The place of the first element.
    let place: Int
    let count: Int
    let shared: Int?
    let node: JSONNode
  }

  /// Steps have the order of the new array; a removed element precedes the element that followed it.
  enum Step {
    /// The same element, or its replacement: its contents may have changed.
    case kept(old: Int, new: Int, isMoved: Bool)
    case added(Int, JSONNode)
    case removed(Int, JSONNode)
  }

  private let oldArray: JSONNode
  private let newArray: JSONNode
  private let old: [Item]
  private let new: [Item]

  init(_ old: JSONNode, _ new: JSONNode) {
    let stretches = JSONNode.stretches(of: old, and: new)
    self.init(old, new, Self.items(old, stretches.old), Self.items(new, stretches.new))
  }

  /// Skips equal elements at the beginning and at the end.
  private init(_ oldArray: JSONNode, _ newArray: JSONNode, _ old: [Item], _ new: [Item]) {
    self.oldArray = oldArray
    self.newArray = newArray
    let shorter = min(old.count, new.count)
    var front = 0
    while front < shorter, old[front].isEqual(to: new[front]) { front += 1 }
    var back = 0
    // In arrays of equal length, the last pair was found to differ.
    let rest = old.count == new.count ? shorter - front - 1 : shorter - front
    while back < rest, old[old.count - 1 - back].isEqual(to: new[new.count - 1 - back]) { back += 1 }
    self.old = Array(old[front..<old.count - back])
    self.new = Array(new[front..<new.count - back])
  }

  private static func items(_ array: JSONNode, _ stretches: [NodeStretch]) -> [Item] {
    if stretches.count == 1, stretches[0].shared == nil { return items(array) }
    return stretches.flatMap { stretch in
      if let shared = stretch.shared { return [Item(place: stretch.start, count: stretch.count, shared: shared, node: .null)] }
      return (stretch.start..<stretch.start + stretch.count).compactMap { place in
        array.element(at: place).map { Item(place: place, count: 1, shared: nil, node: $0) }
      }
    }
  }
}

extension ArrayPair {
  private static func items(_ array: JSONNode) -> [Item] {
    array.elements.enumerated().map { Item(place: $0, count: 1, shared: nil, node: $1) }
  }

  /// The same pair with one item per element, for shared stretches that did not pair.
  private var expanded: ArrayPair { ArrayPair(oldArray, newArray, Self.items(oldArray), Self.items(newArray)) }
}

extension ArrayPair.Item {
  func isEqual(to other: Self) -> Bool { shared == other.shared && (shared != nil || node == other.node) }
}

// MARK: - Pairing

extension ArrayPair {
  func steps(identityKeys: [String]) -> [Step] {
    if old.count == 1, new.count == 1, old[0].shared == nil, new[0].shared == nil {
      return [.kept(old: old[0].place, new: new[0].place, isMoved: false)]
    }
    if old.isEmpty || new.isEmpty { return removals(old[...]) + new.map { .added($0.place, $0.node) } }
    let isShared = old.allSatisfy { $0.shared != nil } && new.allSatisfy { $0.shared != nil }
    if !isShared, let (oldNames, newNames) = identities(\.keyOfPair) { return stepsByIdentity(oldNames, newNames, []) }
    for key in identityKeys {
      if let (oldNames, newNames) = identities({ $0.scalarMember(key) }) { return stepsByIdentity(oldNames, newNames, [key]) }
    }
    return stepsByEquality()
  }

  private func removals(_ items: ArraySlice<Item>) -> [Step] {
    items.flatMap { item in item.shared == nil ? [Step.removed(item.place, item.node)] : [] }
  }

  /// What identifies each item; `nil` if an item has nothing that does, or two items of a side have the same.
  private func identities(_ identity: (JSONNode) -> JSONNode?) -> (old: [UInt64], new: [UInt64])? {
    guard let oldNames = Self.names(of: old, identity), let newNames = Self.names(of: new, identity) else { return nil }
    // Equal lists pair by place, even if identities repeat.
    guard oldNames != newNames else { return (oldNames, newNames) }
    return Set(oldNames).count == oldNames.count && Set(newNames).count == newNames.count ? (oldNames, newNames) : nil
  }

  private static func names(of items: [Item], _ identity: (JSONNode) -> JSONNode?) -> [UInt64]? {
    var names: [UInt64] = []
    names.reserveCapacity(items.count)
    for item in items {
      if let shared = item.shared {
        names.append(UInt64(truncatingIfNeeded: shared) &* 0x9E37_79B9_7F4A_7C15)
      } else {
        guard let name = identity(item.node) else { return nil }
        names.append(name.contentHash)
      }
    }
    return names
  }

  private func stepsByIdentity(_ oldNames: [UInt64], _ newNames: [UInt64], _ keys: [String]) -> [Step] {
    guard oldNames != newNames else { return zip(old, new).flatMap { Self.kept($0, $1, isMoved: false) } }
    let oldPlaces = Dictionary(zip(oldNames, oldNames.indices)) { first, _ in first }
    let partners = newNames.map { oldPlaces[$0] }
    let stays = Self.longestRise(partners)
    // A shared stretch counts as one element, so that other elements may stay instead of it.
    guard new.indices.allSatisfy({ stays[$0] || new[$0].shared == nil }) else { return expanded.steps(identityKeys: keys) }
    let known = Set(newNames)
    var steps: [Step] = []
    var next = 0
    func passRemoved(to end: Int) {
      for place in next..<max(next, end) where !known.contains(oldNames[place]) { steps += removals(old[place...place]) }
      next = max(next, end)
    }
    for (place, item) in new.enumerated() {
      guard let partner = partners[place] else {
        // Elements that were removed at this place come first.
        passRemoved(to: oldNames[next...].firstIndex { known.contains($0) } ?? old.count)
        steps.append(.added(item.place, item.node))
        continue
      }
      if stays[place] { passRemoved(to: partner) }
      steps += Self.kept(old[partner], item, isMoved: !stays[place])
    }
    passRemoved(to: old.count)
    return steps
  }

  /// Returns no step for elements that are certainly the same.
  private static func kept(_ old: Item, _ new: Item, isMoved: Bool) -> [Step] {
    if old.shared != nil || (!isMoved && old.node.isSurelyEqual(to: new.node)) { return [] }
    return [.kept(old: old.place, new: new.place, isMoved: isMoved)]
  }

  /// Which places with a partner stay if as few elements as possible move.
  private static func longestRise(_ partners: [Int?]) -> [Bool] {
    var tails: [Int] = []  // tails[n]: the last place of a rise of n + 1 places, with the smallest partner
    var before = [Int](repeating: -1, count: partners.count)
    for (place, partner) in partners.enumerated() {
      guard let partner else { continue }
      let length =
        tails.last.flatMap { partners[$0] }.map { $0 < partner } ?? true
        ? tails.count : tails.partitioningIndex { (partners[$0] ?? 0) >= partner }
      if length > 0 { before[place] = tails[length - 1] }
      if length == tails.count { tails.append(place) } else { tails[length] = place }
    }
    var stays = [Bool](repeating: false, count: partners.count)
    var place = tails.last ?? -1
    while place >= 0 {
      stays[place] = true
      place = before[place]
    }
    return stays
  }
}

extension JSONNode {
  /// The key of a pair, as dictionaries are written whose keys are no texts. Two numbers are a point rather than a pair.
  fileprivate var keyOfPair: JSONNode? {
    guard kind == .array, count == 2, let key = element(at: 0), key.kind == .string || key.kind == .object else { return nil }
    return key
  }

  fileprivate func scalarMember(_ key: String) -> JSONNode? {
    member(named: key).flatMap { $0.kind == .string || $0.kind == .number ? $0 : nil }
  }
}

// MARK: - Without identity

extension ArrayPair {
  private func stepsByEquality() -> [Step] {
    let edit = ArrayEdit(EditedItems(old: old, new: new))
    let (order, moved) = Self.places(old.indices, after: edit.moves)
    var steps: [Step] = []
    var oldPlaces = order.makeIterator()
    var place = 0
    for step in edit.steps {
      if case .insert = step {
        if new[place].shared != nil { return expanded.stepsByEquality() }
        steps.append(.added(new[place].place, new[place].node))
      } else if let oldPlace = oldPlaces.next() {
        let isMoved = moved.contains(oldPlace)
        switch step {
        case .delete:
          if old[oldPlace].shared != nil { return expanded.stepsByEquality() }
          steps.append(.removed(old[oldPlace].place, old[oldPlace].node))
          continue
        case .change:
          if old[oldPlace].shared != nil || new[place].shared != nil { return expanded.stepsByEquality() }
          steps += Self.kept(old[oldPlace], new[place], isMoved: false)
        case .keep: if isMoved { steps += Self.kept(old[oldPlace], new[place], isMoved: true) }
        case .insert: break
        }
      }
      place += 1
    }
    return steps
  }

  /// The places of the old elements in the order after the moves, and the places that were moved.
  private static func places(_ places: Range<Int>, after moves: [ArrayEdit.Move]) -> (order: [Int], moved: Set<Int>) {
    var order = Array(places)
    var moved: Set<Int> = []
    for move in moves {
      let place = order.remove(at: move.from)
      order.insert(place, at: move.to)
      moved.insert(place)
    }
    return (order, moved)
  }
}
