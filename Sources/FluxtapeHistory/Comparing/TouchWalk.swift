import FluxtapeDocuments
import FluxtapeJSON

/// A walk that collects the places in each store's state that changed since the last comparison.
struct TouchWalk {
  private(set) var walk: StateWalk
  private var touched: [TouchedPlaces]

  init(_ history: History) {
    walk = StateWalk(history, stores: history.stores.indices)
    touched = Array(repeating: TouchedPlaces(), count: history.stores.count)
  }

  /// Applies all events up to a place, or to the end.
  mutating func advance(to place: LinePlace?) throws(HistoryError) {
    while let event = try walk.next(upTo: place) {
      if let patch = event.patch {
        for operation in patch.operations { touched[event.store].insert(operation) }
      } else {
        touched[event.store].insert(JSONPointer())
      }
      walk.take(event)
    }
  }

  /// Skips an action that the other run lacks: its changes are not differences of later actions.
  mutating func passOver(_ row: Int, of history: History) throws(HistoryError) {
    guard let store = history.rows[row].store else { return }
    try advance(to: history.index.outcomePlace(of: row))
    touched[store] = TouchedPlaces()
  }

  /// Returns the places that were touched since the last call.
  mutating func takeTouched(in store: Int) -> TouchedPlaces {
    defer { touched[store] = TouchedPlaces() }
    return touched[store]
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
