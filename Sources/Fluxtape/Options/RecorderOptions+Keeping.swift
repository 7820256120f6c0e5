extension RecorderOptions {
  /// How much of a log stays on the disk. Applies to recorders that write files; a custom sink decides itself what it keeps.
  ///
  /// A log that keeps only its last part is a flight recorder: it records as long as the app runs and takes a bounded part of the disk. It
  /// consists of segments, files that can be read separately or together. The newest segment is always at the recorder's path; a finished
  /// one has the run's start and its number in its name:
  ///
  /// ```text
  /// shop.2026-11-21T09-00-00Z.0007.jsonl
  /// shop.2026-11-21T09-00-00Z.0008.jsonl
  /// shop.jsonl
  /// ```
  ///
  /// Each segment begins with the whole state of every store. ``Recorder/export(to:)`` joins the kept segments into one file.
  public struct Keeping: Equatable, Sendable {
    /// The maximum total size of the files, in bytes.
    let bytes: Int?

    /// One file, which grows without limit.
    public static var everything: Keeping { Keeping(bytes: nil) }

    /// Keeps all files together below this many megabytes (of 1,000,000 bytes), and usually above three quarters of it.
    ///
    /// Choose several times the encoded size of all stores' states, since every segment contains them. A record that is larger than
    /// everything that may be kept is lost, and the log reports it as a gap. An action that still runs when others have filled everything
    /// that is kept loses its beginning: a crash in it leaves no row in flight.
    public static func last(megabytes: Int) -> Keeping {
      let (bytes, overflow) = max(1, megabytes).multipliedReportingOverflow(by: 1_000_000)
      return Keeping(bytes: overflow ? .max : bytes)
    }

    /// For tests, which need limits below a megabyte.
    static func last(bytes: Int) -> Keeping { Keeping(bytes: bytes) }
  }
}
