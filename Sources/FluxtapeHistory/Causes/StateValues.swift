/// What stands at a path of a state.
struct WrittenValue {
  var hash: UInt32
  var number: Float?
  var writer: UInt32
  var row: Int32
  /// What stood there before.
  var earlier: UInt32?
  /// Whether it is the length or the sum of an array: such a number is no coincidence even if it is small.
  var isOfList = false
  /// Whether it is null, false, 0 or a text without characters.
  var isEmpty = false
  var isText = false
  /// The hash of what an action may depend on: the value, or of a number whether it is 0. `nil` for what is another one in every run.
  var choice: UInt32?
  /// The same for the signs of a text.
  var signs: UInt32?
}

/// What a store's state holds at paths that name one place, as far as it was written.
struct StateValues {
  private var values: [UInt32: WrittenValue] = [:]
  /// The paths of equal values.
  private var places: [UInt32: Set<UInt32>] = [:]
  /// The child paths of a path that have values at or below them.
  private var children: [UInt32: Set<UInt32>] = [:]
  private var parents: [UInt32: UInt32] = [:]
  /// The paths of empty values.
  private(set) var empty: Set<UInt32> = []
  /// What actions may depend on, by path.
  private(set) var choices: [UInt32: UInt32] = [:]
  /// Changes with the choices, and with who wrote a value.
  private(set) var version = 0

  subscript(path: UInt32) -> WrittenValue? { values[path] }
  var count: Int { values.count }
  func forEach(_ body: (UInt32, WrittenValue) -> Void) { for (path, value) in values { body(path, value) } }

  /// The paths of values with a hash; none if there are so many that it says nothing.
  func places(of hash: UInt32) -> Set<UInt32> {
    guard let found = places[hash], found.count <= Self.most else { return [] }
    return found
  }

  private static let most = 32

  func children(of path: UInt32) -> Set<UInt32> { children[path] ?? [] }

  mutating func set(_ value: WrittenValue, at path: UInt32, _ names: FactNameCache) {
    if let old = values.updateValue(value, forKey: path) {
      if old.writer != value.writer || old.choice != value.choice { version += 1 }
      if old.hash == value.hash { return }
      leave(path, old.hash)
    } else {
      version += 1
    }
    places[value.hash, default: []].insert(path)
    if choices.count < Self.most || choices[path] != nil { choices[path] = value.choice }
    if value.isEmpty { empty.insert(path) }
    var path = path
    while path != 0, parents[path] == nil {
      let parent = names.parent(of: path)
      parents[path] = parent
      children[parent, default: []].insert(path)
      path = parent
    }
  }

  mutating func markAsOfList(_ path: UInt32) { values[path]?.isOfList = true }

  mutating func remove(_ path: UInt32) -> WrittenValue? {
    guard let value = values.removeValue(forKey: path) else { return nil }
    version += 1
    leave(path, value.hash)
    return value
  }

  private mutating func leave(_ path: UInt32, _ hash: UInt32) {
    empty.remove(path)
    choices[path] = nil
    places[hash]?.remove(path)
    if places[hash]?.isEmpty == true { places[hash] = nil }
  }

  /// Removes a path with all below it from the tree. Returns their paths; their values are still there.
  mutating func cut(_ path: UInt32) -> [UInt32] {
    if let parent = parents.removeValue(forKey: path) { children[parent]?.remove(path) }
    var (open, found) = ([path], [UInt32]())
    while let next = open.popLast() {
      found.append(next)
      for child in children.removeValue(forKey: next) ?? [] {
        parents[child] = nil
        open.append(child)
      }
    }
    return found
  }
}
