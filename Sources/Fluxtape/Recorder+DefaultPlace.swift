internal import FluxtapeLog

extension Recorder {
  /// Records into the default place for logs of this name.
  ///
  /// Debug builds record into `shop.jsonl` in the working folder (on iOS and related systems in `Caches/fluxtape/`) and keep the newest
  /// five logs of earlier runs there. Release builds record only on request. In both kinds of builds the environment variable
  /// `FLUXTAPE_LOG` requests recording: it names a file or a folder, in which nothing is ever deleted. `off` turns recording off.
  ///
  /// One line on standard error says where the recorder writes.
  public convenience init(_ name: String, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    #if DEBUG
    let isDebugBuild = true
    #else
    let isDebugBuild = false
    #endif
    let place = LogPlace(for: name, asked: SystemFacts.environment("FLUXTAPE_LOG"), isDebugBuild: isDebugBuild)
    self.init(name, at: place, options: options, context: context)
  }

  convenience init(
    _ name: String, at place: LogPlace, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()
  ) {
    let file = place.makePath().map { FileSink($0) }
    self.init(log: file.map { RunLog(context, options: options, sink: $0) })
    guard let file else { return }
    announce(name, in: file)
    // Logs of earlier runs derive their names from the path that this log actually has.
    if case .standard = place { ExistingLog.keepNewest(Self.earlierLogsKept, besides: file.path) }
  }

  private func announce(_ name: String, in file: FileSink) {
    if let failure {
      SystemFacts.tell("\(name) is not recorded: \(failure)")
    } else {
      SystemFacts.tell("recording \(name); open it with: fluxtape \(ShellWord.quoted(file.path))")
    }
  }

  /// Enough to keep a run of interest when somebody starts the program again just to look, few enough not to fill the disk.
  static let earlierLogsKept = 5
}

/// Where a log goes if the app gives a name and no path.
enum LogPlace: Equatable {
  case nowhere
  case file(String)
  /// A file in a folder that is created if needed; its parent has to exist. The folder's name ends in `/`.
  case folder(String, file: String)
  /// A file in the default folder; the recorder deletes old logs there. An empty folder means the working folder.
  case standard(folder: String, file: String)

  init(for name: String, asked: String?, isDebugBuild: Bool) {
    let file = String(decoding: name.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }, as: UTF8.self) + ".jsonl"
    switch asked {
    case "off": self = .nowhere
    case nil, "": self = isDebugBuild ? .standard(folder: Self.standardFolder, file: file) : .nowhere
    case let path?:
      if path.hasSuffix("/") {
        self = .folder(path, file: file)
      } else {
        self = .file(SystemFacts.isFolder(path) ? path + "/" + file : path)
      }
    }
  }

  /// The path of the log. Creates the folder if needed.
  fileprivate func makePath() -> String? {
    switch self {
    case .nowhere: return nil
    case .file(let path): return path
    case .folder(let folder, let file), .standard(let folder, let file):
      if !folder.isEmpty { PosixFile.makeFolder(folder) }
      return folder + file
    }
  }

  private static var standardFolder: String {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    // On these systems an app's working folder is the root, which is not writable.
    return (SystemFacts.environment("HOME") ?? "") + "/Library/Caches/fluxtape/"
    #else
    return ""
    #endif
  }
}
