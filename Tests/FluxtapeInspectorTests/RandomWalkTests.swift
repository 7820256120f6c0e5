import FluxtapeRandomCases
import FluxtapeScreen
import Foundation
import Testing

/// Random keys, clicks, turns of the wheel, sizes and pasted texts, with a look at the screen after each of them.
struct RandomWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let eventCount = environment["FLUXTAPE_EVENTS"].flatMap { Int($0) }
  private static let onlyWalk = environment["FLUXTAPE_WALK"].flatMap { Int($0) }

  /// The number of events of one walk. A longer walk begins like a shorter one.
  private static let length = eventCount == nil && onlyWalk == nil ? 60 : 1000

  /// The walks on each log. One by default; `FLUXTAPE_EVENTS` sets the number of events of all walks, and `FLUXTAPE_WALK` selects one walk.
  private static let walks: [Int] = {
    if let onlyWalk { return [onlyWalk] }
    return Array(0..<max((eventCount ?? 0) / length / WalkedLog.allCases.count, 1))
  }()

  @Test(arguments: WalkedLog.allCases)
  func `the inspector stays, keeps what was noted and shows only harmless cells`(log: WalkedLog) throws {
    var restarts = 0
    for walk in Self.walks {
      let trail = Trail(of: walk, on: log)
      restarts += try Self.take(walk, on: log, trail)
      trail?.remove()
    }
    // The steps of `.ci/long` show it.
    if Self.eventCount != nil { print("note: \(Self.walks.count * Self.length) events on the \(log) log, quit \(restarts) times") }
  }

  /// Takes a walk up to its end, or to the first problem.
  ///
  /// - Returns: How often the inspector was quit and opened again.
  private static func take(_ walk: Int, on log: WalkedLog, _ trail: Trail?) throws -> Int {
    var random = SplitMix64(seed: walk)
    var app = try WalkedInspector(log, typesetting: walk % 4 == 3 ? .ascii : .unicode, size: Size(rows: 24, columns: 80))
    var waiting: [Event] = []
    var last: [String] = []
    for count in 1...length {
      while waiting.isEmpty { waiting = nextEvents(at: app.size, &random).reversed() }
      let event = waiting.removeLast()
      // Most quits are left out, as other events need a long life.
      if case .key(let key, _) = event, app.isQuit(key), Int.random(in: 0..<10, using: &random) > 0 { continue }
      last = Array(last.suffix(19)) + [event.description]
      trail?.keep(last)
      let failure = try apply(event, to: &app)
      guard let problem = failure ?? app.problem else { continue }
      Issue.record(
        """
        \(problem), after \(count) events on the \(log) log at \(app.size), the last of them: \(last.joined(separator: " "))
        FLUXTAPE_WALK=\(walk) swift test --filter RandomWalkTests repeats it
        """)
      break
    }
    return app.restarts
  }

  /// Returns what went wrong, besides the screen.
  private static func apply(_ event: Event, to app: inout WalkedInspector) throws -> String? {
    switch event {
    case .key(let key, let waits): return try app.press(key, waits: waits)
    case .resize(let size):
      app.resize(to: size)
      return nil
    case .wait: return app.wait()
    }
  }
}

// MARK: - Events

extension RandomWalkTests {
  private enum Event {
    /// A key, and whether the next one waits until all questions are answered.
    case key(Key, waits: Bool)
    case resize(Size)
    /// The time to the next step that is played passes.
    case wait

    var description: String {
      switch self {
      case .key(let key, let waits): key.name.displayed() + (waits ? "" : " (at once)")
      case .resize(let size): "(\(size))"
      case .wait: "(wait)"
      }
    }
  }

  /// Keys and short sequences of them.
  private static let bound = RandomKeys.inputs.filter { $0.count <= 2 }
  /// Typed commands and searches.
  private static let typed = RandomKeys.inputs.filter { $0.count > 2 }
  private static let sizes = RandomKeys.sizes.filter { !$0.isEmpty }
  private static let texts =
    WalkedLog.drivingTexts + ["cart.total < 0", "is:error", "type:cart.*", ".items[0].qty", "goto 40%", "why twice?", "a | b", "p"]
  private static let prompts: [[Key]] = [
    [], [.character("/")], [.character("&")], [.character(":")], [.character(";")], [.character("|")],
  ]
  private static let ends: [[Key]] = [[], [.enter], [.enter], [.escape], [.tab, .enter]]

  private static func nextEvents(at size: Size, _ random: inout SplitMix64) -> [Event] {
    let waits = Int.random(in: 0..<5, using: &random) > 0
    return switch Int.random(in: 0..<24, using: &random) {
    case 0: [.resize(someSize(&random))]
    case 1...3: [.key(mouse(on: size, &random), waits: waits)]
    case 4: [.wait]
    case 5: pasted(&random).map { Event.key($0, waits: waits) }
    case 6: note(&random).map { Event.key($0, waits: waits) }
    case 7: (typed.randomElement(using: &random) ?? []).map { Event.key($0, waits: waits) }
    default: (bound.randomElement(using: &random) ?? []).map { Event.key($0, waits: waits) }
    }
  }

  /// A size at which the layout changes, or any from 1x1 to 300x60.
  private static func someSize(_ random: inout SplitMix64) -> Size {
    if Bool.random(using: &random), let size = sizes.randomElement(using: &random) { return size }
    return Size(rows: Int.random(in: 1...60, using: &random), columns: Int.random(in: 1...300, using: &random))
  }

  /// A click or a turn of the wheel, rarely outside of the screen.
  private static func mouse(on size: Size, _ random: inout SplitMix64) -> Key {
    let position = Position(
      row: Int.random(in: -1...size.rows, using: &random), column: Int.random(in: -1...size.columns, using: &random))
    return .mouse(Key.Mouse(Key.Mouse.Action.allCases.randomElement(using: &random) ?? .press, at: position))
  }

  /// A text pasted into a prompt, or where there is none.
  private static func pasted(_ random: inout SplitMix64) -> [Key] {
    let text = texts.randomElement(using: &random) ?? ""
    return (prompts.randomElement(using: &random) ?? []) + [.paste(text)] + (ends.randomElement(using: &random) ?? [])
  }

  private static func note(_ random: inout SplitMix64) -> [Key] {
    [.escape, .escape, .character(":"), .paste("note " + (texts.randomElement(using: &random) ?? "")), .enter]
  }
}

/// The last events of a walk, in a file: a walk that ends the program leaves it.
private struct Trail {
  private let url: URL

  /// Returns nil unless `FLUXTAPE_TRAILS` names a folder.
  init?(of walk: Int, on log: WalkedLog) {
    guard let folder = ProcessInfo.processInfo.environment["FLUXTAPE_TRAILS"] else { return nil }
    url = URL(fileURLWithPath: folder).appendingPathComponent("\(log)-\(walk).txt")
  }

  func keep(_ events: [String]) { try? Data((events.joined(separator: " ") + "\n").utf8).write(to: url) }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
