public import FluxtapeJSON
public import FluxtapeLog

/// The first line of a log: what wrote it, when, and which part of a run it is.
public struct LogHeader: Hashable, Sendable {
  /// The format version that this package writes and reads.
  public static let currentVersion = RunHeader.formatVersion

  /// The identity of the run; the same in all its segments.
  public var run: String?
  /// The instant of `t` 0 as RFC 3339 text; the same in all segments. ``start`` parses it.
  public var time: String?
  /// The app that wrote the log: `name`, `version`.
  public var app: JSONObject?
  /// The process that wrote the log: `id`, `host`, `os`.
  public var process: JSONObject?
  /// Arbitrary facts: commit, CI job, test name, seed.
  public var meta: JSONObject?
  /// The segment's number, counted from 1, if the run is split into files.
  public var segment: Int?
  /// The records that a later segment no longer has.
  public var dropped: DroppedRecords?
  /// The features beyond this version that a reader needs to rebuild states.
  public var needs: [String]
  /// Members unknown to this version, kept when the header is copied.
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

  /// The instant of `t` 0, if the header has one in RFC 3339.
  public var start: Timestamp? { time.flatMap(Timestamp.init(rfc3339:)) }
}
