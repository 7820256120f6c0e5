// The control sequences (ECMA-48), and the cheapest of those that do the same.

extension FramePainter {
  mutating func control(_ sequence: String) { bytes += "\u{1B}[\(sequence)".utf8 }

  /// Moves the cursor, in as few bytes as it takes.
  mutating func move(to target: Position, _ cells: [Cell], _ painted: [Appearance]) {
    defer { place = target }
    guard let place, place.row == target.row, place.column <= target.column else { return jump(to: target) }
    let gap = place.column..<target.column
    if gap.isEmpty { return }
    // What is there already is as good as a way across it.
    let isShort = gap.count <= 3 && gap.allSatisfy { painted[$0] == look && cells[$0].text.utf8.count == 1 }
    if isShort { for column in gap { bytes += cells[column].text.utf8 } } else { control(gap.count == 1 ? "C" : "\(gap.count)C") }
  }

  mutating func jump(to target: Position) {
    control(target.column == 0 ? "\(target.row + 1)H" : "\(target.row + 1);\(target.column + 1)H")
  }

  /// Changes how characters look from here on.
  mutating func turn(to next: Appearance) {
    guard next != look else { return }
    defer { look = next }
    var codes: [String] = []
    if !look.attributes.isSubset(of: next.attributes) { codes = [""] }
    let isAfresh = !codes.isEmpty
    let missing = isAfresh ? next.attributes : next.attributes.subtracting(look.attributes)
    for (attribute, code) in [(Theme.Attributes.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7")]
    where missing.contains(attribute) { codes.append(code) }
    if isAfresh ? next.color != nil : next.color != look.color { codes.append(Self.code(of: next.color)) }
    control(codes.joined(separator: ";") + "m")
  }

  private static func code(of color: UInt8?) -> String {
    switch color {
    case nil: "39"
    case let color? where color < 8: "3\(color)"
    case let color? where color < 16: "9\(color - 8)"
    case let color?: "38;5;\(color)"
    }
  }
}

// MARK: - Scrolling

extension FramePainter {
  /// Moves rows that stay and only stand elsewhere, and notes in `shown` what the screen holds then.
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
  /// Moves the rows of a part up, or down; what comes free is blank.
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
