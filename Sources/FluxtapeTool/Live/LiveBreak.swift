import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLiveWire
import Foundation

/// Stops an app at the steps where a query holds.
struct LiveBreak {
  private let query: Query
  private let log: LiveLog
  private let client: LiveClient
  private let pause: Double?
  private let within: Double?
  private let isJSON: Bool

  /// The app waits 100 ms for an answer, and some of that belongs to others.
  private static let patience = Duration.milliseconds(80)

  /// - Parameters:
  ///   - pause: How long the app waits at a step, in seconds, unless Enter comes first. Then the end of the input means nothing.
  ///   - within: How long to wait for a step.
  init(_ query: Query, log path: String, pause: Double?, within: Double?, isJSON: Bool) throws {
    client = try LiveClient(besideLog: path, as: "fluxtape live")
    log = try LiveLog(path)
    try query.check(against: log.history)
    try log.history.warnAboutUnseenNames(in: query, log: path)
    (self.query, self.pause, self.within, self.isJSON) = (query, pause, within, isJSON)
  }

  /// Runs until the input or the session ends, or no step comes in time.
  func run() throws {
    if case .refused(_, let reason, _) = try client.perform(.arm(query: query.text)) { throw NotThere(message: "not done: \(reason)") }
    StandardOutput.warn("fluxtape: the app stops where \(query.text)")
    var isFound = false
    var isArmed = false
    var (waiting, isInputOpen): ([Int], Bool) = ([], true)
    while let step = try waiting.popLast() ?? nextPause(until: within.map { .now + .seconds($0) }, &isArmed) {
      isFound = true
      try printStep(step)
      try wait(&waiting, &isInputOpen)
      _ = try client.perform(.resume)
      if !isInputOpen, pause == nil { break }
    }
    _ = try client.perform(.disarm)
    if !isFound { throw NotThere(message: "'\(query.text)' held at no step for \(within ?? 0) s") }
  }

  /// Answers the session until the app waits at a step.
  ///
  /// - Returns: Nil if the time is over.
  private func nextPause(until deadline: ContinuousClock.Instant?, _ isArmed: inout Bool) throws -> Int? {
    while true {
      guard let message = try client.next(until: deadline ?? .now + .seconds(3600)) else {
        if deadline == nil { continue }
        return nil
      }
      switch message {
      case .asks(let step): try answer(step)
      case .paused(let step): return step
      case .status(_, let status):
        if isArmed, status.query == nil { throw NotThere(message: "the session has removed the breakpoint; the log says why") }
        isArmed = status.query != nil
      case .done, .refused, .resumed: break
      }
    }
  }

  private func answer(_ step: Int) throws {
    try client.send(.verdict(step: step, pauses: Self.holds(query, at: step, in: log)))
  }

  /// Whether a query holds at a step. A step that is not in the log in time stops nothing.
  static func holds(_ query: Query, at step: Int, in log: LiveLog) throws -> Bool {
    guard let (row, history) = try log.row(of: step, until: .now + patience) else { return false }
    return try history.holds(query, at: row)
  }

  private func printStep(_ step: Int) throws {
    guard let (row, history) = try log.row(of: step, until: .now + Self.patience) else { return }
    var output = StandardOutput()
    output.print(timeline: [row], of: history, as: isJSON ? .json : .text, log: log.path)
  }

  /// Waits until the app may go on, or does.
  ///
  /// - Parameters:
  ///   - waiting: Gets the steps at which other threads of the app wait meanwhile.
  ///   - isInputOpen: Whether the input may have more.
  private func wait(_ waiting: inout [Int], _ isInputOpen: inout Bool) throws {
    if StandardOutput.isTerminal { StandardOutput.warn("fluxtape: the app waits; Enter lets it go on") }
    let deadline = pause.map { ContinuousClock.now + .seconds($0) }
    while true {
      // Threads that did not stop go on asking.
      while let message = try client.next(until: .now) {
        switch message {
        case .asks(let step): try answer(step)
        case .resumed(_, let why):
          StandardOutput.warn("fluxtape: the app goes on: \(why)")
          return
        case .paused(let step): waiting.insert(step, at: 0)
        case .status, .done, .refused: break
        }
      }
      let rest = deadline.map { max(0, Int(($0 - .now) / .milliseconds(1))) } ?? -1
      // The system passes over a negative descriptor.
      var questions = [isInputOpen ? STDIN_FILENO : -1, client.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // Sound: the count is that of the questions.
      let count = unsafe poll(&questions, nfds_t(questions.count), Int32(clamping: rest))
      if count == 0 { return }
      guard count > 0, questions[0].revents != 0 else { continue }
      let bytes = TextFile.piece(ofDescriptor: STDIN_FILENO) ?? []
      if bytes.contains(UInt8(ascii: "\n")) { return }
      isInputOpen = !bytes.isEmpty
      if !isInputOpen, deadline == nil { return }
    }
  }
}
