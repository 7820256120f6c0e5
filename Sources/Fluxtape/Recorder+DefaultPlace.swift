extension Recorder {
  /// Records where logs of this name go by default.
  ///
  /// Debug builds record into `shop.jsonl` in the working folder (on iOS and its kin `Caches/fluxtape/`), and keep the newest five logs of
  /// earlier runs there. Release builds record when asked. The environment variable `FLUXTAPE_LOG` asks: it names a file or a folder, for both
  /// kinds of builds; there nothing is ever deleted. `off` turns recording off.
  ///
  /// One line on standard error says what is recorded where.
  public convenience init(_ name: String, options: RecorderOptions = RecorderOptions()) {
    #if DEBUG
      let isDebugBuild = true
    #else
      let isDebugBuild = false
    #endif
    let asked = SystemFacts.environment("FLUXTAPE_LOG")
    let place = LogPlace(for: name, asked: asked, isDebugBuild: isDebugBuild)
    self.init(name, at: Recorder.isCompiledIn ? place : .nowhere, options: options)
    if !Recorder.isCompiledIn, asked != nil, place != .nowhere {
      SystemFacts.printToStandardError("fluxtape: \(name) is not recorded: recording is not part of this build (package trait DebugOnly)")
    }
  }

  convenience init(_ name: String, at place: LogPlace, options: RecorderOptions = RecorderOptions()) {
    switch place {
    case .nowhere: self.init(log: nil)
    case .file(let path): self.init(announcing: name, to: path, options: options)
    case .standard(let folder, let file):
      if !folder.isEmpty { PosixFile.makeFolder(folder) }
      self.init(announcing: name, to: folder + file, options: options)
      EarlierLog.keepNewest(Self.earlierLogsKept, besides: folder + file)
    }
  }

  private convenience init(announcing name: String, to path: String, options: RecorderOptions) {
    self.init(to: path, options: options)
    if let failure {
      SystemFacts.printToStandardError("fluxtape: \(name) is not recorded: \(failure)")
    } else {
      SystemFacts.printToStandardError("fluxtape: recording \(name); open it with: fluxtape \(Self.quoted(path))")
    }
  }

  /// `path` as a shell takes it for one word.
  static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "0123456789/._-+,:@%".utf8.contains(byte)
    }
    return isPlain ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Enough to find the run before the one that was only started to look, few enough to be forgotten about.
  static let earlierLogsKept = 5
}

/// Where a log goes that was given a name and no path.
enum LogPlace: Equatable {
  case nowhere
  case file(String)
  /// In a folder that is nobody's choice: earlier logs are tidied up there. An empty folder is the working folder.
  case standard(folder: String, file: String)

  init(for name: String, asked: String?, isDebugBuild: Bool) {
    let file = String(name.map { $0 == "/" ? "-" : $0 }) + ".jsonl"
    switch asked {
    case "off": self = .nowhere
    case nil, "": self = isDebugBuild ? .standard(folder: Self.standardFolder, file: file) : .nowhere
    case let path?:
      if path.hasSuffix("/") {
        self = .file(path + file)
      } else {
        self = .file(PosixFile.isFolder(path) ? path + "/" + file : path)
      }
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
