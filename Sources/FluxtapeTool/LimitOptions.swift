import ArgumentParser
import FluxtapeAnswers
import FluxtapeJSON

/// A limit for the length of an answer, for readers with little room.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Print at most this many bytes, and how to ask for the rest.", valueName: "bytes")) var maxBytes: Int?
  @Option(help: ArgumentHelp("Skip this many lines of the answer.", valueName: "lines")) var offset: Int?

  /// Room for the remarks at the end, which say how to ask for the rest.
  static let fewestBytes = 120

  var isAsked: Bool { maxBytes != nil || offset != nil }

  /// Limits what the command prints from here on.
  func apply(as format: ReportFormat) throws {
    guard isAsked else { return }
    if let maxBytes, maxBytes < Self.fewestBytes {
      throw UsageError(message: "--max-bytes takes \(Self.fewestBytes) or more, not \(maxBytes)")
    }
    if let offset, offset < 0 { throw UsageError(message: "--offset takes a number of lines, not \(offset)") }
    // The last line says what is left.
    let lines = BoundedLines(offset: offset ?? 0, maxBytes: (maxBytes ?? .max) - Self.fewestBytes) { $0.utf8.count + 1 }
    StandardOutput.limit(to: lines, as: format)
  }
}

/// An answer that is printed when it is complete, as far as it fits.
struct LimitedAnswer {
  var lines: BoundedLines
  let format: ReportFormat

  /// Its lines; the last one says what is left.
  var text: [String] {
    var remarks: [String] = []
    if let cut = lines.cut {
      remarks.append(
        format == .json
          ? JSONValue.object(["cut": ["bytes": .number(JSONNumber(cut))]]).text
          : "the first line has \(cut) bytes: --max-bytes \(cut + LimitOptions.fewestBytes + 1)")
    }
    if lines.left > 0 {
      let left = JSONObject(members: ["lines": lines.left, "offset": lines.next])
      remarks.append(
        format == .json ? JSONValue.object(members: ["left": left]).text : "\(lines.left.counted("more line")): --offset \(lines.next)")
    }
    // A part of a line is no JSON.
    return (format == .json && lines.cut != nil ? Array(lines.lines.dropFirst()) : lines.lines) + remarks
  }
}
