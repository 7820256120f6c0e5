/// The part of a log's first line that is the same in all segments of a run.
package struct RunHeader: Sendable {
  /// The format version that this package writes, and the latest one that it reads.
  package static let formatVersion = 1

  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - run: The identity of the run.
  ///   - time: The instant at which `t` is 0, in the form of ``Timestamp``.
  ///   - app: The program that writes the log, as JSON: `name`, `version`.
  ///   - process: The process that writes the log: `id`, `host`, `os`.
  ///   - meta: Free-form facts: commit, CI job, test name, seed.
  package init(
    run: String? = nil, time: String? = nil, app: [UInt8]? = nil, process: [UInt8]? = nil, meta: [UInt8]? = nil
  ) {
    bytes.append("{\"fluxtape\":", decimal: Self.formatVersion)
    bytes.append(",\"run\":", string: run)
    bytes.append(",\"time\":", string: time)
    if let app { bytes.append(",\"app\":", json: app) }
    if let process { bytes.append(",\"process\":", json: process) }
    if let meta { bytes.append(",\"meta\":", json: meta) }
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
  /// What the recorder reads of the header of an earlier log.
  package struct Facts {
    package var time: String?
    package var segment: Int?
  }

  /// The facts in `line`; `nil` if it is no header that this version can read. The line may be anything.
  package static func facts(in line: [UInt8]) -> Facts? {
    var reader = HeaderReader(line: line)
    guard let members = reader.members(), let version = members["fluxtape"].flatMap({ Int($0) }), (1...formatVersion).contains(version)
    else { return nil }
    return Facts(time: members["time"].map { String($0.dropFirst().dropLast()) }, segment: members["segment"].flatMap { Int($0) })
  }
}

/// Finds the members of an object, without a look at whether their values are JSON.
private struct HeaderReader {
  let line: [UInt8]
  private var place = 0

  init(line: [UInt8]) { self.line = line }

  /// The text of each value by its key; `nil` if the line is no object.
  mutating func members() -> [String: String]? {
    var members: [String: String] = [:]
    guard skip(UInt8(ascii: "{")) else { return nil }
    repeat {
      let key = value()
      guard key.first == "\"", key.count > 1, skip(UInt8(ascii: ":")) else { return nil }
      members[String(key.dropFirst().dropLast())] = value()
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}")) ? members : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard place < line.count, line[place] == byte else { return false }
    place += 1
    skipBlanks()
    return true
  }

  private mutating func skipBlanks() {
    while place < line.count, line[place] == UInt8(ascii: " ") || line[place] == UInt8(ascii: "\t") { place += 1 }
  }

  private mutating func value() -> String {
    let start = place
    var (depth, isText) = (0, false)
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\\") where isText: place += 1
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "):
        if depth == 0 { return String(decoding: line[start..<place], as: UTF8.self) }
        if line[place] == UInt8(ascii: "}") || line[place] == UInt8(ascii: "]") { depth -= 1 }
      default: break
      }
      place += 1
    }
    return String(decoding: line[min(start, line.count)..<line.count], as: UTF8.self)
  }
}
