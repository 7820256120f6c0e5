import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

extension History {
  /// Warns about paths of a query without a value at any step, which are probably misspelled.
  func warnAboutUnseenPaths(in query: Query, log: String) throws {
    for case .value(let path) in try CheckRule(.never(query)).unseen(in: self) {
      StandardOutput.warn("fluxtape: \(log): \(try neverAValue(at: path))")
    }
  }

  /// `no step has a value at cart.tota; did you mean cart.total?`
  func neverAValue(at path: String) throws -> String {
    let near = try (try? StatePath(parsing: path)).flatMap { try nearPath(to: $0) }
    return "no step has a value at \(path)" + (near.map { "; did you mean \($0)?" } ?? "")
  }

  /// Returns the path with its first unknown name corrected, if a similar one exists in the last state.
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
  /// The name of a member.
  fileprivate var name: String? {
    switch self {
    case .member(let name), .token(let name): name
    case .element, .elementWith: nil
    }
  }
}
