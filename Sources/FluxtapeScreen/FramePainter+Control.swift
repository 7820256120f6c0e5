// Control sequences (ECMA-48), always the shortest that does the job.

extension FramePainter {
  mutating func control(_ sequence: String) { bytes += "\u{1B}[\(sequence)".utf8 }

  /// Moves the cursor in as few bytes as possible.
  mutating func move(to target: Position, _ cells: [PaintedCell]) {
    defer { place = target }
    guard let place, place.row == target.row, place.column <= target.column else { return jump(to: target) }
    let gap = place.column..<target.column
    if gap.isEmpty { return }
    // Rewriting up to three characters is as short as a cursor movement.
    let isShort = gap.count <= 3 && gap.allSatisfy { cells[$0].appearance == appearance && cells[$0].text.utf8.count == 1 }
    if isShort { for column in gap { bytes += cells[column].text.utf8 } } else { control(gap.count == 1 ? "C" : "\(gap.count)C") }
  }

  mutating func jump(to target: Position) {
    control(target.column == 0 ? "\(target.row + 1)H" : "\(target.row + 1);\(target.column + 1)H")
  }

  /// Changes the appearance of the characters that follow.
  mutating func setAppearance(_ next: Theme.Appearance) {
    guard next != appearance else { return }
    let change = AppearanceChange(from: appearance, to: next)
    if changes[change] == nil { changes[change] = change.sequence }
    bytes += changes[change] ?? []
    appearance = next
  }
}

/// From one appearance to another. A screen has few of them, each many times.
struct AppearanceChange: Hashable, Sendable {
  let from: Theme.Appearance
  let to: Theme.Appearance

  var sequence: [UInt8] {
    var codes: [String] = []
    if !from.attributes.isSubset(of: to.attributes) { codes = [""] }
    let isReset = !codes.isEmpty
    let missing = isReset ? to.attributes : to.attributes.subtracting(from.attributes)
    for (attribute, code) in [(Theme.Attributes.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7")]
    where missing.contains(attribute) { codes.append(code) }
    let before = isReset ? Theme.Appearance.plain : from
    if to.color != before.color { codes.append(Self.code(of: to.color, base: 30)) }
    if to.background != before.background { codes.append(Self.code(of: to.background, base: 40)) }
    return Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
  }

  /// - Parameter base: 30 for a foreground, 40 for a background.
  private static func code(of color: UInt8?, base: Int) -> String {
    switch color {
    case nil: "\(base + 9)"
    case let color? where color < 8: "\(base + Int(color))"
    case let color? where color < 16: "\(base + 52 + Int(color))"
    case let color?: "\(base + 8);5;\(color)"
    }
  }
}

// MARK: - Scrolling

extension FramePainter {
  /// Scrolls regions whose rows only moved, and updates `shown` accordingly.
  mutating func scroll(_ shown: inout Frame?, to frame: Frame) {
    guard abilities.scrollsRows, var known = shown else { return }
    for region in frame.scrollingRegions where known.scrollingRegions.contains(region) && !region.isEmpty {
      let isWhole = region.columns == frame.size.columns
      guard isWhole || abilities.hasColumnMargins, let rows = RowShift.between(known, frame, in: region) else { continue }
      let (top, left) = (region.origin.row, region.origin.column)
      if !isWhole { bytes += "\u{1B}[?69h\u{1B}[\(left + 1);\(left + region.columns)s".utf8 }
      control("\(top + 1);\(top + region.rows)r")
      control(rows > 0 ? "\(rows)S" : "\(-rows)T")
      if !isWhole { bytes += "\u{1B}[?69l".utf8 }
      control("r")
      place = nil
      known.shift(region, by: rows)
    }
    shown = known
  }
}

extension Frame {
  /// Moves the rows of a region up by `rows`, or down if negative. Free rows become blank.
  fileprivate mutating func shift(_ region: Region, by rows: Int) {
    let before = cells
    for row in 0..<region.rows {
      let start = (region.origin.row + row) * size.columns + region.origin.column
      let isKept = (0..<region.rows).contains(row + rows)
      for column in 0..<region.columns {
        cells[start + column] = isKept ? before[start + rows * size.columns + column] : .blank(.text)
      }
    }
  }
}
