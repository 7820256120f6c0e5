#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import Dispatch
import FluxtapeLocking

/// A program that was started, with a pipe to its input and one from its output. It does not outlive this value.
final class ChildProcess: Sendable {
  /// Not blocking, as is ``output``.
  let input: Int32
  let output: Int32
  private let process: pid_t
  /// How it ended, as `waitpid` says; nil while it runs.
  private let status: Locked<Int32?>
  private let end = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - path: A path, or a name that `PATH` leads to.
  ///   - isQuiet: Whether nobody hears what it says on standard error.
  /// - Returns: nil if it cannot be started.
  init?(_ path: String, arguments: [String], isQuiet: Bool) {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // Sound: `pipe` fills the two descriptors that there is room for.
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

  /// Lets it end by itself, as nothing is left to be read; where it does not, it is killed.
  deinit {
    close(input)
    close(output)
    if wait(for: .milliseconds(200)) == nil { kill() }
  }
}

// MARK: - Beginning

extension ChildProcess {
  /// A hundredth of a second lies between two.
  private static let mostTries = 100

  private static func spawn(_ path: String, _ arguments: [String], input: Int32, output: Int32, isQuiet: Bool) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    // Sound: names and structures are handed to `posix_spawn`, which reads them during the call.
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
      // It was written a moment ago, and a process that is just being started has it open for writing still.
      case ETXTBSY: usleep(10_000)
      default: return nil
      }
    }
    return nil
  }
}

// MARK: - The end

extension ChildProcess {
  /// Waits on a thread of its own. The child is taken from the system under the lock, so that its number is never killed when another process
  /// has it.
  private static func watch(_ process: pid_t, _ status: Locked<Int32?>, _ end: DispatchSemaphore) {
    DispatchQueue(label: "fluxtape.child").async {
      // Sound: `waitid` and `waitpid` fill what they are handed.
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

  /// - Returns: how it ended, as `waitpid` says; nil if it has not in time.
  func wait(for duration: Duration) -> Int32? {
    guard end.wait(timeout: .now() + .nanoseconds(Int(duration / .nanoseconds(1)))) == .success else { return nil }
    end.signal()
    return status.withLock { $0 }
  }

  func kill() {
    status.withLock { status in
      guard status == nil else { return }
      #if canImport(Glibc)
      _ = Glibc.kill(process, SIGKILL)
      #elseif canImport(Musl)
      _ = Musl.kill(process, SIGKILL)
      #else
      _ = Darwin.kill(process, SIGKILL)
      #endif
    }
  }
}
