#if !RECORDING_COMPILED_OUT
extension Recorder {
  /// Records where logs of this name go by default.
  ///
  /// Debug builds record into `shop.jsonl` in the working folder (on iOS and its kin `Caches/fluxtape/`), and keep the newest five logs of
  /// earlier runs there. Release builds record when asked. The environment variable `FLUXTAPE_LOG` asks: it names a file or a folder, for both
  /// kinds of builds; there nothing is ever deleted. `off` turns recording off.
  ///
  /// One line on standard error says what is recorded where.
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
    // The logs of earlier runs have the name that this one has got.
    if case .standard = place { ExistingLog.keepNewest(Self.earlierLogsKept, besides: file.path) }
  }

  private func announce(_ name: String, in file: FileSink) {
    // A recorder in the background may not have made the file yet.
    log?.drain()
    if let failure {
      SystemFacts.tell("\(name) is not recorded: \(failure)")
    } else {
      SystemFacts.tell("recording \(name); open it with: fluxtape \(Self.quoted(file.path))")
    }
  }

  /// `path` as a shell takes it for one word.
  package static func quoted(_ path: String) -> String {
    var (isPlain, word) = (true, "'")
    for character in path.unicodeScalars {
      switch character {
      case "a"..."z", "A"..."Z", "+"..."9", ":", "@", "%", "_": break  // `+,-./` and digits, too
      default: isPlain = false
      }
      if character == "'" { word += "'\\'" }
      word.unicodeScalars.append(character)
    }
    return isPlain ? path : word + "'"
  }

  /// Enough to find the run before the one that was only started to look, few enough to be forgotten about.
  static let earlierLogsKept = 5
}

/// Where a log goes that was given a name and no path.
enum LogPlace: Equatable {
  case nowhere
  case file(String)
  /// In a folder that is made if it is not there; the one around it has to be. Its name ends in `/`.
  case folder(String, file: String)
  /// In a folder that is nobody's choice: earlier logs are tidied up there. An empty folder is the working folder.
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

  /// The path of the log. Makes the folder, if that is to be made.
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
    // An app's working folder there is the root, which it may not write to.
    return (SystemFacts.environment("HOME") ?? "") + "/Library/Caches/fluxtape/"
    #else
    return ""
    #endif
  }
}
#endif
