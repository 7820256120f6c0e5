package import FluxtapeScreen

extension Table {
  /// The minimum width to which cells are cut.
  private static let narrowestCell = 6

  /// The table in at most `width` columns, if possible: first without empty columns, then without others, then with long cells cut
  /// in the middle.
  ///
  /// - Parameters:
  ///   - dispensable: The titles of columns that may be left out, in this order; columns whose cells are all empty or 0 go first.
  ///   - elastic: The titles of columns whose cells may be cut.
  package func narrowed(
    to width: Int, leavingOut dispensable: [String], cutting elastic: Set<String>, typesetting: Typesetting = .unicode
  ) -> Table {
    var table = typesetting.isASCII ? inASCII : self
    let empty = dispensable.filter { title in
      table.columns.firstIndex { $0.title == title }.map { place in table.rows.allSatisfy { $0[place].isEmpty || $0[place] == "0" } }
        ?? false
    }
    for title in empty + dispensable where table.textWidth > width { table.remove(title) }
    table.cut(elastic, by: table.textWidth - width, typesetting)
    return table
  }

  /// The table for output in ASCII. Columns of numbers keep their width.
  private var inASCII: Table {
    func drawn(_ text: String, _ column: Column) -> String {
      guard column.alignment == .left else { return text }
      let text = StyledText(text.replacing(" → ", with: " -> ").replacing("…", with: "..."))
      return text.shortened(to: Self.widestCell, elision: .middle, typesetting: .ascii).plain
    }
    var table = Table(columns)
    for row in rows { table.append(zip(row, columns).map(drawn)) }
    return table
  }

  package var textWidth: Int { widths.reduce(0, +) + 2 * max(0, columns.count - 1) }

  /// The width of a column; 0 if there is none.
  package func width(of title: String) -> Int { columns.firstIndex { $0.title == title }.map { widths[$0] } ?? 0 }

  private mutating func remove(_ title: String) {
    guard let place = columns.firstIndex(where: { $0.title == title }) else { return }
    self = selecting(columns.indices.filter { $0 != place })
  }

  /// Removes screen columns one by one, each from the widest table column.
  private mutating func cut(_ titles: Set<String>, by excess: Int, _ typesetting: Typesetting) {
    guard excess > 0 else { return }
    var room = widths
    for _ in 0..<excess {
      guard let widest = columns.indices.filter({ titles.contains(columns[$0].title) }).max(by: { room[$0] < room[$1] }),
        room[widest] > Self.narrowestCell
      else { break }
      room[widest] -= 1
    }
    var table = Table(columns)
    for row in rows {
      table.append(
        row.indices.map { place in
          guard titles.contains(columns[place].title) else { return row[place] }
          return StyledText(row[place]).shortened(to: room[place], elision: .middle, typesetting: typesetting).runs.map(\.text).joined()
        })
    }
    self = table
  }
}
