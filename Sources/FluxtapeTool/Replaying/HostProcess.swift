#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import FluxtapeJSON
import FluxtapeReplay

/// A child process that answers for reducers. Whatever it does, dying, hanging, writing without end, is an error with words, and no more.
final class HostProcess: ReducerHost {
  private let path: String
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  /// What the host may take for one answer.
  private let patience: Duration
  private var received: [UInt8] = []
  private var hasEnded = false

  /// Bytes of one answer: more is no state that a person has.
  private static let longestAnswer = 1 << 30
  private static let blockByteCount = 1 << 16

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: A path, or a name that `PATH` leads to.
  ///   - arguments: What the program is told.
  ///   - patience: What it may take for one answer.
  /// - Throws: ``HostError`` if it cannot be started.
  init(_ path: String, arguments: [String] = [], patience: Duration) throws {
    self.path = path
    self.patience = patience
    var (toHost, fromHost): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // Sound: `pipe` fills the two descriptors that there is room for.
    guard unsafe pipe(&toHost) == 0, unsafe pipe(&fromHost) == 0 else { throw HostError("no pipe can be made to \(path)") }
    for descriptor in toHost + fromHost { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    defer {
      close(toHost[0])
      close(fromHost[1])
    }
    guard let process = Self.spawn(path, arguments, input: toHost[0], output: fromHost[1]) else {
      close(toHost[1])
      close(fromHost[0])
      throw HostError("\(path) cannot be started; is it a program?")
    }
    self.process = process
    (input, output) = (toHost[1], fromHost[0])
    for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
  }

  deinit { end() }

  private static func spawn(_ path: String, _ arguments: [String], input: Int32, output: Int32) -> pid_t? {
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
    let texts: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe texts.forEach { unsafe free($0) } }
    var process = pid_t()
    return unsafe posix_spawnp(&process, path, &actions, nil, texts, environ) == 0 ? process : nil
  }
}

// MARK: - Asking

extension HostProcess {
  func ask(_ request: HostRequest) throws -> HostAnswer {
    guard received.isEmpty else { throw HostError("\(path) writes without being asked: its output is to hold answers alone") }
    let line = try exchange(request.json.bytes + [UInt8(ascii: "\n")], for: request)
    guard let json = try? JSONValue(parsing: line), let answer = HostAnswer(json) else {
      throw HostError(
        "\(path) answers \(Self.words(request)) with something that is no answer: \(String(decoding: line.prefix(60), as: UTF8.self))")
    }
    return answer
  }

  private static func words(_ request: HostRequest) -> String {
    switch request {
    case .hello: "the first question"
    case .begin(let store, _): "the first state of \(store)"
    case .action(let action): "action \(action.step) (\(action.type))"
    }
  }

  /// Writes a line and reads one, both at once: a host that does not read while it writes, or the other way round, must not stop us.
  private func exchange(_ question: [UInt8], for request: HostRequest) throws -> [UInt8] {
    let deadline = ContinuousClock.now + patience
    var written = 0
    while true {
      if written == question.count, let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return Array(received[..<end])
      }
      guard received.count < Self.longestAnswer else { throw HostError("\(path) writes without end at \(Self.words(request))") }
      let rest = deadline - ContinuousClock.now
      guard rest > .zero else {
        throw HostError("\(path) has not answered \(Self.words(request)) within \(patience); --host-timeout allows more")
      }
      let events = poll(forWriting: written < question.count, milliseconds: Int32(min(rest / .milliseconds(1), 1e9).rounded(.up)))
      if events.canWrite { written += try write(question[written...], for: request) }
      if events.canRead { try read(for: request) }
    }
  }

  private func poll(forWriting wantsToWrite: Bool, milliseconds: Int32) -> (canRead: Bool, canWrite: Bool) {
    var descriptors = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if wantsToWrite { descriptors.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    // Sound: as many structures are handed over as there are.
    #if canImport(Glibc)
      _ = unsafe Glibc.poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    #elseif canImport(Musl)
      _ = unsafe Musl.poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    #else
      _ = unsafe Darwin.poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    #endif
    return (descriptors[0].revents != 0, wantsToWrite && descriptors[1].revents != 0)
  }

  private func write(_ bytes: ArraySlice<UInt8>, for request: HostRequest) throws -> Int {
    // Sound: no more bytes are read than there are.
    let count = unsafe bytes.withUnsafeBytes { bytes in
      #if canImport(Glibc)
        unsafe Glibc.write(input, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        unsafe Musl.write(input, bytes.baseAddress, bytes.count)
      #else
        unsafe Darwin.write(input, bytes.baseAddress, bytes.count)
      #endif
    }
    if count >= 0 { return count }
    guard errno != EAGAIN, errno != EINTR else { return 0 }
    throw ended(at: request)
  }

  private func read(for request: HostRequest) throws {
    var block = [UInt8](repeating: 0, count: Self.blockByteCount)
    // Sound: the call stays within the block, whose length it is told.
    let count = unsafe block.withUnsafeMutableBytes { bytes in
      #if canImport(Glibc)
        unsafe Glibc.read(output, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        unsafe Musl.read(output, bytes.baseAddress, bytes.count)
      #else
        unsafe Darwin.read(output, bytes.baseAddress, bytes.count)
      #endif
    }
    if count > 0 {
      received += block[..<count]
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      throw ended(at: request)
    }
  }
}

// MARK: - The end

extension HostProcess {
  /// How the host ended, in words.
  private func ended(at request: HostRequest) -> HostError {
    let status = wait(for: .seconds(1))
    let how =
      switch status {
      case nil: "closed its output"
      case let status? where status & 0x7F != 0: "died of signal \(status & 0x7F)"
      case let status?: "ended with status \(status >> 8 & 0xFF)"
      }
    return HostError("\(path) \(how) at \(Self.words(request))")
  }

  /// The host's status, if it ends in time.
  private func wait(for duration: Duration) -> Int32? {
    let deadline = ContinuousClock.now + duration
    repeat {
      var status = Int32(0)
      // Sound: `waitpid` fills the status.
      if unsafe waitpid(process, &status, WNOHANG) == process {
        hasEnded = true
        return status
      }
      usleep(2000)
    } while ContinuousClock.now < deadline
    return nil
  }

  /// Lets the host end; one that does not is killed.
  private func end() {
    close(input)
    close(output)
    guard !hasEnded, wait(for: .milliseconds(200)) == nil, !hasEnded else { return }
    kill(process, SIGKILL)
    var status = Int32(0)
    _ = unsafe waitpid(process, &status, 0)
  }
}
