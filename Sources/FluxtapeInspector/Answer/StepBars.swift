import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// Bars that show when steps were: a waterfall.
struct StepBars {
  let columns: Int
  private let first: Int
  private let length: Int

  init(_ rows: [HistoryRow], columns: Int) {
    self.columns = max(columns, 4)
    let times = rows.compactMap(\.time)
    first = times.min() ?? 0
    length = max((times.max() ?? 0).saturatingSubtract(first), 1)
  }

  /// A bar from the beginning of a step to its end, at least one column wide. A record of work that ended has the time of the end.
  func bar(of row: HistoryRow, lane: Int?, _ glyphs: Glyphs) -> StyledText {
    guard let time = row.time else { return StyledText() }
    let scale = Double(columns - 1) / Double(length)
    func column(_ time: Int) -> Int { Int(min(max(Double(time.saturatingSubtract(first)) * scale, 0), Double(columns - 1))) }
    let duration = row.duration ?? 0
    let begin = row.effect.map { $0.phase != .started } == true ? time.saturatingSubtract(duration) : time
    let start = column(begin)
    let end = max(column(begin.saturatingAdd(duration)), start + 1)
    return StyledText(
      String(repeating: " ", count: start) + String(repeating: glyphs.bars[7], count: end - start), lane.map { .lane($0) } ?? .type)
  }
}
