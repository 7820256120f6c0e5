import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The first row: the log's name and size, and its status.
struct TitleLine {
  let state: InspectorState

  func draw(in frame: inout Frame, _ region: Region) {
    let separator = StyledText(" \(frame.glyphs.vertical) ", .border)
    var left = StyledText(" ")
    for (place, piece) in pieces.enumerated() {
      if place > 0 { left += separator }
      left += piece
    }
    let right = status + StyledText(time + " ", .title)
    var rest = region
    let end = rest.cutRight(min(right.width(in: frame.typesetting) + 1, region.columns / 2))
    frame.write(left, row: 0, in: rest)
    frame.write(right, row: 0, in: end, alignment: .right)
  }

  private var pieces: [StyledText] {
    let history = state.history
    let names = history.files.map { $0.displayName.split(separator: "/").last.map(String.init) ?? $0.displayName }
    let name = names.count <= 2 ? names.joined(separator: " + ") : "\(names[0]) + \(names.count - 1) more"
    var pieces = [StyledText(name, .title)]
    if let origin = history.hypothetical { pieces.append(StyledText(Self.words(about: origin), .hypothetical)) }
    if state.runs.count > 1 { pieces.append(StyledText("run \(state.run + 1) of \(state.runs.count)")) }
    pieces.append(StyledText(QuantityText.counted(history.stores.count, "store")))
    pieces.append(StyledText(steps))
    if let found = state.shownFindings {
      pieces.append(StyledText(found.title, found.hasProblems ? .error : .text))
    } else if !state.index.problems.isEmpty {
      // Not 'problems': a check counts some of these rows as notes, and finds problems that no row is red for.
      pieces.append(StyledText(QuantityText.counted(state.index.problems.count, "red row"), .error))
    }
    return pieces
  }

  /// `hypothetical: shop.jsonl from #17`
  private static func words(about origin: HypotheticalOrigin) -> String {
    let log = origin.log.flatMap { $0.split(separator: "/").last.map(String.init) }
    let place = [log, origin.step.map { "from #\(QuantityText.grouped($0))" }].compactMap(\.self).joined(separator: " ")
    return "hypothetical" + (place.isEmpty ? "" : ": \(place)")
  }

  /// `285 steps`, or `27 of 33 steps` if the log lacks some of those up to the last one.
  private var steps: String {
    let (known, last) = (state.index.steps, state.history.lastStep?.rawValue ?? 0)
    let isPartial = known > 0 && known < last
    return (isPartial ? QuantityText.grouped(known) + " of " : "") + QuantityText.counted(max(known, last), "step")
  }

  /// The progress of reading or replaying, or the status of following.
  private var status: StyledText {
    let log = state.log
    if let progress = log.progress { return progressBar("INDEX", percent: Int(progress.fraction * 100)) }
    if let percent = state.whatIf.asked?.percent { return progressBar("REPLAY", percent: percent) }
    if let trouble = log.trouble { return StyledText(trouble + "  ", .error) }
    if state.playback.isOn { return StyledText("PLAYING \(state.playback.words)  ", .status) }
    if log.isFrozen { return StyledText("FROZEN  ", .status) }
    let input = StyledText(log.inputSign(state.typesetting.glyphs).map { $0 + "  " } ?? "", .status)
    // A run that was closed gets no more rows.
    if log.isFollowing, state.rows[state.rows.lastNumber]?.kind == .end { return input + StyledText("ended  ", .dim) }
    if log.isFollowing { return input + StyledText("FOLLOW \(state.typesetting.glyphs.following)  ", .status) }
    guard log.isWatched, state.newRows > 0 else { return input }
    return input + StyledText("+\(QuantityText.grouped(state.newRows)) new (G)  ", .status)
  }

  /// `REPLAY ▇▇▇····· 41%`
  private func progressBar(_ name: String, percent: Int) -> StyledText {
    let glyphs = state.typesetting.glyphs
    let bar = (0..<8).map { $0 * 100 < percent * 8 ? glyphs.bars[7] : glyphs.absent }.joined()
    return StyledText("\(name) \(bar) \(percent)%  ", .status)
  }

  private var time: String {
    guard let time = state.currentRow?.time else { return "" }
    return QuantityText.clock(time, since: state.history.start)
  }
}
