#if Inspector
import FluxtapeCurses
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeLiveWire
import FluxtapeLocking
import Foundation

/// Connects the inspector with the live session of a log as soon as there is one, on a thread of its own. Ends with the process.
final class LiveLink: Sendable {
  private let path: String
  private let waker: Waker
  private let state = Locked(State())
  /// The log for queries and states; opened when first needed.
  private let log = Locked<LiveLog?>(nil)

  private struct State {
    var client: LiveClient?
    /// Commands that wait for a reply.
    var pending: [Int: LiveCommand] = [:]
    var query: Query?
    /// News that the inspector has not taken.
    var news: [LiveNews] = []
  }

  /// Seconds between looks for a session.
  private static let interval = 0.5

  init(besideLog path: String, waking waker: Waker) {
    (self.path, self.waker) = (path, waker)
    Thread.detachNewThread { [self] in
      while true {
        if LiveAddress.find(besideLog: path) != nil, let client = try? LiveClient(besideLog: path, as: LiveNews.inspector) {
          state.withLock { $0.client = client }
          while let message = try? client.next(until: .now + .seconds(86_400)) { receive(message, from: client) }
          state.withLock { ($0.client, $0.pending, $0.query) = (nil, [:], nil) }
          tell(.lost)
        }
        Thread.sleep(forTimeInterval: Self.interval)
      }
    }
  }

  /// Takes what happened since the last call.
  func takeNews() -> [LiveNews] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  private func tell(_ news: LiveNews) {
    state.withLock { $0.news.append(news) }
    waker.wake()
  }
}

// MARK: - Commands

extension LiveLink {
  /// Sends a command without waiting. The reply is news.
  func perform(_ command: LiveCommand) {
    guard case .arm(let query) = command else { return send(command) }
    // The app waits for the log at the first step, so that is read before.
    DispatchQueue.global().async { [self] in
      do {
        let query = try Query(parsing: query)
        _ = try openedLog()
        state.withLock { $0.query = query }
        send(command)
      } catch { tell(.refused(command, "\(error)")) }
    }
  }

  private func send(_ command: LiveCommand) {
    let isSent = state.withLock { state in
      guard let client = state.client, let id = try? client.send(command) else { return false }
      state.pending[id] = command
      return true
    }
    if !isSent { tell(.refused(command, "the live session has ended")) }
  }

  private func openedLog() throws -> LiveLog {
    try log.withLock { log in
      let opened = try log ?? LiveLog(path)
      log = opened
      return opened
    }
  }
}

// MARK: - Messages

extension LiveLink {
  private func receive(_ message: LiveMessage, from client: LiveClient) {
    let command = message.id.flatMap { id in state.withLock { $0.pending.removeValue(forKey: id) } }
    switch message {
    case .status(_, let status): tell(.status(status))
    case .done(_, _, let text): if command != nil { tell(.done(text)) }
    case .refused(_, let reason, let missing):
      guard let command else { break }
      if case .jump(let step, let logged) = command, logged.isEmpty, !missing.isEmpty {
        jump(to: step, missing)
      } else {
        tell(.refused(command, reason))
      }
    case .asks(let step):
      let query = state.withLock { $0.query }
      let holds = query.flatMap { query in try? LiveBreak.holds(query, at: step, in: openedLog()) }
      _ = try? client.send(.verdict(step: step, pauses: holds ?? false))
    case .paused(let step): tell(.paused(step: step))
    case .resumed(let step, let why): tell(.resumed(step: step, why: why))
    }
  }

  /// Jumps with states of the log.
  private func jump(to step: Int, _ missing: [String]) {
    do {
      send(.jump(to: step, states: try openedLog().states(of: missing, after: step)))
    } catch {
      tell(.refused(.jump(to: step, states: [:]), (error as? NotThere)?.message ?? "\(error)"))
    }
  }
}
#endif
