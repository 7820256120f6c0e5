import ArgumentParser
import FluxtapeAnswers

/// The output format.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Print JSON Lines, the same as --format json.") var json = false
  @Option(help: ArgumentHelp("Print text, json (one object a line), csv or md.", valueName: "form"), transform: Self.format) var format:
    ReportFormat?

  /// Returns the chosen format.
  func resolved() throws -> ReportFormat {
    if json, let format, format != .json { throw UsageError(message: "--json and --format \(format.rawValue) exclude each other") }
    return json ? .json : format ?? .text
  }

  private static func format(_ name: String) throws -> ReportFormat {
    guard let format = ReportFormat(rawValue: name) else {
      throw ValidationError("unknown format '\(name)'; formats are \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return format
  }
}
