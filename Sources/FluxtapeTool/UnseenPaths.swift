import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

extension History {
  /// Says beside an empty answer which paths of a query lead to no value at any step: misspelt ones, most likely.
  func tellUnseen(in query: Query, log: String) throws {
    for case .value(let path) in try CheckRule(.never(query)).unseen(in: [self]) {
      StandardOutput.tell("fluxtape: \(log): \(try neverAValue(at: path))")
    }
  }

  /// `no step has a value at cart.tota; did you mean cart.total?`
  func neverAValue(at path: String) throws -> String {
    let near = try (try? StatePath(parsing: path)).flatMap { try nearPath(to: $0) }
    return "no step has a value at \(path)" + (near.map { "; did you mean \($0)?" } ?? "")
  }

  /// The path with another name in place of the first one that is not there, if one is much like it. Stores are looked at as they stood last.
  private func nearPath(to path: StatePath) throws -> StatePath? {
    for store in path.store.map({ [$0] }) ?? stores {
      guard let row = lastRow(withStateOf: store), let state = try state(of: store, after: row).node else { continue }
      var (value, place) = (state, 0)
      while place < path.parts.count, let child = value.child(path.parts[place]) { (value, place) = (child, place + 1) }
      guard place < path.parts.count, let name = path.parts[place].name, value.kind == .object,
        let near = QueryError.nearest(to: name, among: value.members.map(\.key))
      else { continue }
      var path = path
      path.parts[place] = .member(near)
      return path
    }
    return nil
  }
}

extension StatePath.Part {
  /// Of a member.
  fileprivate var name: String? {
    switch self {
    case .member(let name), .token(let name): name
    case .element, .elementWith: nil
    }
  }
}
