import FluxtapeJSON

/// Which containers of a tree are open. What the user opened or closed holds; the rest follows rules.
struct Folds: Hashable, Sendable {
  /// A container, or a page of one with very many elements.
  struct Place: Hashable, Sendable {
    var store: String
    var path: JSONPointer
    var page: Int?
  }

  /// Children up to which a member of the root is open at first: a list of more would push the others off the screen.
  static let openUpTo = 10

  private var chosen: [Place: Bool] = [:]

  subscript(place: Place) -> Bool? {
    get { chosen[place] }
    set { chosen[place] = newValue }
  }

  /// Forgets that anything around a value was closed, so that it is in sight.
  mutating func reveal(_ path: JSONPointer, in store: String) {
    chosen = chosen.filter { place, isOpen in isOpen || place.store != store || place.path == path || !place.path.contains(path) }
  }
}
