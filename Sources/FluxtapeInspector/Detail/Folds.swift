import FluxtapeDocuments
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
  /// Choices for a container and everything below it.
  private var chosenWithAllBelow: [Place: Bool] = [:]
  /// The containers that were opened one by one. They are open beyond the limit of rows too.
  private var openedAlone: Set<Place> = []

  /// The choice for a container itself.
  subscript(place: Place) -> Bool? { chosen[place] ?? chosenWithAllBelow[place] }

  /// The choice for everything below a container that was made at this container.
  func below(_ place: Place) -> Bool? { chosenWithAllBelow[place] }

  /// The choice for everything below the nearest container around a path, or at it.
  func below(_ path: JSONPointer, in store: String) -> Bool? {
    guard !chosenWithAllBelow.isEmpty else { return nil }
    return (0...path.tokens.count).reversed().lazy.compactMap { count in
      chosenWithAllBelow[Place(store: store, path: JSONPointer(tokens: Array(path.tokens[..<count])))]
    }.first
  }

  func isOpenedAlone(_ place: Place) -> Bool { openedAlone.contains(place) }

  mutating func set(_ place: Place, open: Bool) {
    chosen[place] = open
    if !open { openedAlone.remove(place) }
  }

  mutating func openAlone(_ place: Place) {
    chosen[place] = true
    openedAlone.insert(place)
  }

  /// Opens or closes a container and everything below it.
  mutating func setAll(at place: Place, open: Bool) {
    func isKept(_ other: Place) -> Bool {
      other.store != place.store || !place.path.contains(other.path) || (place.page != nil && other.page == nil && other.path == place.path)
    }
    chosen = chosen.filter { isKept($0.key) }
    chosenWithAllBelow = chosenWithAllBelow.filter { isKept($0.key) }
    openedAlone = openedAlone.filter(isKept)
    chosenWithAllBelow[place] = open
  }

  /// Opens the containers around a value, so that it is visible.
  mutating func reveal(_ path: JSONPointer, in store: String, of document: JSONNode?) {
    var container = document
    var place = Place(store: store, path: JSONPointer())
    for token in path.tokens {
      openAlone(place)
      if let node = container, node.childCount ?? 0 > JSONTree.pageSize, let index = node.place(of: token) {
        openAlone(Place(store: store, path: place.path, page: index / JSONTree.pageSize * JSONTree.pageSize))
      }
      container = container?[token]
      place.path = place.path.appending(token)
    }
  }
}
