import ArgumentParser
import FluxtapeAnswers

/// The output format.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Print JSON Lines, the same as --format json.") var json = false
  @Option(help: ArgumentHelp("Print text, json (one object a line), csv or md.", valueName: "form"), transform: Self.format) var format:
    ReportFormat?
  @OptionGroup var limit: LimitOptions

  /// Returns the chosen format. Limits the answer if that was asked for.
  func resolved() throws -> ReportFormat {
    if json, let format, format != .json { throw UsageError(message: "--json and --format \(format.rawValue) exclude each other") }
    let result = json ? .json : format ?? .text
    try limit.apply(as: result)
    return result
  }

  private static func format(_ name: String) throws -> ReportFormat {
    guard let format = ReportFormat(rawValue: name) else {
      throw ValidationError("unknown format '\(name)'; formats are \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return format
  }
}
