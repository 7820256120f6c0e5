import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

/// What is known of the run that is selected in the list of runs: its words in full, and where it comes from.
struct RunPreview {
  let state: InspectorState

  func draw(in frame: inout Frame, _ region: Region) {
    guard !region.isEmpty, let number = state.details[.answer]?.selectedRow?.item, state.runs.indices.contains(number) else { return }
    var body = region
    let header = body.cutTop(1)
    frame.fill(header, with: frame.glyphs.horizontal, style: .border)
    let run = state.runs[number]
    let entry = state.runList?.entry(ofRun: number)
    let title = StyledText(frame.glyphs.horizontal, .border) + StyledText(entry?.title ?? run.name, .title) + StyledText(" ")
    frame.write(title.shortened(to: header.columns, elision: .middle, typesetting: frame.typesetting), at: header.origin)
    for (line, text) in lines(of: run, number, entry, width: region.columns - 2).prefix(body.rows).enumerated() {
      frame.write(StyledText(" ") + text, row: line, in: body)
    }
  }

  private func lines(of run: FixedRun, _ number: Int, _ entry: RunListing.Entry?, width: Int) -> [StyledText] {
    let findings = state.runFindings[number].flatMap { $0.run == run ? $0 : nil }
    let isRed = entry?.summary.isRed == true
    var lines = [verdict(entry, findings)]
    let reasons = [entry?.summary.reason, findings?.words].compactMap(\.self).filter { !$0.isEmpty }
    for (place, reason) in reasons.enumerated() where !reasons[..<place].contains(where: { $0.contains(reason) }) {
      let style: Style = isRed && place == 0 ? .error : .text
      lines += TextWrapping.lines(of: reason, width: width, in: state.typesetting).prefix(3).map { StyledText($0, style) }
    }
    let stores =
      run.history.stores.prefix(6).joined(separator: ", ") + (run.history.stores.count > 6 ? state.typesetting.glyphs.ellipsis : "")
    if !stores.isEmpty { lines.append(StyledText("stores  ", .dim) + StyledText(stores)) }
    let files = run.history.files.map(\.path).joined(separator: ", ")
    return lines + [StyledText("log  ", .dim) + StyledText(files).shortened(to: width - 5, elision: .start, typesetting: state.typesetting)]
  }

  /// `failed  3 problems, 1 note  26 steps in 10.7s  shop 1.0  2026-11-21 09:00:00`
  private func verdict(_ entry: RunListing.Entry?, _ findings: RunFindings?) -> StyledText {
    guard let run = entry?.summary else { return StyledText("not read yet", .dim) }
    var line = StyledText(run.verdict, run.isRed ? .error : .text)
    if let findings { line += StyledText("  " + findings.counts, findings.hasProblems ? .error : .dim) }
    line.append("  \(run.steps.counted("step")) in \(ThreeDigits.compactDuration(run.duration))", .text)
    let facts = [run.program, run.start.map { "\($0.date) \($0.clock.prefix(8))" }].compactMap(\.self)
    return line + StyledText(facts.map { "  " + $0 }.joined(), .dim)
  }
}
