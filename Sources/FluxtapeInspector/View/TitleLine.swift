import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLiveWire
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The first row: the log's name and size, and its status.
struct TitleLine {
  let state: InspectorState

  /// A log's name is cut to this width before the facts behind it are.
  private static let leastName = 20

  func draw(in frame: inout Frame, _ region: Region) {
    let separator = StyledText(" \(frame.glyphs.vertical) ", .border)
    let typesetting = frame.typesetting
    let most = region.columns * 2 / 3
    let ends = [place + clock, place].map { status + StyledText($0 + " ", .title) }
    let right = ends.first { $0.width(in: typesetting) < most } ?? ends[1]
    var rest = region
    let name = pieces[0].text
    let end = rest.cutRight(min(right.width(in: typesetting) + 1, most))
    let space = rest.columns - 1
    let least = min(name.width(in: typesetting), Self.leastName)
    func facts(_ pieces: [Piece]) -> StyledText { pieces.dropFirst().reduce(into: StyledText()) { $0 += separator + $1.text } }
    let whole = facts(pieces)
    let shown = whole.width(in: typesetting) + least > space ? facts(pieces.filter { !$0.isMinor }) : whole
    let room = max(space - shown.width(in: typesetting), least)
    let left = StyledText(" ") + name.shortened(to: room, elision: .middle, typesetting: typesetting) + shown
    frame.write(left, row: 0, in: rest)
    frame.write(right, row: 0, in: end, elision: .start, alignment: .right)
  }

  private struct Piece {
    let text: StyledText
    /// Whether it makes room for the others.
    var isMinor = false

    init(_ text: String, _ style: Style = .text, isMinor: Bool = false) {
      self.text = StyledText(text, style)
      self.isMinor = isMinor
    }
  }

  private var pieces: [Piece] {
    if state.showsRunsOnly { return piecesOfRuns }
    let history = state.history
    let names = history.files.map { $0.displayName.split(separator: "/").last.map(String.init) ?? $0.displayName }
    let name = names.count <= 2 ? names.joined(separator: " + ") : "\(names[0]) + \(names.count - 1) more"
    var pieces = [Piece(name, .title)]
    if let words = WhatIfWords(state: state).title { pieces.append(Piece(words, .hypothetical)) }
    if let origin = history.hypothetical { pieces.append(Piece(Self.words(about: origin), .hypothetical)) }
    if let live = state.live {
      let words = live.words + (live.query.map { ["stops where " + $0.prefix(30)] } ?? [])
      pieces.append(Piece((["live"] + words).joined(separator: ", "), .status))
    }
    if state.runs.count > 1 { pieces.append(Piece("run \(state.run + 1) of \(state.runs.count)")) }
    pieces.append(Piece(history.stores.count.counted("store"), isMinor: true))
    if let steps { pieces.append(steps) }
    if let found = state.shownFindings {
      // It is about the recorded run.
      pieces.append(Piece(found.title, found.hasProblems ? .error : .text, isMinor: state.whatIf.shown != nil))
    } else if !state.index.problems.isEmpty {
      // Not 'problems': a check counts some of these rows as notes, and finds problems that no row is red for.
      pieces.append(Piece(state.index.problems.count.counted("red row"), .error))
    }
    return pieces
  }

  /// `runs/ │ 20 runs │ 9 red`
  private var piecesOfRuns: [Piece] {
    let folders = Set(
      state.runs.compactMap { $0.history.files.first?.path }.map { $0.split(separator: "/").dropLast().last.map(String.init) })
    let folder = folders.count == 1 ? folders.first?.map { $0 + "/" } : nil
    var pieces = [Piece(folder ?? "all logs", .title), Piece(state.runs.count.counted("run"))]
    if let red = state.runList?.redCount, red > 0 { pieces.append(Piece("\(red) red", .error)) }
    return pieces
  }

  /// `hypothetical: shop.jsonl from #17`
  private static func words(about origin: HypotheticalOrigin) -> String {
    let log = origin.log.flatMap { $0.split(separator: "/").last.map(String.init) }
    let place = [log, origin.step.map { "from #\($0.grouped)" }].compactMap(\.self).joined(separator: " ")
    return "hypothetical" + (place.isEmpty ? "" : ": \(place)")
  }

  /// `27 of 33 steps` if the log lacks some of those up to the last one; else `33 steps` unless the place names the last one.
  private var steps: Piece? {
    let (known, last) = (state.index.steps, state.history.lastStep?.rawValue ?? 0)
    if known > 0, known < last { return Piece("\(known.grouped) of \(last.counted("step"))") }
    guard let row = state.currentRow, row.step == nil else { return nil }
    return Piece(max(known, last).counted("step"), isMinor: true)
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
    return input + StyledText("+\(state.newRows.grouped) new (G)  ", .status)
  }

  /// `REPLAY ▇▇▇····· 41%`
  private func progressBar(_ name: String, percent: Int) -> StyledText {
    let glyphs = state.typesetting.glyphs
    let bar = (0..<8).map { $0 * 100 < percent * 8 ? glyphs.bars[7] : glyphs.absent }.joined()
    return StyledText("\(name) \(bar) \(percent)%  ", .status)
  }

  /// `#49/285`
  private var place: String { state.showsRunsOnly ? StepWords.placeInRuns(state) ?? "" : StepWords.position(state) }

  /// `  09:00:18.923`
  private var clock: String {
    guard !state.showsRunsOnly, let time = state.currentRow?.time else { return "" }
    return "  " + state.clock(time)
  }
}
