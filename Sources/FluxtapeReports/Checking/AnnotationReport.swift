package import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// The findings of a check as workflow commands that GitHub Actions turns into annotations of a commit: `::error
/// file=Sources/Shop/Cart.swift,line=42,title=…::…`.
///
/// GitHub shows ten annotations per step: the nine worst findings, and one with the number of the others. The others follow in the step's
/// log, where none of their lines is interpreted as a command.
package struct AnnotationReport: Sendable {
  /// A file of the checkout, as its path from the root, and a line in it.
  package typealias Place = (file: String, line: Int)

  /// The number of annotations that GitHub shows per step, minus the last one.
  static let shown = 9

  package let lines: [String]

  /// - Parameters:
  ///   - resolve: Returns the place in the checkout of a `site` of a log (`Shop/Cart.swift:42`); `nil` if there is none, or more than one.
  ///   - unreadable: Logs that cannot be read, with the errors: they come first.
  ///   - token: A word that no log can guess; it ends the section in which GitHub ignores commands.
  /// - Throws: ``HistoryError`` if a log can no longer be read.
  package init(
    _ runs: [CheckedRun], unreadable: [HistoryError] = [], hidesValues: Bool = false, token: String = "fluxtape",
    resolve: (String) -> Place?
  ) throws(HistoryError) {
    let problems = runs.enumerated().flatMap { number, run in run.problems.map { (number: number, run: run, finding: $0) } }
    let sorted = problems.enumerated().sorted { left, right in
      (left.element.finding.kind.rank, left.offset) < (right.element.finding.kind.rank, right.offset)
    }.map(\.element)
    var lines = unreadable.map { "::error title=cannot be read::" + Self.data("\($0)".displayed()) }
    lines += sorted.prefix(max(0, Self.shown + 1 - lines.count)).map { one in
      Self.line(FindingWords(one.finding, in: one.run, hidesValues: hidesValues), resolve)
    }
    let count = unreadable.count + sorted.count
    if count > Self.shown + 1 {
      lines =
        lines.prefix(Self.shown) + [
          "::error title=\(Self.property("fluxtape"))::"
            + Self.data("\(count - Self.shown) more problems stand below, in the log of this step")
        ] + (try Self.rest(runs, unreadable, hidesValues: hidesValues, token))
    }
    self.lines = lines
  }

  /// The output of a check for all runs with problems.
  private static func rest(_ runs: [CheckedRun], _ unreadable: [HistoryError], hidesValues: Bool, _ token: String)
    throws(HistoryError) -> [String]
  {
    let red = runs.filter { !$0.problems.isEmpty }
    let report = try CheckReport(red, unreadable: unreadable, hidesValues: hidesValues)
    return ["::stop-commands::\(token)"] + report.text + ["::\(token)::"]
  }

  private static func line(_ words: FindingWords, _ resolve: (String) -> Place?) -> String {
    var properties: [String] = []
    if let place = words.site.flatMap(resolve) { properties = ["file=\(property(place.file))", "line=\(place.line)"] }
    properties.append("title=" + property(words.title))
    let message = [words.address] + words.facts.map { "\($0.0): \($0.1)" }
    return "::error \(properties.joined(separator: ","))::" + data(message.map { $0.displayed() }.joined(separator: "\n"))
  }

  /// Escapes the text after the second `::` so that the runner decodes it (actions/toolkit, `command.ts`).
  static func data(_ text: String) -> String { escaped(text, isProperty: false) }

  /// Escapes the value of a property.
  static func property(_ text: String) -> String { escaped(text.displayed(), isProperty: true) }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    text.escapingScalars { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: nil
      }
    }
  }
}
