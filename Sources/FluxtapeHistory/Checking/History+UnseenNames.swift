import FluxtapeDocuments
import FluxtapeJSON

// Stores, types and paths that no step has, which are probably misspelled.

extension History {
  /// Returns a sentence for each store, type and path that a query wants and no step has, with the name that is probably meant.
  ///
  /// - Complexity: O(rows), and O(bytes of the log) for each path.
  package func sentences(aboutUnseenNamesIn query: Query) throws(HistoryError) -> [String] {
    var sentences = query.sentences(aboutUnseenAmong: stores, types: namesOfTypes, soFar: soFar)
    for case .value(let path, _) in try CheckRule(.never(query)).unseen(in: self) { sentences.append(try sentence(aboutUnseen: path)) }
    for path in query.condition.changedPaths {
      if try !hasValue(at: path, in: .after) { sentences.append(try sentence(aboutUnseen: path.address(in: .after))) }
    }
    return sentences
  }

  /// `no step has a value at cart.tota; did you mean cart.total?`
  package func sentence(aboutUnseen path: String) throws(HistoryError) -> String {
    "no step\(soFar) has a value at \(path)" + (try self.path(meantBy: path).map { "; did you mean \($0)?" } ?? "")
  }

  /// Returns a similar path that has a value in the last state of a store; nil if there is none.
  package func path(meantBy path: String) throws(HistoryError) -> StatePath? {
    guard let parsed = try? StatePath(parsing: path) else { return nil }
    return try nearPath(to: parsed)
  }

  /// `there is no .totl in the state of cart; did you mean .total?`
  package func sentence(aboutAbsent path: StatePath, in store: String) throws(HistoryError) -> String {
    let near = try nearPath(to: StatePath(store: store, parts: path.parts))
    return "there is no \(path) in the state of \(store)" + (near.map { "; did you mean \($0)?" } ?? "")
  }

  /// ``sentence(aboutUnseen:)``, or nil if a step has a value other than `null` at the path.
  ///
  /// - Complexity: O(bytes of the log) up to the first such step.
  package func sentence(ifUnseen path: String) throws(HistoryError) -> String? {
    if let parsed = try? StatePath(parsing: path), try hasValue(at: PathPattern(parsed), in: .after) { return nil }
    return try sentence(aboutUnseen: path)
  }

  /// Limits a sentence to what is read of a log that is still being read.
  private var soFar: String { isWhole ? "" : " so far" }

  /// The types of all actions, and those of states without an action. O(rows).
  package var namesOfTypes: Set<String> {
    var (names, numbers): (Set<String>, Set<Int?>) = ([], [])
    for row in rows where row.kind == .action || row.kind == .state {
      // The number of a text takes much less time to hash than the text.
      if numbers.insert(row.index.textNumber(of: row.number)).inserted { names.insert(row.type) }
    }
    return names
  }

  /// Returns a similar path that exists in the last state of a store. A dot before the name of a store counts as similar, too, and so does
  /// a path inside a state without the name of the store.
  private func nearPath(to path: StatePath) throws(HistoryError) -> StatePath? {
    if path.store == nil, let name = path.parts.first?.name, stores.contains(name) {
      let inside = StatePath(store: name, parts: Array(path.parts.dropFirst()))
      if let near = try corrected(inside, in: name) { return near }
    }
    if let name = path.store, !stores.contains(name) {
      for store in stores {
        if let near = try corrected(StatePath(store: store, parts: [.member(name)] + path.parts), in: store) { return near }
      }
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

extension Query {
  /// Whether a step must have one of some types.
  package var wantsTypes: Bool { !condition.wantedTypes.isEmpty }

  /// Returns a sentence for each store and type that the query wants and that is not among those of a log, or of all logs of a folder.
  ///
  /// - Parameters:
  ///   - types: Looked up only if the query wants types.
  ///   - soFar: Limits the sentences to what is read of a log that is still being read.
  package func sentences(aboutUnseenAmong stores: [String], types: @autoclosure () -> Set<String>, soFar: String = "") -> [String] {
    let types = wantsTypes ? types() : []
    let unseenStores = condition.wantedStores.filter { pattern in !stores.contains(where: pattern.matches) }
    let unseenTypes = condition.wantedTypes.filter { pattern in !types.contains(where: pattern.matches) }
    return unseenStores.map { "no step\(soFar) has the store " + $0.words(nearestAmong: stores) }
      + unseenTypes.map { "no step\(soFar) has the type " + $0.words(nearestAmong: types) }
  }
}

extension NamePattern {
  /// `'cartt.add'; did you mean 'cart.add'?`
  fileprivate func words(nearestAmong names: some Sequence<String>) -> String {
    if case .expression = self { return text }
    return "'\(text)'" + (nearest(among: names).map { "; did you mean '\($0)'?" } ?? "")
  }

  /// Returns the pattern that is probably meant: a similar name, or `*.added` for the last part of a name.
  func nearest(among names: some Sequence<String>) -> String? {
    // What the text may be similar to, with what to write instead.
    var candidates: [String: String] = [:]
    switch self {
    case .exactly:
      for name in names {
        candidates[name] = name
        if let dot = name.lastIndex(of: ".") {
          let part = String(name[name.index(after: dot)...])
          candidates[part] = candidates[part] ?? "*." + part
        }
      }
    // The beginnings of names up to each dot stand for globs, so that `cartt.*` leads to `cart.*`.
    case .glob:
      for name in names {
        for dot in name.indices where name[dot] == "." { candidates["\(name[...dot])*"] = "\(name[...dot])*" }
      }
    case .expression: return nil
    }
    // Sorted, so that of several names at the same distance the answer is always the same.
    return QueryError.nearest(to: text, among: candidates.keys.sorted()).flatMap { candidates[$0] }
  }
}

extension Condition {
  /// The stores that the query requires.
  var wantedStores: [NamePattern] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.wantedStores)
    case .store(let pattern): [pattern]
    default: []
    }
  }

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
