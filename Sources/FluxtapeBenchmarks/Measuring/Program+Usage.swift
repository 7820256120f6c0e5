import Foundation

#if canImport(Glibc)
import Glibc
#endif

extension Program {
  /// The resources that a program and its child processes took.
  struct Usage {
    let processorSeconds: Double
    let elapsedSeconds: Double
    /// The most memory that one process had at a time. On Linux at least what this process had when it started the program.
    let peakBytes: Int
  }

  /// Runs the program to its end with its output in the file `output`. Returns the seconds of processor time.
  func processorSeconds(_ arguments: [String], output: String) throws -> Double {
    try usage(arguments, output: output).processorSeconds
  }

  /// Runs the program to its end with its output in the file `output`.
  ///
  /// The unsafe expressions pass C strings and structs of this function's own, which `posix_spawn` and `wait4` use during the call only.
  ///
  /// - Throws: ``BenchmarkError`` if the program cannot be started, or ends with a status other than `statuses`.
  func usage(_ arguments: [String], output: String, statuses: Set<Int32> = [0]) throws -> Usage {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)

    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child = pid_t()
    let start = ContinuousClock.now
    let failure = unsafe posix_spawn(&child, path, &actions, nil, &words, environ)
    guard failure == 0 else { throw BenchmarkError("\(path) cannot be started: error \(failure)") }

    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(child, &status, 0, &usage) == -1 {
      guard errno == EINTR else { throw BenchmarkError("\(path) cannot be waited for: error \(errno)") }
    }
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    // A signal is in the lowest seven bits, and the exit status in the next eight.
    let hasExited = status & 0x7F == 0
    guard hasExited, statuses.contains(status >> 8 & 0xFF) else {
      throw BenchmarkError("\(path) \(arguments.joined(separator: " ")) failed\(Self.ending(of: output))")
    }
    #if os(Linux)
    let peak = Int(usage.ru_maxrss) << 10
    #else
    let peak = Int(usage.ru_maxrss)
    #endif
    return Usage(processorSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds, elapsedSeconds: elapsed, peakBytes: peak)
  }

  /// The last lines of a program's output, for the message of its failure.
  private static func ending(of output: String) -> String {
    guard let text = try? String(contentsOfFile: output, encoding: .utf8), !text.isEmpty else { return "" }
    return ":\n" + text.split(separator: "\n").suffix(20).joined(separator: "\n")
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
