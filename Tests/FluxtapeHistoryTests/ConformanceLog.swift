import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// A log in `samples/conformance` with its expected reading, as the documentation of `FluxtapeLog` describes it.
struct ConformanceLog: CustomTestStringConvertible {
  /// Beside the logs: `…/sound/gap.reading.json`.
  let reading: URL

  static let folder = LogSchema.file.appendingPathComponent("../../../../samples/conformance").standardizedFileURL

  static let all: [ConformanceLog] = files.filter { $0.lastPathComponent.hasSuffix(".reading.json") }.map(ConformanceLog.init)

  /// All logs and readings in the folder.
  static var files: [URL] {
    FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)?.compactMap { $0 as? URL }
      .filter { ["json", "jsonl"].contains($0.pathExtension) }.sorted { $0.path < $1.path } ?? []
  }

  var testDescription: String { String(reading.path.dropFirst(Self.folder.path.count + 1).dropLast(".reading.json".count)) }

  func expected() throws -> JSONValue { try JSONValue(parsing: Array(Data(contentsOf: reading))) }

  /// The files of the log, in the order in which a reader gets them.
  func paths() throws -> [String] {
    try (expected()["files"]?.array ?? []).compactMap(\.string).map { reading.deletingLastPathComponent().appendingPathComponent($0).path }
  }
}

// MARK: - Lines

extension ConformanceLog {
  /// The lines of a file that are not blank, by number.
  static func lines(of path: String) throws -> [(number: Int, bytes: [UInt8])] {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset + 1, Array($0.element.last == UInt8(ascii: "\r") ? $0.element.dropLast() : $0.element)) }
      .filter { !$0.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  }

  /// The numbers of the lines, in all files, that violate the schema.
  func linesNotBySchema() throws -> JSONValue {
    let lines = try paths().flatMap(Self.lines)
    return .array(try lines.filter { try LogSchema.fault(in: $0.bytes) != nil }.map { .number(JSONNumber($0.number)) })
  }
}

// MARK: - Recording

extension ConformanceLog {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_READINGS"] == "1"

  /// Writes the reading to the expected file, one row per line.
  func record(_ reading: JSONObject) throws {
    let expected = try expected()
    var text = "{\n"
    for key in ["proves", "files"] { text += "  \"\(key)\": \(expected[key]?.text ?? "null"),\n" }
    let members = reading.map { member -> String in
      guard member.key == "runs" else { return "  \"\(member.key)\": \(member.value.text)" }
      return "  \"runs\": [\n" + (member.value.array ?? []).map(Self.text).joined(separator: ",\n") + "\n  ]"
    }
    text += members.joined(separator: ",\n") + "\n}\n"
    try Data(text.utf8).write(to: self.reading)
  }

  private static func text(of run: JSONValue) -> String {
    let members = (run.object ?? [:]).map { member -> String in
      guard member.key == "rows", let rows = member.value.array, !rows.isEmpty else {
        return "      \"\(member.key)\": \(member.value.text)"
      }
      return "      \"rows\": [\n" + rows.map { "        \($0.text)" }.joined(separator: ",\n") + "\n      ]"
    }
    return "    {\n" + members.joined(separator: ",\n") + "\n    }"
  }
}
