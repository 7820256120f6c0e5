import Fluxtape
import FluxtapeLocking

/// The folder for logs of tests, and which logs to keep, from the environment.
struct TestLogPlace: Sendable {
  let folder: String
  let keep: Keep
  /// The maximum number of logs of one test case; `nil` for all, in a folder that the user named.
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

  /// Returns `nil` if recording is off.
  ///
  /// - Parameters:
  ///   - log: The value of `FLUXTAPE_LOG`.
  ///   - keep: The value of `FLUXTAPE_KEEP`.
  ///   - fallback: The default folder.
  init?(log: String?, keep: String?, fallback: @autoclosure () -> String) {
    switch log {
    case "off": return nil
    case nil, "":
      folder = fallback()
      newestKept = Self.newestOfCase
    case let path?:
      // A file name is for an app's single log. Use a folder of this name, as each test case has a log.
      folder = path.hasSuffix(".jsonl") && !SystemFacts.isFolder(path) ? String(path.dropLast(6)) : path
      newestKept = nil
    }
    self.keep = keep.flatMap(Keep.init(rawValue:)) ?? .onFailure
  }

  /// Enough to compare a failure with the runs before it.
  static let newestOfCase = 5
}

// MARK: - This process

extension TestLogPlace {
  static let ofProcess: TestLogPlace? = {
    let keep = SystemFacts.environment("FLUXTAPE_KEEP")
    if let keep, !keep.isEmpty, Keep(rawValue: keep) == nil {
      SystemFacts.tell("FLUXTAPE_KEEP is '\(keep)'; expected on-failure, on-failure-and-retries or always")
    }
    return TestLogPlace(log: SystemFacts.environment("FLUXTAPE_LOG"), keep: keep, fallback: standardFolder)
  }()

  /// The build folder, which is not in the repository and may be deleted; else the system's folder for temporary files.
  private static var standardFolder: String {
    if SystemFacts.isFolder(".build") { return ".build/fluxtape-tests" }
    let temporary = SystemFacts.environment("TMPDIR") ?? "/tmp"
    return (temporary.hasSuffix("/") ? temporary : temporary + "/") + "fluxtape-tests"
  }

  /// Prints only the first such line, because all logs have the same problem.
  static func warnOnce(_ line: String) {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isFirst { SystemFacts.tell(line) }
  }

  private static let hasWarned = Locked(false)
}
