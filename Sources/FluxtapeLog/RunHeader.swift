package import FluxtapeJSON

/// The first line of a log, as far as it is the same in all segments of a run.
package struct RunHeader: Sendable {
  /// The format version that this package writes, and the latest that it reads.
  package static let formatVersion = 1

  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - run: Identity of the run.
  ///   - time: The instant at which `t` is 0, as ``Timestamp`` writes it.
  ///   - app: Who writes the log: `name`, `version`.
  ///   - process: Where it is written: `id`, `host`, `os`.
  ///   - meta: Free facts: commit, CI job, test name, seed.
  package init(
    run: String? = nil, time: String? = nil, app: JSONObject? = nil, process: JSONObject? = nil, meta: JSONObject? = nil
  ) {
    bytes.append("{\"fluxtape\":", decimal: Self.formatVersion)
    bytes.append(",\"run\":", string: run)
    bytes.append(",\"time\":", string: time)
    if let app { bytes.append(",\"app\":", json: .object(app)) }
    if let process { bytes.append(",\"process\":", json: .object(process)) }
    if let meta { bytes.append(",\"meta\":", json: .object(meta)) }
  }

  /// Appends the line, but for its end.
  ///
  /// - Parameters:
  ///   - segment: Counted from 1 when a run is split into files.
  ///   - dropped: What this segment's run no longer has.
  package func write(segment: Int?, dropped: DroppedRecords?, into line: inout [UInt8]) {
    line.append(contentsOf: bytes)
    if let segment { line.append(",\"segment\":", decimal: segment) }
    guard let dropped else { return }
    line.append(literal: ",\"dropped\":{")
    line.append("\"segments\":", dropped.segments, ",\"records\":", dropped.records)
    line.append(literal: "}")
  }
}

/// What a run no longer has: segments that were deleted, and the records in them.
public struct DroppedRecords: Hashable, Sendable {
  /// Segments that were deleted.
  public var segments: Int
  /// Records that these had.
  public var records: Int

  /// Creates the two counts.
  public init(segments: Int, records: Int) {
    self.segments = segments
    self.records = records
  }
}

// MARK: - Reading

extension RunHeader {
  /// The members of `line`, if it is the header of a log that this version reads.
  package static func members(of line: [UInt8]) -> JSONObject? {
    guard let members = try? JSONValue(parsing: line).object, let version = members["fluxtape"]?.int else { return nil }
    return (1...formatVersion).contains(version) ? members : nil
  }
}
