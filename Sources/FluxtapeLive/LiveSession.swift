public import Fluxtape
internal import FluxtapeLiveWire
internal import FluxtapeLocking

/// Lets the inspector move the running app: jump to an earlier state, hold actions, dispatch them again, stop at a breakpoint.
///
/// ```swift
/// #if DEBUG
/// let live = LiveSession(recorder)
/// live.attach(store)
/// #endif
/// ```
///
/// The session listens beside the log, where `fluxtape LOG` finds it, until it is closed or released. Everything that is done to the app goes
/// into the log: a mark with what was done and by whom, and the states that follow, with the mark as their cause.
///
/// Like a recorder, a session never throws, traps or hangs the app. It may be used from any thread.
public final class LiveSession: Sendable {
  private let current = Locked<LiveCore?>(nil)

  /// `nil` if the session does not listen.
  var core: LiveCore? { current.withLock { $0 } }

  /// Listens, if this is a debug build.
  ///
  /// The environment variable `FLUXTAPE_LIVE` decides more: `loopback` makes every session listen on the loopback interface, and any other
  /// text, such as `off`, turns it off.
  ///
  /// - Parameters:
  ///   - recorder: Writes a log into a file. Without one, the session does nothing. Its earlier session, if there is one, ends.
  ///   - inReleaseBuilds: Whether to listen in a build without `DEBUG`, too.
  ///   - options: What is kept, and where the session listens.
  public init(_ recorder: Recorder, inReleaseBuilds: Bool = false, options: LiveOptions = LiveOptions()) {
    #if DEBUG
    let isDebugBuild = true
    #else
    let isDebugBuild = false
    #endif
    let asked = SystemFacts.environment("FLUXTAPE_LIVE") ?? ""
    var options = options
    if asked == "loopback" { options.place = .loopback }
    guard isDebugBuild || inReleaseBuilds, asked.isEmpty || asked == "loopback", let core = LiveCore(recorder, options) else { return }
    current.withLock { $0 = core }
    core.start()
  }

  deinit { close() }

  /// Whether clients can connect.
  public var isListening: Bool { core?.isListening ?? false }

  /// The path beside the log where clients find the session; `nil` if it does not listen.
  public var path: String? { core.flatMap { $0.isListening ? $0.listening.path : nil } }

  /// Ends the session: clients are disconnected, the app goes on from a breakpoint, held actions are released.
  public func close() {
    let core = current.withLock { current in
      defer { current = nil }
      return current
    }
    core?.close()
  }
}
