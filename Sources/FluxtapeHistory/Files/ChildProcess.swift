#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import Dispatch
import FluxtapeLocking

// The unsafe expressions here pass names, structures and arrays to system calls, which use them during the call only.

/// A started program, with pipes to it if asked for. It does not outlive this object.
package final class ChildProcess: Sendable {
  /// Where a standard stream of the process leads.
  package enum Stream: Sendable {
    /// The same stream of this process.
    case shared
    /// A pipe, for ``ChildProcess/transfer(_:within:)``.
    case pipe
    case file(String)
    case descriptor(Int32)

    package static let nowhere = Stream.file("/dev/null")
  }

  package enum End: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
  }

  private let process: pid_t
  /// The ends of the pipes on this side, by the process's descriptor; -1 without a pipe. They do not block.
  private let pipes: Locked<[Int32]>
  /// Nil while the process runs.
  private let end = Locked<End?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameter path: A path, or a name to look up in `PATH`.
  /// - Returns: Nil if it cannot be started.
  package init?(
    _ path: String, arguments: [String], input: Stream = .shared, output: Stream = .shared, errors: Stream = .shared
  ) {
    var pipes: [Int32] = []
    guard let process = Self.starting.withLock({ _ in Self.start([path] + arguments, [input, output, errors], &pipes) }) else {
      for pipe in pipes where pipe >= 0 { close(pipe) }
      return nil
    }
    self.process = process
    self.pipes = Locked(pipes)
    watch()
  }

  /// Gives the process time to end at the end of its input, then kills it.
  deinit {
    for stream in 0...2 { closePipe(stream) }
    if wait(for: .milliseconds(200)) == nil { stop() }
  }
}

// MARK: - Start

extension ChildProcess {
  /// One process starts at a time: another one would inherit the ends of its pipes, which then never close.
  private static let starting = Locked(())

  /// The maximum number of attempts to start a process, 10 ms apart.
  private static let mostTries = 100

  private static func start(_ words: [String], _ streams: [Stream], _ pipes: inout [Int32]) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var given: [Int32] = []
    defer { for end in given { close(end) } }
    for (descriptor, stream) in zip(Int32(0)..., streams) {
      var own: Int32 = -1
      switch stream {
      case .shared: break
      case .file(let path):
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, path, descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let other): unsafe posix_spawn_file_actions_adddup2(&actions, other, descriptor)
      case .pipe:
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        if descriptor == STDIN_FILENO { ends.reverse() }
        own = ends[0]
        given.append(ends[1])
        _ = fcntl(own, F_SETFL, fcntl(own, F_GETFL) | O_NONBLOCK)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
      }
      pipes.append(own)
    }
    let texts: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe texts.forEach { unsafe free($0) } }
    var process = pid_t()
    for _ in 0..<mostTries {
      switch unsafe posix_spawnp(&process, words[0], &actions, nil, texts, environ) {
      case 0: return process
      // The program was just written, and another starting process still has it open for writing.
      case ETXTBSY: usleep(10_000)
      default: return nil
      }
    }
    return nil
  }
}

// MARK: - Pipes

extension ChildProcess {
  /// What went through the pipes.
  package struct Transfer {
    /// How many bytes of its input the process took; nil if it takes no more.
    package var written: Int? = 0
    /// Nil at the end.
    package var output: [UInt8]?
    package var errors: [UInt8]?
  }

  private static let blockByteCount = 1 << 16

  /// Waits until a pipe is ready, then reads or writes what it can. A process that only reads or only writes cannot cause a deadlock.
  ///
  /// - Parameters:
  ///   - input: Bytes for the process to read.
  ///   - timeout: The time to wait; nil for no limit.
  package func transfer(_ input: ArraySlice<UInt8> = [], within timeout: Duration? = nil) -> Transfer {
    let pipes = pipes.withLock { $0 }
    var polled = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled[0] = pollfd(fd: input.isEmpty ? -1 : pipes[0], events: Int16(POLLOUT), revents: 0)
    let milliseconds = timeout.map { Int32(min($0 / .milliseconds(1), 1e9).rounded(.up)) } ?? -1
    // Without a pipe there is nothing to wait for.
    if polled.contains(where: { $0.fd >= 0 }) { _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds) }
    var transfer = Transfer()
    if polled[0].revents != 0 {
      let count = unsafe input.withUnsafeBytes { unsafe write(pipes[0], $0.baseAddress, $0.count) }
      transfer.written = count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : nil
    }
    transfer.output = receive(1, isReady: polled[1].revents != 0)
    transfer.errors = receive(2, isReady: polled[2].revents != 0)
    return transfer
  }

  private func receive(_ stream: Int, isReady: Bool) -> [UInt8]? {
    let pipe = pipes.withLock { $0[stream] }
    guard pipe >= 0 else { return nil }
    guard isReady else { return [] }
    var block = [UInt8](repeating: 0, count: Self.blockByteCount)
    let count = unsafe block.withUnsafeMutableBytes { unsafe read(pipe, $0.baseAddress, $0.count) }
    guard count <= 0 else {
      block.removeSubrange(count...)
      return block
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    closePipe(stream)
    return nil
  }

  /// Ends the process's input.
  package func closeInput() { closePipe(0) }

  private func closePipe(_ stream: Int) {
    pipes.withLock { pipes in
      if pipes[stream] >= 0 { close(pipes[stream]) }
      pipes[stream] = -1
    }
  }
}

// MARK: - End

extension ChildProcess {
  /// Waits on a separate thread. Reaps the child under the lock, so that ``stop()`` never hits another process with the same id.
  private func watch() {
    DispatchQueue(label: "fluxtape.child").async { [process, end, hasEnded] in
      var info = unsafe siginfo_t()
      while unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      end.withLock { end in
        var status = Int32(0)
        // A program whose caller ignores ended children is never told how one ended.
        guard unsafe waitpid(process, &status, 0) == process else { return end = .killed(signal: SIGKILL) }
        end = status & 0x7F == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
      }
      hasEnded.signal()
    }
  }

  /// Waits for the process to end.
  package func wait() -> End {
    hasEnded.wait()
    hasEnded.signal()
    return end.withLock { $0 } ?? .killed(signal: SIGKILL)
  }

  /// Waits for the process to end. Returns nil after a timeout.
  package func wait(for timeout: Duration) -> End? {
    guard hasEnded.wait(timeout: .now() + .nanoseconds(Int(timeout / .nanoseconds(1)))) == .success else { return nil }
    hasEnded.signal()
    return wait()
  }

  /// Kills the process.
  package func stop() {
    end.withLock { end in
      // A process may block any other signal: it inherits which ones from the thread that starts it.
      if end == nil { _ = kill(process, SIGKILL) }
    }
  }
}
