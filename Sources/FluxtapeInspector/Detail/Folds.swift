import FluxtapeJSON

/// The containers that the user opened or closed. ``JSONTree`` decides about all others.
struct Folds: Hashable, Sendable {
  /// A container, or one page of a long container.
  struct Place: Hashable, Sendable {
    var store: String
    var path: JSONPointer
    var page: Int?
  }

  /// Members of the root with at most this many children are open at first. A longer list would push the others off the screen.
  static let openUpTo = 10

  private var chosen: [Place: Bool] = [:]

  subscript(place: Place) -> Bool? {
    get { chosen[place] }
    set { chosen[place] = newValue }
  }

  /// Forgets that the user closed containers around a value, so that the value is visible.
  mutating func reveal(_ path: JSONPointer, in store: String) {
    chosen = chosen.filter { place, isOpen in isOpen || place.store != store || place.path == path || !place.path.contains(path) }
  }
}
