import Fluxtape
import FluxtapeLocking

/// Where the logs of tests go, and which of them stay, as the environment says.
struct TestLogPlace: Sendable {
  let folder: String
  let keep: Keep
  /// How many logs of one test case stay; `nil` for all of them, in a folder that somebody named.
  let newestKept: Int?

  enum Keep: String, Sendable {
    case onFailure = "on-failure"
    case onFailureAndRetries = "on-failure-and-retries"
    case always

    func keepsPassed(afterFailure: Bool) -> Bool {
      switch self {
      case .onFailure: false
      case .onFailureAndRetries: afterFailure
      case .always: true
      }
    }
  }

  /// `nil` if nothing is to be recorded.
  ///
  /// - Parameters:
  ///   - log: What `FLUXTAPE_LOG` says.
  ///   - keep: What `FLUXTAPE_KEEP` says.
  ///   - fallback: The folder for those who say nothing.
  init?(log: String?, keep: String?, fallback: @autoclosure () -> String) {
    switch log {
    case "off": return nil
    case nil, "":
      folder = fallback()
      newestKept = Self.newestOfCase
    case let path?:
      // The name of a file is meant for an app's one log; each test case has its own.
      folder = path.hasSuffix(".jsonl") && !SystemFacts.isFolder(path) ? String(path.dropLast(6)) : path
      newestKept = nil
    }
    self.keep = keep.flatMap(Keep.init(rawValue:)) ?? .onFailure
  }

  /// Enough to set a failure beside the runs before it.
  static let newestOfCase = 5
}

// MARK: - This process

extension TestLogPlace {
  static let ofProcess: TestLogPlace? = {
    let keep = SystemFacts.environment("FLUXTAPE_KEEP")
    if let keep, !keep.isEmpty, Keep(rawValue: keep) == nil {
      SystemFacts.tell("FLUXTAPE_KEEP says '\(keep)'; it may say on-failure, on-failure-and-retries or always")
    }
    return TestLogPlace(log: SystemFacts.environment("FLUXTAPE_LOG"), keep: keep, fallback: standardFolder)
  }()

  /// In the build folder, which no repository has and everybody may delete; else with the system's temporary files.
  private static var standardFolder: String {
    if SystemFacts.isFolder(".build") { return ".build/fluxtape-tests" }
    let temporary = SystemFacts.environment("TMPDIR") ?? "/tmp"
    return (temporary.hasSuffix("/") ? temporary : temporary + "/") + "fluxtape-tests"
  }

  /// Prints the first of such lines: what goes wrong with one log goes wrong with all of them.
  static func tellOnce(_ line: String) {
    let isFirst = hasTold.withLock { told in
      defer { told = true }
      return !told
    }
    if isFirst { SystemFacts.tell(line) }
  }

  private static let hasTold = Locked(false)
}
