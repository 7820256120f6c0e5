import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLocking
import FluxtapeReplay

/// A child process with reducers. If it dies, hangs or writes endlessly, requests throw an error.
final class HostProcess: ReducerHost, Sendable {
  /// The name in messages.
  private let name: String
  private let process: ChildProcess
  /// The time limit for an answer.
  private let patience: Duration
  private let isStopped: (@Sendable () -> Bool)?
  /// The beginning of the next answer.
  private let received = Locked<[UInt8]>([])

  /// The maximum size of an answer in bytes.
  private static let longestAnswer = 1 << 30
  /// The maximum delay before noticing a stop.
  private static let stopDelay = Duration.milliseconds(50)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: A path, or a name to look up in `PATH`.
  ///   - name: The name in messages.
  ///   - arguments: The arguments.
  ///   - patience: The time limit for an answer.
  ///   - isQuiet: Whether to discard its standard error.
  ///   - isStopped: Called regularly while waiting for an answer.
  /// - Throws: ``HostError`` if it cannot be started.
  init(
    _ path: String, named name: String, arguments: [String], patience: Duration, isQuiet: Bool, isStopped: (@Sendable () -> Bool)?
  ) throws {
    let errors = isQuiet ? ChildProcess.Stream.nowhere : .shared
    guard let process = ChildProcess(path, arguments: arguments, input: .pipe, output: .pipe, errors: errors) else {
      throw HostError("\(path) cannot be started; is it a program? Quote a path with blanks")
    }
    self.name = name
    self.process = process
    self.patience = patience
    self.isStopped = isStopped
  }

  /// Kills the program.
  func kill() { process.stop() }
}

// MARK: - Asking

extension HostProcess {
  func ask(_ request: HostRequest) throws -> HostAnswer {
    guard received.withLock({ $0.isEmpty }) else {
      throw HostError("\(name) wrote without being asked: its standard output must hold answers only")
    }
    let line = try exchange(request.json.bytes + [UInt8(ascii: "\n")], for: request)
    guard let json = try? JSONValue(parsing: line), let answer = HostAnswer(json) else {
      throw HostError(
        "\(name) answers \(Self.words(request)) with an invalid answer: \(String(decoding: line.prefix(60), as: UTF8.self))")
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

  /// Writes a line and reads one at the same time, so that a host that only reads or only writes cannot cause a deadlock.
  private func exchange(_ question: [UInt8], for request: HostRequest) throws -> [UInt8] {
    let deadline = ContinuousClock.now + patience
    var written = 0
    while true {
      if written == question.count, let answer = takeLine() { return answer }
      guard received.withLock({ $0.count }) < Self.longestAnswer else {
        throw HostError("\(name) sends an endless answer to \(Self.words(request))")
      }
      if let isStopped, isStopped() {
        kill()
        throw CancellationError()
      }
      let rest = deadline - ContinuousClock.now
      guard rest > .zero else {
        throw HostError("\(name) has not answered \(Self.words(request)) within \(patience); --host-timeout sets the limit")
      }
      let pause = isStopped == nil ? rest : min(rest, Self.stopDelay)
      let moved = process.transfer(question[written...], within: pause)
      guard let count = moved.written, let bytes = moved.output else { throw ended(at: request) }
      written += count
      received.withLock { $0 += bytes }
    }
  }

  /// Removes and returns the first complete line.
  private func takeLine() -> [UInt8]? {
    received.withLock { received in
      guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { received.removeSubrange(...end) }
      return Array(received[..<end])
    }
  }
}

// MARK: - The end

extension HostProcess {
  /// The error for a host that ended.
  private func ended(at request: HostRequest) -> HostError {
    let how =
      switch process.wait(for: .seconds(1)) {
      case nil: "closed its output"
      case .killed(let signal)?: "died of signal \(signal)"
      case .exited(let status)?: "ended with status \(status)"
      }
    return HostError("\(name) \(how) at \(Self.words(request))")
  }
}
