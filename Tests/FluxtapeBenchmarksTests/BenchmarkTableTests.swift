import FluxtapeJSON
import Testing

@testable import FluxtapeBenchmarks

struct BenchmarkTableTests {
  private static let rows = [
    BenchmarkRow(
      name: "item-diff", what: "one item, diff alone", target: .percent(0.3),
      measurement: Measurement(ours: .seconds(60e-6), baseline: .seconds(0.04), ratio: 0.0015), contains: "Ours: this. Baseline: that."),
    BenchmarkRow(
      name: "log", what: "the log", target: .percent(0.9),
      measurement: Measurement(ours: .bytes(39_000_000), baseline: .bytes(1_200_000_000), ratio: 0.0325), contains: "Ours: all bytes."),
    BenchmarkRow(
      name: "item", what: "one item", target: .percent(2),
      measurement: Measurement(ours: .seconds(0.5e-3), baseline: .seconds(0.04), ratio: 0.0125), contains: "Ours: this. Baseline: that."),
  ]

  @Test func `the table has a line a row, and tells what each contains and which do not hold`() {
    let table = BenchmarkTable(Self.rows.map { (name: $0.name, what: $0.what) })
    let lines = table.heading + Self.rows.map(table.line) + table.footnotes(Self.rows, leftOut: [])
    #expect(
      lines.joined(separator: "\n") == """
            what                       ours   baseline         ratio         target  holds
        ----------------------------------------------------------------------------------
         1  one item, diff alone      60 µs      40 ms        0.15 %        ≤ 0.3 %  yes
         2  the log                   39 MB     1.2 GB        3.25 %        ≤ 0.9 %  NO
         3  one item                 500 µs      40 ms        1.25 %          ≤ 2 %  yes

        1, 3: Ours: this. Baseline: that.
        2: Ours: all bytes.

        Does not hold: log
        """)
  }

  @Test func `long footnotes are broken between words`() {
    let row = BenchmarkRow(
      name: "a", what: "a", target: .times(1), measurement: Measurement(ours: .count(1), baseline: .count(1), ratio: 1),
      contains: Array(repeating: "seven_x", count: 20).joined(separator: " "))
    let lines = BenchmarkTable([(name: "a", what: "a")]).footnotes([row], leftOut: [])
    #expect(lines.contains { $0.hasPrefix("1: seven_x") } && lines.contains { $0.hasPrefix("   seven_x") })
    #expect(lines.allSatisfy { $0.count <= 110 })
    #expect(lines.joined(separator: " ").split(separator: " ").count { $0 == "seven_x" } == 20)
    #expect(lines.last == "Every target holds.")
  }

  @Test func `a row is a JSON object that says by itself whether it holds`() {
    #expect(
      Self.rows[1].json.text == """
        {"name":"log","what":"the log","ratio":0.0325,"target":0.009,"holds":false,"ours":39000000,"baseline":1200000000,\
        "unit":"bytes","contains":"Ours: all bytes."}
        """)
  }

  @Test func `a ratio that is no number is null and does not hold`() {
    let row = BenchmarkRow(
      name: "x", what: "x", target: .percent(1), measurement: Measurement(pairs: []), contains: "")
    #expect(row.json.object?["ratio"] == .null)
    #expect(row.json.object?["holds"] == .bool(false))
  }

  @Test(arguments: [("item-10k", ["item-10k"]), ("item-1", ["item-10k", "item-100k"]), ("x", [])])
  func `a row is chosen by its name, or several by what their names begin with`(name: String, rows: [String]) {
    #expect(RowOptions.rows(named: name, in: RecordBenchmarks.all).map(\.name) == rows)
  }

  @Test func `names of rows are told apart`() {
    let names = (RecordBenchmarks.all + AppBenchmarks.all).map(\.name)
    #expect(Set(names).count == names.count)
    // In JSON, a percentage is a ratio like any other.
    #expect(RecordBenchmarks.all.allSatisfy { (0...1.05).contains($0.target.ratio) })
  }
}
