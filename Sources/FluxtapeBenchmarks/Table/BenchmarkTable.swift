/// Formats rows as text. The column widths are known before the first measurement, so each row can be printed at once.
struct BenchmarkTable {
  private let numbers: [String: Int]
  private let whatWidth: Int

  init(_ benchmarks: [Benchmark]) { self.init(benchmarks.map { (name: $0.name, what: $0.what) }) }

  init(_ rows: [(name: String, what: String)]) {
    numbers = Dictionary(rows.enumerated().map { ($1.name, $0 + 1) }) { first, _ in first }
    whatWidth = rows.map(\.what.count).max() ?? 0
  }

  private static let titles = (what: "what", ours: "ours", baseline: "baseline", ratio: "ratio", target: "target", holds: "holds")

  var heading: [String] {
    let titles = Self.titles
    let line = columns("", titles.what, titles.ours, titles.baseline, titles.ratio, titles.target, titles.holds)
    return [line, String(repeating: "-", count: line.count)]
  }

  func line(_ row: BenchmarkRow) -> String {
    columns(
      numbers[row.name].map { "\($0)" } ?? "", row.what, "\(row.measurement.ours)", "\(row.measurement.baseline)",
      row.target.text(row.measurement.ratio), "\(row.target)", row.holds ? "yes" : "NO")
  }

  /// Returns what each row contains, which rows were skipped and why, and the verdict.
  func footnotes(_ rows: [BenchmarkRow], leftOut: [Benchmark]) -> [String] {
    var lines = [""]
    for (contents, numbers) in contents(of: rows) {
      let head = numbers.map { "\($0)" }.joined(separator: ", ") + ": "
      lines += broken(contents, after: head)
    }
    if !leftOut.isEmpty {
      let asked = Benchmark.isDebugBuild ? "with '-c release'" : "without '-c release'"
      lines += [""] + broken(leftOut.map(\.name).joined(separator: ", "), after: "Measured \(asked) only: ")
    }
    let failed = rows.filter { !$0.holds }.map(\.name)
    lines += ["", failed.isEmpty ? "Every target holds." : "Does not hold: \(failed.joined(separator: ", "))"]
    return lines
  }

  /// Merges equal footnotes of several rows.
  private func contents(of rows: [BenchmarkRow]) -> [(text: String, rows: [Int])] {
    var contents: [(text: String, rows: [Int])] = []
    for row in rows {
      guard let number = numbers[row.name] else { continue }
      if let place = contents.firstIndex(where: { $0.text == row.contains }) {
        contents[place].rows.append(number)
      } else {
        contents.append((row.contains, [number]))
      }
    }
    return contents
  }

  /// Wraps text at 110 characters, with `head` before the first line and the others indented below it.
  private func broken(_ text: String, after head: String) -> [String] {
    let indentation = String(repeating: " ", count: min(head.count, 12))
    var lines: [String] = []
    var line = head
    for word in text.split(separator: " ") {
      if line.count + word.count > 110 {
        lines.append(line.droppingSpacesAtEnd)
        line = indentation
      }
      line += word + " "
    }
    return lines + [line.droppingSpacesAtEnd]
  }

  private func columns(
    _ number: String, _ what: String, _ ours: String, _ baseline: String, _ ratio: String, _ target: String, _ holds: String
  ) -> String {
    [
      padded(number, to: 2, right: true), padded(what, to: whatWidth), padded(ours, to: 9, right: true),
      padded(baseline, to: 9, right: true), padded(ratio, to: 12, right: true), padded(target, to: 13, right: true), holds,
    ].joined(separator: "  ")
  }

  private func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let gap = String(repeating: " ", count: max(0, width - text.count))
    return right ? gap + text : text + gap
  }
}

extension String {
  fileprivate var droppingSpacesAtEnd: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
