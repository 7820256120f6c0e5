#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import Dispatch
import FluxtapeLocking

/// A child process with pipes to its input and from its output. It does not outlive this object.
final class ChildProcess: Sendable {
  /// Non-blocking, like ``output``.
  let input: Int32
  let output: Int32
  private let process: pid_t
  /// The status of `waitpid`; nil while the process runs.
  private let status: Locked<Int32?>
  private let end = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - path: A path, or a name to look up in `PATH`.
  ///   - arguments: The arguments.
  ///   - isQuiet: Whether to discard its standard error.
  /// - Returns: Nil if it cannot be started.
  init?(_ path: String, arguments: [String], isQuiet: Bool) {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // Sound: `pipe` fills the two descriptors of the array.
    guard unsafe pipe(&toChild) == 0 else { return nil }
    guard unsafe pipe(&fromChild) == 0 else {
      toChild.forEach { close($0) }
      return nil
    }
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    defer {
      close(toChild[0])
      close(fromChild[1])
    }
    guard let process = Self.spawn(path, arguments, input: toChild[0], output: fromChild[1], isQuiet: isQuiet) else {
      close(toChild[1])
      close(fromChild[0])
      return nil
    }
    self.process = process
    (input, output) = (toChild[1], fromChild[0])
    status = Locked(nil)
    for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
    Self.watch(process, status, end)
  }

  /// Gives the process time to end at the end of its input, then kills it.
  deinit {
    close(input)
    close(output)
    if wait(for: .milliseconds(200)) == nil { stop() }
  }
}

// MARK: - Start

extension ChildProcess {
  /// The maximum number of attempts to start a process, 10 ms apart.
  private static let mostTries = 100

  private static func spawn(_ path: String, _ arguments: [String], input: Int32, output: Int32, isQuiet: Bool) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    // Sound: `posix_spawn` reads names and structures only during the call.
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if isQuiet { unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    let texts: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe texts.forEach { unsafe free($0) } }
    var process = pid_t()
    for _ in 0..<Self.mostTries {
      switch unsafe posix_spawnp(&process, path, &actions, nil, texts, environ) {
      case 0: return process
      // The program was just written, and another starting process still has it open for writing.
      case ETXTBSY: usleep(10_000)
      default: return nil
      }
    }
    return nil
  }
}

// MARK: - The end

extension ChildProcess {
  /// Waits on a separate thread. Reaps the child under the lock, so that ``stop()`` never hits another process with the same id.
  private static func watch(_ process: pid_t, _ status: Locked<Int32?>, _ end: DispatchSemaphore) {
    DispatchQueue(label: "fluxtape.child").async {
      // Sound: `waitid` and `waitpid` fill the passed structures.
      var info = unsafe siginfo_t()
      while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      status.withLock { status in
        var value = Int32(0)
        _ = unsafe waitpid(process, &value, 0)
        status = value
      }
      end.signal()
    }
  }

  /// Waits for the process to end. Returns the status of `waitpid`; nil after a timeout.
  func wait(for duration: Duration) -> Int32? {
    guard end.wait(timeout: .now() + .nanoseconds(Int(duration / .nanoseconds(1)))) == .success else { return nil }
    end.signal()
    return status.withLock { $0 }
  }

  /// Kills the process.
  func stop() {
    status.withLock { status in
      guard status == nil else { return }
      _ = kill(process, SIGKILL)
    }
  }
}
