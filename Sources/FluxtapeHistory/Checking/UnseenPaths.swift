import FluxtapeDocuments
import FluxtapeJSON

// Paths without a value at any step, which are probably misspelled.

extension History {
  /// Returns a sentence for each path in a query without a value at any step, as ``sentence(aboutUnseen:)`` has it.
  ///
  /// - Complexity: O(bytes of the log) for each path.
  package func sentences(aboutUnseenPathsIn query: Query) throws(HistoryError) -> [String] {
    var sentences: [String] = []
    for case .value(let path) in try CheckRule(.never(query)).unseen(in: self) { sentences.append(try sentence(aboutUnseen: path)) }
    for path in query.condition.changedPaths {
      if try !hasValue(at: path, in: .after) { sentences.append(try sentence(aboutUnseen: path.address(in: .after))) }
    }
    return sentences
  }

  /// `no step has a value at cart.tota; did you mean cart.total?`
  package func sentence(aboutUnseen path: String) throws(HistoryError) -> String {
    let words = "no step has a value at \(path)"
    guard let parsed = try? StatePath(parsing: path), let near = try nearPath(to: parsed) else { return words }
    return "\(words); did you mean \(near)?"
  }

  /// Returns a similar path that exists in the last state of a store. A dot before the name of a store counts as similar, too.
  private func nearPath(to path: StatePath) throws(HistoryError) -> StatePath? {
    if path.store == nil, let name = path.parts.first?.name, stores.contains(name) {
      let inside = StatePath(store: name, parts: Array(path.parts.dropFirst()))
      if let near = try corrected(inside, in: name) { return near }
    }
    for store in path.store.map({ [$0] }) ?? stores {
      if let near = try corrected(path, in: store), near != path { return near }
    }
    return nil
  }

  /// Returns the path with its first unknown name replaced by a similar one of the store's last state; nil if none is similar.
  private func corrected(_ path: StatePath, in store: String) throws(HistoryError) -> StatePath? {
    guard let row = lastRow(withStateOf: store), let root = try state(of: store, after: row).node else { return nil }
    var (value, place) = (root, 0)
    while place < path.parts.count, let child = value.child(path.parts[place]) { (value, place) = (child, place + 1) }
    guard place < path.parts.count else { return path }
    guard let name = path.parts[place].name, value.kind == .object,
      let near = QueryError.nearest(to: name, among: value.members.map(\.key))
    else { return nil }
    var result = path
    result.parts[place] = .member(near)
    return result
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

extension Condition {
  /// The paths whose changes the query asks for.
  fileprivate var changedPaths: [PathPattern] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.changedPaths)
    case .not(let condition): condition.changedPaths
    case .changed(let path): [path]
    default: []
    }
  }
}
