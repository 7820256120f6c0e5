import FluxtapeScreen

/// Short names for logs and folders: the end of a path, as short as no other path ends with it.
///
/// A name means the same file from then on. A later log that would get the same name gets a longer one.
struct ShortNames {
  /// A log or folder.
  struct File: Hashable {
    /// Without symbolic links to its folder, so that two paths are two files.
    let path: String
    /// The path as the user wrote it, or as it follows from that.
    let typed: String
  }

  private var names: [String: String] = [:]
  private var paths: [String: String] = [:]
  /// The paths that end with a text. Two texts that print alike are one.
  private var owners: [String: Set<String>] = [:]

  /// Returns the name of a file that was added.
  subscript(path: String) -> String { names[path] ?? path }

  /// Returns the path of the file that has the name.
  func path(named name: String) -> String? { paths[name.displayed()] }

  /// Returns the paths that end with this text.
  func paths(endingWith end: String) -> Set<String> { owners[end.displayed()] ?? [] }

  /// Names the files that have no name yet.
  mutating func add(_ files: [File]) {
    let new = files.filter { names[$0.path] == nil }
    for file in new {
      for end in Self.ends(of: file.path) + Self.ends(of: file.typed) { owners[end, default: []].insert(file.path) }
    }
    for file in new where names[file.path] == nil {
      let name = name(for: file.path)
      names[file.path] = name
      paths[name] = file.path
    }
  }

  private func name(for path: String) -> String {
    let ends = Self.ends(of: path)
    if let end = ends.first(where: { owners[$0]?.count == 1 && paths[$0] == nil && !Self.reserved.contains($0) }) { return end }
    // Only the path of a file whose name has invisible characters can print like that of another one.
    var number = 2
    while paths["\(path.displayed()) #\(number)"] != nil { number += 1 }
    return "\(path.displayed()) #\(number)"
  }

  /// Standard input, as commands call it.
  private static let reserved: Set = ["-"]

  /// The ends of a path, from its last component to the whole, as they print: commands print names, and an agent sends them back.
  private static func ends(of path: String) -> [String] {
    var ends: [String] = []
    var end = ""
    for component in path.split(separator: "/").reversed() {
      end = end.isEmpty ? String(component) : "\(component)/\(end)"
      ends.append(end.displayed())
    }
    return ends + [path.displayed()]
  }
}
