import FluxtapeDocuments
import FluxtapeHistory

extension StatePath {
  /// Parses a path from the command line.
  init(argument text: String) throws {
    do { try self.init(parsing: text) } catch { throw UsageError(message: "\(text): \(error)") }
  }

  /// Returns the path with its first key as the store: `cart.total` for `/cart/total` and `.cart.total`.
  fileprivate func namingStore(among stores: [String]) -> StatePath? {
    switch parts.first {
    case .member(let key)?, .token(let key)?:
      store == nil && stores.contains(key) ? StatePath(store: key, parts: Array(parts.dropFirst())) : nil
    default: nil
    }
  }
}

extension History {
  /// Returns the store of a path.
  ///
  /// - Throws: ``UsageError`` if the path names an unknown store, or if several stores are possible.
  func store(of path: StatePath, option store: String?, after row: Int? = nil) throws -> String {
    if let named = path.store ?? store, !stores.contains(named) {
      let typed = path.description
      if let dotted = stores.first(where: { typed == $0 || typed.hasPrefix($0 + ".") || typed.hasPrefix($0 + "[") }),
        let meant = try? StatePath(parsing: StatePath(store: dotted).description + typed.dropFirst(dotted.count))
      {
        throw UsageError(message: "\(typed): the name of the store has a dot in it; write \(meant)")
      }
      let place = path.store == nil ? "--store \(named)" : "\(path)"
      throw UsageError(
        message: "\(place): there is no store '\(named)'; its stores are \(QueryError.listed(stores, nearestTo: named))"
          + (path.store == nil ? "" : "; a path that names no store starts with a dot: .\(path)"))
    }
    if let named = path.store, let store, store != named {
      throw UsageError(message: "--store \(store) and \(path) name two stores")
    }
    if let store = path.store ?? store { return store }
    let meant = try self.stores(meantBy: path, after: row)
    if meant.isEmpty {
      let near = try path.namingStore(among: stores) ?? self.path(meantBy: path.description)
      let hint = near.map { "; did you mean \($0)?" } ?? ""
      guard !stores.isEmpty else { throw NotThere(message: "there is no \(path): the log has no store") }
      throw NotThere(message: "there is no \(path) in any store (\(QueryError.listed(stores, nearestTo: path.description)))\(hint)")
    }
    guard meant.count == 1 else {
      throw UsageError(
        message: "\(path) may be in \(meant.joined(separator: ", ")): name the store, as in \(meant[0])\(path), or with --store")
    }
    return meant[0]
  }
}

extension StandardOutput {
  mutating func print(_ lines: [String]) { for text in lines { line(text) } }

  /// Prints a whole answer.
  static func write(lines: [String]) {
    var output = StandardOutput()
    output.print(lines)
  }
}
