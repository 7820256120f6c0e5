import FluxtapeHistory
import FluxtapeLocking

/// A question that cannot be answered as it was asked. The message says what to ask instead.
struct AgentError: Error {
  let message: String
}

/// The logs and folders that the server was started with, and their names.
final class AgentScope: Sendable {
  private struct Root {
    let file: ShortNames.File
    let isFolder: Bool
  }

  /// As they were typed: some may be the same file.
  private let roots: [Root]
  private let names = Locked(ShortNames())

  /// - Throws: ``UsageError`` if there is no such log or folder.
  init(_ paths: [String]) throws(UsageError) {
    if paths.contains("-") { throw UsageError(message: "mcp reads questions from standard input, so no log can be there") }
    if let path = paths.first(where: { OutputFile.kind(of: $0) == nil }) {
      throw UsageError(message: "\(path): there is no such log")
    }
    roots = paths.map { Root(file: AgentScope.file($0), isFolder: LogFolder.isFolder($0)) }
    // Logs that are there now get their names before later ones.
    _ = current()
  }

  /// Keeps a link in the last component: its name is the one that the user knows.
  private static func file(_ typed: String) -> ShortNames.File {
    var path = typed
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let last = path.split(separator: "/").last.map(String.init)
    guard let last, last != ".", last != ".." else { return ShortNames.File(path: OutputFile.target(of: path), typed: typed) }
    let folder = OutputFile.target(of: OutputFile.folder(of: path))
    return ShortNames.File(path: folder.hasSuffix("/") ? folder + last : folder + "/" + last, typed: typed)
  }

  /// Returns the logs there are now: tests may add some.
  func current() -> AgentLogs {
    let found = roots.map { (root: $0, files: Self.files(of: $0)) }
    let names = names.withLock { names in
      names.add(found.flatMap { [$0.root.file] + $0.files })
      return names
    }
    var (paths, folders): ([String: String], [String: [String]]) = ([:], [:])
    for (root, files) in found {
      for name in files.map({ names[$0.path] }) { paths[name] = names.path(named: name) }
      if root.isFolder { folders[names[root.file.path]] = files.map { names[$0.path] } }
    }
    var seen: Set<String> = []
    let different = roots.map { names[$0.file.path] }.filter { seen.insert($0).inserted }
    return AgentLogs(roots: different, given: LogNames(paths: paths, folders: folders), names: names)
  }

  private static func files(of root: Root) -> [ShortNames.File] {
    guard root.isFolder else { return [root.file] }
    let typed = root.file.typed.hasSuffix("/") ? root.file.typed : root.file.typed + "/"
    let paths = (try? LogFolder.logs(in: root.file.path)) ?? []
    return paths.map { path in
      let inside = path.dropFirst(root.file.path.count).drop { $0 == "/" }
      return ShortNames.File(path: path, typed: typed + String(inside))
    }
  }
}

/// The logs that an agent may ask about at one moment, by their names.
struct AgentLogs: Sendable {
  /// The logs and folders that were named at the start.
  let roots: [String]
  /// For the command that answers.
  let given: LogNames
  /// All names, also of logs that are gone.
  fileprivate let names: ShortNames

  private static let shown = 5

  /// The folders that were named at the start.
  var folders: [String] { roots.filter { given.folders[$0] != nil } }

  /// The names of the logs, in the order of the roots.
  var logs: [String] {
    var seen: Set<String> = []
    return roots.flatMap { given.folders[$0] ?? [$0] }.filter { seen.insert($0).inserted }
  }

  /// The roots without empty folders; all of them if every one is empty, for the message.
  var rootsWithLogs: [String] {
    let some = roots.filter { given.folders[$0]?.isEmpty != true }
    return some.isEmpty ? roots : some
  }

  /// Returns the name of the log that a text names: its name, its path, or an end of its path that no other has.
  func log(_ text: String) throws(AgentError) -> String {
    if let name = try find(text, among: { given.paths[$0] != nil }) { return name }
    throw AgentError(message: "\(text) is not among the logs that were named at the start: \(Self.words(logs)); 'runs' has them all")
  }

  /// Returns the name of a folder that was named at the start.
  func folder(_ text: String) throws(AgentError) -> String {
    if let name = try find(text, among: { given.folders[$0] != nil }) { return name }
    throw AgentError(message: "\(text) is not among the folders that were named at the start: \(Self.words(folders))")
  }

  /// Returns the name of a log, or of a folder that was named at the start.
  func logOrFolder(_ text: String) throws(AgentError) -> String {
    if let folder = try find(text, among: { given.folders[$0] != nil }) { return folder }
    return try log(text)
  }

  /// Returns the address of a step from `LOG:N` or `LOG:@LINE`.
  func address(_ text: String) throws(AgentError) -> String {
    let address = StepAddress(argument: text)
    guard let row = address.row else { throw AgentError(message: "\(text) is not an address; write LOG:N, as answers do") }
    return StepAddress(log: try log(address.log), row: row).text
  }

  /// Nothing is looked up on the disk: a text can only name what is there already.
  private func find(_ text: String, among isThere: (String) -> Bool) throws(AgentError) -> String? {
    if let path = names.path(named: text) { return isThere(names[path]) ? names[path] : nil }
    let found = names.paths(endingWith: text).map { names[$0] }.filter(isThere).sorted()
    if found.count > 1 { throw AgentError(message: "several are called \(text): \(Self.words(found)); ask for one of them") }
    return found.first
  }

  private static func words(_ names: [String]) -> String {
    names.prefix(shown).joined(separator: ", ") + (names.count > shown ? " and \(names.count - shown) more" : "")
  }
}
