import FluxtapeScreen

/// All keys, from the one table, and all signs, in as many columns as fit. It covers the whole screen and scrolls.
struct HelpView {
  let state: InspectorState
  let window: ListWindow

  /// Columns for one entry.
  private static let columnWidth = 78

  func draw(in frame: inout Frame) {
    var rest = frame.bounds
    let title = rest.cutTop(1)
    let hint = rest.cutBottom(1)
    frame.fill(title, with: frame.glyphs.horizontal, style: .border)
    frame.write(
      StyledText(frame.glyphs.horizontal, .border) + StyledText("[Keys and signs]", .title), at: title.origin, maxWidth: title.columns)
    frame.write(StyledText(" q closes   j k scroll   G signs", .dim), row: 0, in: hint)
    let rows = Self.rows(columns: rest.columns, typesetting: frame.typesetting)
    for (line, place) in window.visible(count: rows.count, height: rest.rows).enumerated() {
      frame.write(rows[place], row: line, in: rest)
    }
  }

  /// How many rows help has on a screen of this width.
  static func rowCount(columns: Int, typesetting: Typesetting) -> Int { rows(columns: columns, typesetting: typesetting).count }

  private static func rows(columns: Int, typesetting: Typesetting) -> [StyledText] {
    let count = max(1, columns / columnWidth)
    let entries = entries(columns: columns, typesetting)
    let width = columns / count
    let height = (entries.count + count - 1) / count
    return (0..<height).map { row in
      (0..<count).reduce(into: StyledText()) { line, column in
        let place = column * height + row
        guard place < entries.count else { return }
        line += entries[place].fitted(to: width, typesetting: typesetting)
      }
    }
  }

  private static func entries(columns: Int, _ typesetting: Typesetting) -> [StyledText] {
    let keysWidth = columns < 50 ? 9 : 16
    var entries: [StyledText] = []
    for section in KeyBinding.Section.allCases {
      let bindings = Keymap.bindings.filter { $0.section == section }
      guard !bindings.isEmpty else { continue }
      if !entries.isEmpty { entries.append(StyledText()) }
      entries.append(StyledText(" " + section.rawValue, .title))
      for binding in bindings {
        let keys = binding.keys.joined(separator: "  ")
        guard columns >= columnWidth else {
          // What a key does is told whole, on rows below; its name is left out.
          let room = max(columns - max(keysWidth, keys.count) - 3, 12)
          for (number, line) in TextWrapping.lines(of: binding.help, width: room, in: typesetting).enumerated() {
            let keys = StyledText(number == 0 ? keys : "", .key).fitted(to: max(keysWidth, keys.count))
            entries.append(StyledText("  ") + keys + StyledText(" " + line, .text))
          }
          continue
        }
        let name = binding.scope == .prompt || binding.name.isEmpty ? "" : "  :" + binding.name
        entries.append(
          StyledText("  ") + StyledText(keys, .key).fitted(to: max(keysWidth, keys.count)) + StyledText(" ")
            + StyledText(binding.help, .text).fitted(to: max(40, binding.help.count)) + StyledText(name, .dim))
      }
    }
    entries += [StyledText(), StyledText(" Signs", .title)]
    for entry in SignLegend.entries(typesetting.glyphs) {
      let signWidth = max(keysWidth, entry.sign.width(in: typesetting))
      entries.append(StyledText("  ") + entry.sign.fitted(to: signWidth, typesetting: typesetting) + StyledText(" " + entry.words, .text))
    }
    return entries
  }
}
