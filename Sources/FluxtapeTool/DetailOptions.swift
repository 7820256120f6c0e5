import ArgumentParser
import FluxtapeAnswers
import FluxtapeHistory

/// What the rows of an answer show besides what they always do.
struct DetailOptions: ParsableArguments {
  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("Add time (with its date), site, payload, trace or span to JSON and tables.", valueName: "part,…"),
    transform: Self.parts)
  var with: [RowDetails.Part] = []
  @Option(name: .customLong("value"), help: ArgumentHelp("Add a value of the state after each step.", valueName: "path")) var paths:
    [String] = []

  /// - Throws: ``UsageError`` for a path that cannot be parsed, and for text, which has no room for them.
  func resolved(as format: ReportFormat) throws -> RowDetails {
    guard !with.isEmpty || !paths.isEmpty else { return RowDetails() }
    if format == .text { throw UsageError(message: "--with and --value need --json or --format csv or md") }
    return RowDetails(with, values: try queries.map { RowDetails.Value($0.text, $0.path) })
  }

  /// - Throws: ``UsageError`` if a path names a store that is not in `stores`.
  func check(amongStores stores: [String]) throws { for one in try queries { try one.query.check(amongStores: stores) } }

  /// The paths, each read as a query reads it.
  private var queries: [(text: String, path: PathPattern, query: Query)] {
    get throws {
      try paths.map { text in
        let query = try Query(argument: "\(text) == null")
        guard case .comparison(.value(.after, let path), _, _) = query.condition else {
          throw UsageError(message: "--value takes a path in a state, such as cart.total or .items[*].id, not '\(text)'")
        }
        return (text, path, query)
      }
    }
  }

  private static func parts(_ text: String) throws -> [RowDetails.Part] {
    try text.split(separator: ",").map { name in
      guard let part = RowDetails.Part(rawValue: String(name)) else {
        throw ValidationError("unknown part '\(name)'; parts are \(RowDetails.Part.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return part
    }
  }
}
