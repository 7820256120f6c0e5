import FluxtapeJSON
import FluxtapeScreen

/// Short names for logs and folders: the end of a path, as short as no other path ends with it.
///
/// A name means the same file from then on. A later log that would get the same name gets a longer one. No two names print alike, so they
/// also differ as strings. Paths need not: as strings, composed and decomposed letters are equal.
struct ShortNames {
  /// A log or folder.
  struct File {
    /// Without symbolic links to its folder, so that two paths are two files.
    let path: String
    /// The path as the user wrote it, or as it follows from that.
    let typed: String

    fileprivate var spellings: [ExactText] { [ExactText(text: path), ExactText(text: typed)] }
  }

  /// A text with which a path ends.
  private struct End: Hashable {
    let text: ExactText
    let path: ExactText
  }

  /// The names, by paths.
  private var names: [ExactText: String] = [:]
  /// The paths, by names.
  private var paths: [String: String] = [:]
  /// The ends of paths that print like a text.
  private var ends: [String: Set<End>] = [:]
  /// The files whose ends are known.
  private var added: Set<[ExactText]> = []

  /// Returns the name of a file that was added.
  subscript(path: String) -> String { names[ExactText(text: path)] ?? path }

  /// Returns the path of the file that has the name. A name that only prints like it is another file's if that file's path ends with it.
  func path(named name: String) -> String? {
    let name = name.displayed()
    guard let path = paths[name] else { return nil }
    return self[path].hasSameBytes(as: name) || exactEnds(name).isEmpty ? path : nil
  }

  /// Returns the paths that end with this text, or else those whose end prints like it.
  func paths(endingWith end: String) -> [String] {
    let end = end.displayed()
    let exact = exactEnds(end)
    return Set((exact.isEmpty ? ends[end] ?? [] : exact).map(\.path)).map(\.text)
  }

  private func exactEnds(_ end: String) -> Set<End> { (ends[end] ?? []).filter { $0.text.text.hasSameBytes(as: end) } }

  /// Names the files that have no name yet. One that was typed in several ways is found by each of them.
  mutating func add(_ files: [File]) {
    let new = files.filter { added.insert($0.spellings).inserted }
    for file in new {
      for end in Self.ends(of: file.path) + Self.ends(of: file.typed) {
        ends[end, default: []].insert(End(text: ExactText(text: end), path: ExactText(text: file.path)))
      }
    }
    for file in new where names[ExactText(text: file.path)] == nil {
      let name = name(for: file.path)
      names[ExactText(text: file.path)] = name
      paths[name] = file.path
    }
  }

  private func name(for path: String) -> String {
    let free = Self.ends(of: path).first { end in
      Set((ends[end] ?? []).map(\.path)).count == 1 && paths[end] == nil && !Self.reserved.contains(end)
    }
    if let free { return free }
    // Only the path of a file whose name has invisible or decomposed characters can print like that of another one.
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
