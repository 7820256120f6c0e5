package import FluxtapeJSON

/// The part of a log's first line that is the same in all segments of a run.
package struct RunHeader: Sendable {
  /// The format version that this package writes, and the latest one that it reads.
  package static let formatVersion = 1

  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - run: The identity of the run.
  ///   - time: The instant at which `t` is 0, in the form of ``Timestamp``.
  ///   - app: The program that writes the log: `name`, `version`.
  ///   - process: The process that writes the log: `id`, `host`, `os`.
  ///   - meta: Free-form facts: commit, CI job, test name, seed.
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

  /// Appends the line without its end.
  ///
  /// - Parameters:
  ///   - segment: The segment number, from 1, if the run is split into files.
  ///   - dropped: What was deleted from the run before this segment.
  package func write(segment: Int?, dropped: DroppedRecords?, into line: inout [UInt8]) {
    line.append(contentsOf: bytes)
    if let segment { line.append(",\"segment\":", decimal: segment) }
    guard let dropped else { return }
    line.append(literal: ",\"dropped\":{")
    line.append("\"segments\":", dropped.segments, ",\"records\":", dropped.records)
    line.append(literal: "}")
  }
}

/// What was deleted from a run: segments, and the records in them.
public struct DroppedRecords: Hashable, Sendable {
  /// The number of deleted segments.
  public var segments: Int
  /// The number of records in them.
  public var records: Int

  /// Creates the two counts.
  public init(segments: Int, records: Int) {
    self.segments = segments
    self.records = records
  }
}

// MARK: - Reading

extension RunHeader {
  /// The members of `line`, if it is a log header that this version can read.
  package static func members(of line: [UInt8]) -> JSONObject? {
    guard let members = try? JSONValue(parsing: line).object, let version = members["fluxtape"]?.int else { return nil }
    return (1...formatVersion).contains(version) ? members : nil
  }
}
