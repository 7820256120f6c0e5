import FluxtapeDocuments
import FluxtapeJSON

/// A walk that collects what changed in each store's state since the last comparison.
struct TouchWalk {
  private(set) var walk: StateWalk
  private var changes: [StoreChanges]

  init(_ history: History) {
    walk = StateWalk(history, stores: history.stores.indices)
    changes = Array(repeating: StoreChanges(), count: history.stores.count)
  }

  /// Applies all events up to a place, or to the end.
  mutating func advance(to place: LinePlace?) throws(HistoryError) {
    while let event = try walk.next(upTo: place) {
      changes[event.store].insert(event.patch)
      walk.take(event)
    }
  }

  /// Skips an action that the other run lacks: its changes are not differences of later actions.
  mutating func passOver(_ row: Int, of history: History) throws(HistoryError) {
    guard let store = history.rows[row].store else { return }
    try advance(to: history.index.outcomePlace(of: row))
    changes[store] = StoreChanges()
  }

  /// Returns what changed since the last call.
  mutating func takeChanges(in store: Int) -> StoreChanges {
    defer { changes[store] = StoreChanges() }
    return changes[store]
  }
}

/// What changed in a store's state: the patches, as long as they are few.
struct StoreChanges {
  private var patches: [NodePatch] = []
  /// The places of all changes, where there were more patches, or other changes.
  private var places: TouchedPlaces?

  /// Between two compared steps of a store there is usually one patch. More only take memory.
  private static let mostPatches = 8

  /// Notes a patch. `nil` stands for a change without one, which may touch any value.
  mutating func insert(_ patch: NodePatch?) {
    if places == nil, let patch, patches.count < Self.mostPatches { return patches.append(patch) }
    places = touched
    patches = []
    if let patch { for operation in patch.operations { places?.insert(operation) } } else { places?.insert(JSONPointer()) }
  }

  /// The places that may have changed.
  var touched: TouchedPlaces {
    var touched = places ?? TouchedPlaces()
    for patch in patches { for operation in patch.operations { touched.insert(operation) } }
    return touched
  }

  /// Whether both are the same patches, so that equal states stay equal.
  func areSame(as other: StoreChanges) -> Bool {
    places == nil && other.places == nil && patches.count == other.patches.count
      && zip(patches, other.patches).allSatisfy { $0.isSame(as: $1) }
  }
}

/// Places in a document, none inside another.
struct TouchedPlaces {
  private var places: Set<JSONPointer> = []

  /// With more places than this, comparing the whole document costs no more.
  private static let maximumCount = 4096

  /// The outermost places, sorted.
  var pointers: [JSONPointer] {
    let sorted = places.sorted { $0.tokens.lexicographicallyPrecedes($1.tokens) }
    var outermost: [JSONPointer] = []
    for place in sorted where outermost.last?.contains(place) != true { outermost.append(place) }
    return outermost
  }

  /// Inserts a place. If a token differs in every run, such as a UUID, inserts the value around it.
  mutating func insert(_ pointer: JSONPointer) {
    let named = pointer.tokens.prefix { !IdentifiedText.mayHoldIdentifier($0) || IdentifiedText($0).identifiers.isEmpty }
    let place = named.count == pointer.tokens.count ? pointer : JSONPointer(tokens: Array(named))
    if places.count >= Self.maximumCount { places = [JSONPointer()] } else { places.insert(place) }
  }

  /// Inserts the places that an operation may have changed.
  mutating func insert(_ operation: NodePatch.Operation) {
    _ = operation.touches { path, limit in
      let tokens = path.pointer.tokens
      insert(JSONPointer(tokens: limit < path.range.upperBound ? tokens.dropLast() : tokens))
      return false
    }
  }

  mutating func formUnion(_ other: TouchedPlaces) { for place in other.places { insert(place) } }
}
