import FluxtapeAnswers
import FluxtapeJSON
import FluxtapeScreen

/// Compares two texts line by line.
enum LineDiff {
  /// The number of unchanged lines shown around a change.
  private static let context = 3
  /// The maximum number of lines compared. A larger part is shown as removed and added.
  private static let limit = 2000
  /// The maximum length of the only line that changed, in bytes and in columns.
  private static let longestLine = 1000

  /// Returns the lines of both texts with a sign: `-` for removed, `+` for added, a blank for unchanged. Returns nil if the texts are
  /// equal.
  static func text(from old: String, to new: String) -> String? {
    guard !old.isSameText(as: new) else { return nil }
    let (old, new) = (lines(of: old), lines(of: new))
    let start = zip(old, new).prefix { $0.isSameText(as: $1) }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0.isSameText(as: $1) }.count
    var (left, right) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
    if left.count == 1, right.count == 1 { (left[0], right[0]) = shortened(left[0], right[0]) }
    if left.count == right.count, left.count <= limit {
      for place in left.indices { (left[place], right[place]) = String.distinguished(left[place], right[place]) }
    }
    var signed = old[..<start].map { " " + $0 }
    signed += max(left.count, right.count) <= limit ? aligned(left, right) : left.map { "-" + $0 } + right.map { "+" + $0 }
    signed += old[(old.count - end)...].map { " " + $0 }
    return folded(signed).joined(separator: "\n")
  }

  private static func lines(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Cuts a changed line that is too long to find the change in it.
  private static func shortened(_ old: String, _ new: String) -> (String, String) {
    guard max(old.utf8.count, new.utf8.count) > longestLine else { return (old, new) }
    let window = DifferenceWindow(old, new, columns: longestLine, context: longestLine / 4)
    func cut(_ text: String) -> String { StyledText(text).shortened(to: longestLine).plain }
    return (cut(window.old), cut(window.new))
  }

  private static func aligned(_ old: [String], _ new: [String]) -> [String] {
    let difference = new.difference(from: old) { $0.isSameText(as: $1) }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var signed: [String] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        signed.append("-" + old[left])
        left += 1
      } else if right < new.count, inserted.contains(right) {
        signed.append("+" + new[right])
        right += 1
      } else {
        signed.append(" " + new[right])
        left += 1
        right += 1
      }
    }
    return signed
  }

  /// Replaces long stretches of unchanged lines by their number.
  private static func folded(_ lines: [String]) -> [String] {
    let changed = lines.indices.filter { !lines[$0].hasPrefix(" ") }
    var near = Set<Int>()
    for place in changed { near.formUnion(max(0, place - context)...min(lines.count - 1, place + context)) }
    var result: [String] = []
    var hidden = 0
    for place in lines.indices {
      guard !near.contains(place) else {
        if hidden > 0 { result.append("@ \(hidden) unchanged") }
        hidden = 0
        result.append(lines[place])
        continue
      }
      hidden += 1
    }
    return hidden > 0 ? result + ["@ \(hidden) unchanged"] : result
  }
}
