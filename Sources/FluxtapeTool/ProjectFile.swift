import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Foundation

/// What a project keeps for this program: the file `.fluxtape.json` in the current folder, or in the nearest folder above that has one.
///
/// ```json
/// {
///   "rules": ["no debt: never cart.total < 0"],
///   "ignore": ["session.token"],
///   "watches": ["cart.total"],
///   "forms": {"workflows": {"type": ".eventType", "time": ".eventTime"}}
/// }
/// ```
/// Options of the command line replace what stands here. Commands say what they take from the file, as it changes their answer.
struct ProjectFile {
  static let name = ".fluxtape.json"
  private static let sections = ["rules", "ignore", "watches", "forms"]

  let path: String
  private let members: JSONObject

  /// - Returns: Nil if no folder has the file.
  /// - Throws: ``UsageError`` if it is not a JSON object, or has a member that is not a section.
  init?() throws(UsageError) {
    var folder = FileManager.default.currentDirectoryPath
    while !Self.isTrusted(folder + "/" + Self.name) {
      guard folder.count > 1 else { return nil }
      folder = OutputFile.folder(of: folder)
    }
    path = (folder == "/" ? "" : folder) + "/" + Self.name
    let value: JSONValue
    do { value = try JSONValue(parsing: try TextFile.read(path)) } catch let error as UsageError { throw error } catch {
      throw UsageError(message: "\(path): not JSON: \(error)")
    }
    guard let members = value.object else { throw UsageError(message: #"\#(path): has to be an object, as in {"rules": []}"#) }
    self.members = members
    if let key = members.map(\.key).first(where: { !Self.sections.contains($0) }) {
      let guess =
        QueryError.nearest(to: key, among: Self.sections).map { "; did you mean '\($0)'?" }
        ?? "; there are \(Self.sections.joined(separator: ", "))"
      throw failure("unknown member '\(key)'\(guess)")
    }
  }

  /// Whether a file is the user's or the system's own: in a folder of all, such as that of temporary files, anybody may leave one.
  private static func isTrusted(_ path: String) -> Bool {
    var facts = stat()
    // Sound: the system fills the structure during the call.
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && (getuid() == 0 || [0, getuid()].contains(facts.st_uid))
  }

  private func failure(_ message: String) -> UsageError { UsageError(message: "\(path): \(message)") }
}

// MARK: - Sections

extension ProjectFile {
  /// The lines of `rules`, as in a file of rules, and what to call them in messages; nil without any.
  static func rules() throws(UsageError) -> (text: String, place: String)? {
    guard let file = try ProjectFile() else { return nil }
    let rules = try file.texts("rules")
    guard !rules.isEmpty else { return nil }
    let names = rules.map { $0.prefix { $0 != ":" } }.joined(separator: ", ")
    StandardOutput.warn("fluxtape: \(rules.count.counted("rule")) from \(file.path): \(names)")
    return (rules.joined(separator: "\n"), file.path + ": rules")
  }

  /// The paths of `ignore`, for comparisons.
  ///
  /// - Parameter isTold: Whether to print them: a pane names them itself.
  static func ignored(isTold: Bool = true) throws(UsageError) -> [StatePath] {
    guard let file = try ProjectFile() else { return [] }
    let paths = try file.paths("ignore")
    if !paths.isEmpty, isTold {
      StandardOutput.warn("fluxtape: ignored, as \(file.path) says: \(paths.map(\.description).joined(separator: ", "))")
    }
    return paths
  }

  /// The paths of `watches`, for logs that the inspector has not shown before.
  static func watches() throws(UsageError) -> [StatePath] {
    guard let file = try ProjectFile() else { return [] }
    let paths = try file.paths("watches")
    if let path = paths.first(where: { $0.store == nil }) {
      throw file.failure("'watches': '\(path)' names no store; write as in cart\(path)")
    }
    return paths
  }

  /// The form with a name, of the section `forms`: `{"forms": {"workflows": {"type": ".eventType", "time": ".eventTime"}}}`.
  ///
  /// - Throws: ``UsageError`` if there is none, or if it has values that are not texts.
  func form(_ name: String) throws(UsageError) -> [String: String] {
    let forms = members["forms"]?.object ?? [:]
    guard let form = forms[name]?.object else {
      let names = forms.isEmpty ? "it has no forms" : "its forms are \(forms.map(\.key).joined(separator: ", "))"
      throw failure("there is no form '\(name)'; \(names)")
    }
    if let member = form.first(where: { $0.value.string == nil }) {
      throw failure("form '\(name)': '\(member.key)' has to be a text, as in \"type\": \".eventType\"")
    }
    return Dictionary(form.map { ($0.key, $0.value.string ?? "") }) { $1 }
  }

  private func paths(_ section: String) throws(UsageError) -> [StatePath] {
    try texts(section).map { text throws(UsageError) in
      do { return try StatePath(parsing: text) } catch { throw failure("'\(section)': \(text): \(error)") }
    }
  }

  private func texts(_ section: String) throws(UsageError) -> [String] {
    guard let value = members[section] else { return [] }
    let texts = (value.array ?? []).compactMap(\.string)
    guard let values = value.array, texts.count == values.count else {
      throw failure("'\(section)' has to be a list of texts, as in \"\(section)\": [\"…\"]")
    }
    return texts
  }
}
