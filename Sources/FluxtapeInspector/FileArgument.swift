import FluxtapeHistory

/// The name of a file that is being typed behind a command, and the folders that may have it.
struct FileArgument {
  let typed: Substring
  /// Whether the command takes logs alone.
  private let isLog: Bool
  /// The log whose neighbors the command takes by their names, too.
  private let log: String?

  /// Returns nil if the prompt takes no file.
  ///
  /// - Parameter shownLog: The path of the shown log.
  init?(in prompt: Prompt, _ shownLog: String?) {
    guard prompt.kind == .command, let blank = prompt.line.text.firstIndex(of: " ") else { return nil }
    switch String(prompt.line.text[..<blank]) {
    case "compare": (isLog, log) = (true, shownLog)
    case "export", "import": (isLog, log) = (false, nil)
    default: return nil
    }
    typed = prompt.line.text[prompt.line.text.index(after: blank)...]
    // Numbers are those of runs.
    if isLog, typed.allSatisfy({ $0.isNumber || $0 == " " }), !typed.isEmpty { return nil }
  }

  /// The folder as typed, with its last slash.
  private var folder: String { typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? "" }

  /// The same folder, beside the log.
  private var folderBesideLog: String? { log.flatMap { Self.path(folder, besideLogAt: $0) } }

  /// The folders to list.
  var folders: [String] { [folder.isEmpty ? "." : folder] + [folderBesideLog].compactMap(\.self) }

  /// Returns the path of a file that is named from the folder of a log; nil if the file is named from elsewhere, or that is the working folder.
  static func path(_ name: String, besideLogAt log: String) -> String? {
    guard !name.hasPrefix("/"), let slash = log.lastIndex(of: "/") else { return nil }
    return String(log[...slash]) + name
  }

  /// Returns the files of listed folders, those beside the log first, and then folders.
  func candidates(in files: [String: [String]]) -> [Candidate] {
    let here = files[folder.isEmpty ? "." : folder] ?? []
    let near = (folderBesideLog.flatMap { files[$0] } ?? []).filter { !here.contains($0) }
    func isFolder(_ name: String) -> Bool { name.hasSuffix("/") }
    func isWanted(_ name: String) -> Bool { !isFolder(name) && (!isLog || name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz")) }
    let besideLog = folderBesideLog ?? ""
    var names: [(name: String, words: String)] = []
    for name in near where isWanted(name) && besideLog + name != log { names.append((name, "beside this log")) }
    for name in here where isWanted(name) && folder + name != log { names.append((name, "")) }
    for name in here where isFolder(name) { names.append((name, "a folder")) }
    for name in near where isFolder(name) { names.append((name, "a folder beside this log")) }
    return names.map { Candidate(text: folder + $0.name, words: $0.words) }
  }
}

extension InspectorWork {
  static func files(in folders: [String]) -> InspectorWork {
    InspectorWork(.files) { _, report in
      report(.filesListed(Dictionary(folders.map { ($0, LogFolder.entries(of: $0)) }) { first, _ in first }))
    }
  }
}

extension InspectorState {
  /// Requests the names of the files that a prompt may take.
  mutating func listFiles(for prompt: Prompt) {
    let folders = (FileArgument(in: prompt, shownLog)?.folders ?? []).filter { prompt.files[$0] == nil }
    if !folders.isEmpty { ask(.files(in: folders)) }
  }

  mutating func receive(_ files: [String: [String]]) {
    guard var prompt else { return }
    prompt.files.merge(files) { _, new in new }
    self.prompt = prompt
  }
}
