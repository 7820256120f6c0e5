import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// The chain of causes that a step belongs to, as a tree with a bar for when each step was: a waterfall.
///
/// ```text
/// ↑ cart.checkout         #56   █
/// ↑   checkout            #57   ███
/// ▶     catalog.reserve   #60     █
/// ↓       cart.reserved   #61     █
///     cart.emptied        #70        █
/// ```
struct ChainRows {
  let state: InspectorState
  let width: Int

  /// The maximum number of steps shown, around the cursor.
  private static let limit = 500
  private static let indentLimit = 10
  /// Indentation leaves at least this many columns for the name.
  private static let leastNameWidth = 20

  func rows(around row: LinePlace) -> [DetailRow] {
    let steps = steps(around: row)
    guard steps.count > 1 else { return [.note("  No cause is recorded for this step, and no step names it as its cause.")] }
    let times = steps.compactMap(\.row.time)
    let span = (first: times.min() ?? 0, length: max((times.max() ?? 0).saturatingSubtract(times.min() ?? 0), 1))
    let nameWidth = max(min(width * 2 / 5, 44), min(width / 2, 24), 8)
    let stepWidth = steps.map { StepWords.name(of: $0.row).count }.max() ?? 0
    let labelWidth = nameWidth + stepWidth + 4
    let barWidth = max(width - labelWidth - 1, 4)
    let indentLimit = min(Self.indentLimit, max((nameWidth - Self.leastNameWidth) / 2, 0))
    let earlier = state.index.rows(inChainBefore: steps[0].number)
    let later = (state.index.chain(of: steps[0].number)?.count ?? 0) - earlier - steps.count
    let kin = StepChain(of: subject(row) ?? steps[0].number, in: state)
    let listed = steps.map { number, row in
      let indent = min(state.index.depth(of: number), indentLimit)
      let isKin = number == kin.row || kin.causes.contains(number) || kin.effects.contains(number)
      let style: Style = row.isProblem ? .error : isKin ? .text : .dim
      let name = StyledText(String(repeating: "  ", count: indent)) + StyledText(row.type, style)
      let text =
        sign(of: number, kin) + StyledText(" ") + name.fitted(to: nameWidth, elision: .middle, typesetting: state.typesetting)
        + StyledText(" ")
        + StyledText(StepWords.name(of: row), .dim).fitted(to: stepWidth) + StyledText(" ") + bar(row, span, barWidth)
      var result = DetailRow(.text(text))
      result.target = row.place
      result.chartColumn = labelWidth
      return result
    }
    return more(earlier, "earlier") + listed + more(later, "later")
  }

  /// `27 steps: 8 causes, 18 effects` of the step that the chain is about, and its name if the cursor is elsewhere; empty for a step that
  /// is alone.
  func counts(around row: LinePlace) -> String {
    guard let subject = subject(row), let chain = StepChain(ofLinked: subject, in: state) else { return "" }
    let name = subject == state.cursor ? "" : state.rows[subject].map { StepWords.name(of: $0) + ": " } ?? ""
    return name + chain.words
  }

  /// The row that causes and effects are told of: the cursor's, or the one of the question if the cursor has left its chain.
  private func subject(_ row: LinePlace) -> Int? {
    guard let asked = state.rows.number(at: row) else { return nil }
    return state.index.chain(of: asked).map { state.index.isRow(state.cursor, in: $0) } == true ? state.cursor : asked
  }

  private func sign(of number: Int, _ kin: StepChain) -> StyledText {
    let glyphs = state.typesetting.glyphs
    if number == state.cursor { return StyledText(glyphs.cursor, .cursor) }
    if kin.causes.contains(number) { return StyledText(glyphs.cause, .status) }
    return kin.effects.contains(number) ? StyledText(glyphs.effect, .status) : StyledText(" ")
  }

  /// Returns a row about the steps beyond the limit, if there are any.
  private func more(_ count: Int, _ side: String) -> [DetailRow] {
    guard count > 0 else { return [] }
    let words = "\(QuantityText.counted(count, "\(side) step")): C on one of them lists them"
    return DetailRow.notes(words, .changed, width: width, in: state.typesetting)
  }

  private func steps(around row: LinePlace) -> [(number: Int, row: HistoryRow)] {
    guard let start = state.rows.number(at: row) else { return [] }
    var before: [Int] = []
    var number = start
    while before.count < Self.limit / 2, let previous = state.index.previous(inChainBefore: number) {
      before.append(previous)
      number = previous
    }
    var numbers = before.reversed() + [start]
    number = start
    while numbers.count < Self.limit, let next = state.index.next(inChainAfter: number) {
      numbers.append(next)
      number = next
    }
    return numbers.compactMap { number in state.rows[number].map { (number, $0) } }
  }

  /// A bar from the start of the step to its end, at least one column wide. A record of work that ended has the time of the end.
  private func bar(_ row: HistoryRow, _ span: (first: Int, length: Int), _ columns: Int) -> StyledText {
    guard let time = row.time else { return StyledText() }
    let scale = Double(columns - 1) / Double(span.length)
    func column(_ time: Int) -> Int { Int(min(max(Double(time.saturatingSubtract(span.first)) * scale, 0), Double(columns - 1))) }
    let duration = row.duration ?? 0
    let begin = row.effect.map { $0.phase != .started } == true ? time.saturatingSubtract(duration) : time
    let start = column(begin)
    let length = max(column(begin.saturatingAdd(duration)) - start, 1)
    let glyph = state.typesetting.glyphs.bars[7]
    return StyledText(
      String(repeating: " ", count: start) + String(repeating: glyph, count: length),
      row.store.flatMap { state.lanes.lane(of: $0) }.map { .lane($0) } ?? .type)
  }
}
