public import FluxtapeJSON
public import FluxtapeLog

/// The first line of a log: who wrote it, when, and which part of a run it is.
public struct LogHeader: Hashable, Sendable {
  /// The format version that this package writes and reads.
  public static let currentVersion = RunHeader.formatVersion

  /// Identity of the run; the same in all its segments.
  public var run: String?
  /// The instant at which `t` is 0, as an RFC 3339 text; the same in all segments. ``start`` reads it.
  public var time: String?
  /// Who wrote the log: `name`, `version`.
  public var app: JSONObject?
  /// Where it was written: `id`, `host`, `os`.
  public var process: JSONObject?
  /// Free facts: commit, CI job, test name, seed.
  public var meta: JSONObject?
  /// Counted from 1 when a run is split into files.
  public var segment: Int?
  /// What a later segment no longer has.
  public var dropped: DroppedRecords?
  /// What a reader must know to rebuild states, beyond this version.
  public var needs: [String]
  /// Members this version does not know, kept when the header is copied.
  public var other: JSONObject

  /// Creates a header from its members.
  public init(
    run: String? = nil, time: String? = nil, app: JSONObject? = nil, process: JSONObject? = nil, meta: JSONObject? = nil,
    segment: Int? = nil, dropped: DroppedRecords? = nil, needs: [String] = [], other: JSONObject = [:]
  ) {
    self.run = run
    self.time = time
    self.app = app
    self.process = process
    self.meta = meta
    self.segment = segment
    self.dropped = dropped
    self.needs = needs
    self.other = other
  }

  /// The instant at which `t` is 0, if the header tells it in a form that can be read.
  public var start: Timestamp? { time.flatMap(Timestamp.init(rfc3339:)) }
}
