extension RecorderOptions {
  /// How much of a log stays on the disk. For recorders into files; a sink of the app's own keeps what it likes.
  ///
  /// A log of which only the last part is kept is a flight recorder: it goes on for as long as the app runs and takes a bounded part of
  /// the disk. It is written in segments, files that can each be read alone and together. The newest is always at the recorder's path;
  /// a finished one has the run's start and its number in its name:
  ///
  /// ```text
  /// shop.2026-11-21T09-00-00Z.0007.jsonl
  /// shop.2026-11-21T09-00-00Z.0008.jsonl
  /// shop.jsonl
  /// ```
  ///
  /// Each begins with the whole state of every store. ``Recorder/export(to:)`` joins what is kept into one file.
  public struct Keeping: Equatable, Sendable {
    #if RECORDING_COMPILED_OUT
    private init(bytes: Int? = nil, time: Int? = nil) {}
    #else
    /// The most that the files take, in bytes.
    let bytes: Int?
    /// How long a segment is kept after its last record, in microseconds.
    let time: Int?

    private init(bytes: Int? = nil, time: Int? = nil) {
      self.bytes = bytes
      self.time = time
    }
    #endif

    /// One file, which grows as long as it is written to.
    public static var everything: Keeping { Keeping() }

    /// All files together never take more than so many megabytes (of 1,000,000 bytes), and as a rule at least three quarters of that.
    ///
    /// Give several times what the states of all stores take, written out: they stand in every segment. A record that is larger
    /// than everything that may be kept is lost, and the log tells so as a gap.
    public static func last(megabytes: Int) -> Keeping { Keeping(bytes: bytes(megabytes)) }

    /// At least the newest so many minutes, in files of an eighth of that. How many bytes they take is not bounded.
    public static func last(minutes: Int) -> Keeping { Keeping(time: microseconds(minutes)) }

    /// The newest so many minutes, or as much of them as so many megabytes hold.
    public static func last(minutes: Int, megabytes: Int) -> Keeping { Keeping(bytes: bytes(megabytes), time: microseconds(minutes)) }

    /// For tests, which cannot wait for megabytes.
    static func last(bytes: Int) -> Keeping { Keeping(bytes: bytes) }

    private static func bytes(_ megabytes: Int) -> Int {
      let (bytes, overflow) = max(1, megabytes).multipliedReportingOverflow(by: 1_000_000)
      return overflow ? .max : bytes
    }

    private static func microseconds(_ minutes: Int) -> Int {
      let (microseconds, overflow) = max(1, minutes).multipliedReportingOverflow(by: 60_000_000)
      return overflow ? .max : microseconds
    }
  }
}
