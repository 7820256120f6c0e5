/// What a live session keeps, and where it listens.
public struct LiveOptions: Sendable {
  /// How many of the last steps can be jumped to without reading states from the log. By default 1,000.
  public var keptSteps: Int

  /// Bytes of states and actions that are kept for this, roughly. By default 256 MB.
  ///
  /// A state counts with the bytes that it took in the log, since copies of a state share what did not change, and one that was left out of
  /// the log as much as the last whole state. A state that is one large array, of which an action changes an element, takes more than that:
  /// then each kept state has an array of its own.
  public var keptBytes: Int

  /// How long the app waits at a breakpoint for `continue`. By default a minute.
  public var longestPause: Duration

  /// Where the session listens.
  public var place: Place

  /// Where a session listens.
  public enum Place: Sendable {
    /// At a Unix-domain socket beside the log, for the user of this process alone.
    case socket
    /// On the loopback interface, for simulators and containers. The file beside the log has the port and a random token, without which
    /// nobody is answered.
    case loopback
  }

  /// How long a command waits for an actor of the app.
  package var longestWait = Duration.seconds(2)

  /// How long the app waits after a step for the client's verdict.
  package var longestVerdict = Duration.milliseconds(100)

  /// Held actions before the lock is opened by itself.
  package var mostHeld = 10_000

  /// Creates options; omitted arguments have their default.
  public init(
    keptSteps: Int = 1000, keptBytes: Int = 256 << 20, longestPause: Duration = .seconds(60), place: Place = .socket
  ) {
    self.keptSteps = keptSteps
    self.keptBytes = keptBytes
    self.longestPause = longestPause
    self.place = place
  }
}
