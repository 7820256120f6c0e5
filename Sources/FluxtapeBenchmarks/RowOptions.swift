import ArgumentParser
import FluxtapeJSON
import Foundation

/// The options of every table: which rows to measure and how to print them.
struct RowOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only the row of this name, or else rows whose names begin with it.", valueName: "name")) var only: [String] =
    []
  @Flag(help: "Print one JSON object per row.") var json = false
  @Option(help: ArgumentHelp("Only run our side of the row this many times, without measuring.", valueName: "calls")) var profile: Int?

  func check(_ rows: [Benchmark]) throws {
    for name in only where Self.rows(named: name, in: rows).isEmpty {
      throw ValidationError("no row's name begins with '\(name)'; there are: \(rows.map(\.name).joined(separator: " "))")
    }
  }

  /// Measures the chosen rows in order and prints each at once, because a run takes minutes.
  ///
  /// - Parameters:
  ///   - rows: The table's rows.
  ///   - more: Rows that are always measured.
  ///   - absence: Returns why a row cannot be measured on this machine, or `nil` if it can.
  /// - Throws: `ExitCode(1)` if a target is not met.
  func run(_ rows: [Benchmark], and more: [Benchmark] = [], in setting: Setting, absence: (Benchmark) -> String? = { _ in nil }) throws {
    let chosen = (only.isEmpty ? rows : only.flatMap { Self.rows(named: $0, in: rows) }) + more
    if let profile {
      for benchmark in chosen { try benchmark.profile(setting, profile) }
      return
    }
    let here = chosen.filter { $0.isMeaningfulHere && absence($0) == nil }
    let table = BenchmarkTable(here)
    if !json { Self.printLines(table.heading) }
    var measured: [BenchmarkRow] = []
    for benchmark in here {
      let row = BenchmarkRow(benchmark, try benchmark.measure(setting))
      measured.append(row)
      Self.printLines([json ? row.json.text : table.line(row)])
    }
    if !json { Self.printLines(table.footnotes(measured, leftOut: chosen.filter { !$0.isMeaningfulHere })) }
    for benchmark in chosen {
      guard let reason = absence(benchmark) else { continue }
      Self.printLines([
        json ? JSONValue.object(["name": .string(benchmark.name), "absent": .string(reason)]).text : "\(benchmark.name): \(reason)"
      ])
    }
    if measured.contains(where: { !$0.holds }) { throw ExitCode(1) }
  }

  /// Returns the row of this name, or else the rows whose names begin with it.
  static func rows(named name: String, in all: [Benchmark]) -> [Benchmark] {
    let rows = all.filter { $0.name == name }
    return rows.isEmpty ? all.filter { $0.name.hasPrefix(name) } : rows
  }

  private static func printLines(_ lines: [String]) {
    FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
