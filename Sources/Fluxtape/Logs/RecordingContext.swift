internal import FluxtapeCoding
internal import FluxtapeLog

/// The environment of a recorder: the clock, the run, the process.
///
/// Every part is a parameter, so that a fixed context gives the same bytes for the same actions:
///
/// ```swift
/// let context = RecordingContext(run: "sample", start: 1_795_251_600_000_000, clock: { script.microseconds },
///                                digestKey: DigestKey(low: 1, high: 2))
/// let recorder = Recorder(to: "shop.jsonl", context: context)
/// ```
public struct RecordingContext: Sendable {
  /// The identity of the run, the same in all its logs.
  public var run: String
  /// When the run began: microseconds since 1970-01-01T00:00:00Z.
  public var start: Instant
  /// Microseconds since ``start``. It must not go back, should count the time asleep, and is called from any thread. On platforms with a
  /// 32-bit `Int` it saturates after 35 minutes.
  public var clock: @Sendable () -> Int
  /// The program that writes the log.
  public var app: App?
  /// The process that writes the log.
  public var process: Process?
  /// Free-form facts for the log's header: commit, CI job, test name, seed.
  public var meta: [String: String]
  /// The key under which secrets are digested.
  public var digestKey: DigestKey
  /// Makes the comparison of one store's states. Tests replace it by one that misses changes.
  var makeComparison: @Sendable (EncodingRules, _ maximumBytes: Int) -> ImageComparison = {
    ImageComparison(rules: $0, maximumBytes: $1)
  }

  /// Called with the name of each action of a store but its beginning, also after the log has ended, on any thread and under no lock.
  package var onAction: (@Sendable (_ name: String) -> Void)?

  #if _pointerBitWidth(_32)
  /// An `Int` of at least 64 bits.
  public typealias Instant = Int64
  #else
  /// An `Int` of at least 64 bits.
  public typealias Instant = Int
  #endif

  /// The program that writes a log, as the header names it.
  public struct App: Equatable, Sendable {
    /// The program's name.
    public var name: String
    /// The program's version, if it has one.
    public var version: String?

    /// Creates the facts about a program.
    public init(name: String, version: String? = nil) {
      self.name = name
      self.version = version
    }
  }

  /// The process that writes a log, as the header names it.
  public struct Process: Equatable, Sendable {
    /// The process number.
    public var id: Int
    /// The name of the machine.
    public var host: String?
    /// The operating system and its version.
    public var os: String?

    /// Creates the facts about a process.
    public init(id: Int, host: String? = nil, os: String? = nil) {
      self.id = id
      self.host = host
      self.os = os
    }
  }

  /// Creates a context with a clock, a run's identity and the facts of its header.
  public init(
    run: String, start: Instant, clock: @escaping @Sendable () -> Int, app: App? = nil, process: Process? = nil,
    meta: [String: String] = [:], digestKey: DigestKey = .random()
  ) {
    self.run = run
    self.start = start
    self.clock = clock
    self.app = app
    self.process = process
    self.meta = meta
    self.digestKey = digestKey
  }
}

// MARK: - This process

extension RecordingContext {
  /// A new run of this process: a random identity, the system's clocks, and facts about the process.
  public static func current() -> RecordingContext {
    let origin = SystemFacts.microsecondsAwakeAndAsleep
    return RecordingContext(
      run: randomIdentity(),
      start: Instant(SystemFacts.microsecondsSince1970),
      clock: { Int(clamping: SystemFacts.microsecondsAwakeAndAsleep &- origin) },
      app: SystemFacts.programName.map { App(name: $0) },
      process: Process(id: SystemFacts.processIdentifier, host: SystemFacts.hostName, os: SystemFacts.operatingSystem)
    )
  }

  /// A random identity in the form of a UUID (RFC 9562, version 4).
  private static func randomIdentity() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(3 << 62) | 2 << 62
    var text = ""
    for (place, digit) in (high.hexadecimal + low.hexadecimal).unicodeScalars.enumerated() {
      if [8, 12, 16, 20].contains(place) { text += "-" }
      text.unicodeScalars.append(digit)
    }
    return text
  }
}

extension Duration {
  /// Microseconds, rounded toward zero.
  var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  var hexadecimal: String { String(self, radix: 16).padded(to: 16) }
}
