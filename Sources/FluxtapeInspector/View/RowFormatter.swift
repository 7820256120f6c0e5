import FluxtapeAnswers
import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// Formats one row of a detail pane.
struct RowFormatter {
  let typesetting: Typesetting
  let width: Int
  let labelWidth: Int

  private var glyphs: Glyphs { typesetting.glyphs }
  private var preview: ValuePreview { ValuePreview(width: max(width - labelWidth - 4, 8), typesetting: typesetting) }

  /// The maximum number of indented levels.
  private static let indentLimit = 12

  func text(of row: DetailRow) -> StyledText {
    switch row.content {
    case .tree(let tree): text(of: tree)
    case .change(let change): text(of: change)
    case .field(let name, let value):
      StyledText("    ") + StyledText(name, .key).fitted(to: max(labelWidth - 1, name.count), typesetting: typesetting) + StyledText(" ")
        + value
    case .text(let text), .caret(let text): text
    }
  }

  /// Returns the number of cells before the row's value.
  static func width(ofLabelIn row: DetailRow, _ typesetting: Typesetting) -> Int {
    switch row.content {
    case .tree(let tree) where tree.fold == .leaf:
      min(tree.depth, indentLimit) * 2 + typesetting.width(of: name(of: tree.label, typesetting), atMost: 200) + 1
    case .change(let change): min(change.depth, indentLimit) * 2 + typesetting.width(of: change.label, atMost: 200) + 1
    case .field(let name, _): name.count + 1
    case .tree, .text, .caret: 0
    }
  }

  private func sign(_ sign: Sign?) -> StyledText {
    let (glyph, style) = sign.map(glyph) ?? (" ", .text)
    return StyledText(glyph, style) + StyledText(" ")
  }

  private func glyph(of sign: Sign) -> (String, Style) {
    switch sign {
    case .added: (glyphs.added, .added)
    case .removed: (glyphs.removed, .removed)
    case .changed: (glyphs.changed, .changed)
    case .moved: (glyphs.moved, .moved)
    case .retyped: (glyphs.retyped, .type)
    }
  }

  private func indent(_ depth: Int) -> StyledText { StyledText(String(repeating: "  ", count: min(depth, Self.indentLimit))) }

  private static func name(of label: TreeRow.Label, _ typesetting: Typesetting) -> String {
    switch label {
    case .store(let name), .key(let name): name
    case .index(let index): "[\(index)]"
    case .page(let range): "[\(range.lowerBound)\(typesetting.isASCII ? "-" : "–")\(range.upperBound - 1)]"
    case .whole: "."
    }
  }
}

// MARK: - Trees

extension RowFormatter {
  private func text(of row: TreeRow) -> StyledText {
    let name = Self.name(of: row.label, typesetting)
    var text = sign(row.sign) + indent(row.depth)
    switch row.fold {
    case .open:
      text.append(glyphs.expanded + " ", .dim)
      text.append(name, .key)
      if case .page = row.label {} else { text.append(" (\((row.value?.childCount ?? 0).grouped))", .dim) }
    case .closed:
      text.append(glyphs.collapsed + " ", .dim)
      text.append(name, .key)
      // The note comes before the value, which may be too long for the pane.
      if let note = row.note { text.append(" (\(note))", .changed) }
      if let value = row.value { text += StyledText(" ") + preview.text(of: value) }
    case .leaf: text += leaf(row, name: name, used: 2 * min(row.depth, Self.indentLimit))
    }
    if let note = row.note, row.fold == .open { text.append(" (\(note))", .changed) }
    return text
  }

  private func leaf(_ row: TreeRow, name: String, used: Int) -> StyledText {
    var text =
      StyledText("  ")
      + StyledText(name, .key).fitted(to: max(labelWidth - used - 1, typesetting.width(of: name, atMost: width)), typesetting: typesetting)
    text.append(" ")
    let was = ValuePreview(width: max(width / 3, 8), typesetting: typesetting)
    var before = row.was.map { was.text(of: $0) }
    if let value = row.value {
      // A long value leaves room for the old one.
      let taken = before.map { $0.width(in: typesetting) + 6 } ?? 0
      let preview = ValuePreview(width: max(width - labelWidth - 4 - taken, 8), typesetting: typesetting)
      var now = preview.text(of: value)
      if let old = row.was, let shown = before, !was.isWhole(old) || !preview.isWhole(value), hideDifference(shown, now),
        let sides = ValuePreview(width: min(was.width, preview.width), typesetting: typesetting).difference(from: old, to: value)
      {
        (before, now) = sides
      }
      if let old = before { (before, now) = StyledText.distinguished(old, now) }
      text += now
    }
    if let note = row.note { text.append("(\(note))", .dim) }
    guard let before else { return text }
    let old = StyledText("was ", .dim) + before.restyled { _ in .old }
    if row.sign == .removed { return text + old }
    let missing = max(2, wasColumn - used - text.width(in: typesetting, atMost: width))
    return text + StyledText(String(repeating: " ", count: missing)) + old
  }

  /// Whether two values look alike as far as they are shown.
  private func hideDifference(_ one: StyledText, _ other: StyledText) -> Bool {
    func shownPart(_ text: String) -> Substring { text[..<(text.firstRange(of: glyphs.ellipsis)?.lowerBound ?? text.endIndex)] }
    let (one, other) = (shownPart(one.plain), shownPart(other.plain))
    return one.hasPrefix(other) || other.hasPrefix(one)
  }

  /// The column of old values, near the new ones.
  private var wasColumn: Int { min(labelWidth + 22, width * 3 / 5) }
}

// MARK: - Diffs

extension RowFormatter {
  private func text(of row: DiffRow) -> StyledText {
    var text = sign(row.sign) + indent(row.depth)
    if case .unchanged(let count) = row.content {
      return text + StyledText("\(glyphs.folded) \(count.grouped) unchanged", .dim)
    }
    let used = 2 * min(row.depth, Self.indentLimit)
    text += StyledText(row.label, .key).fitted(
      to: max(labelWidth - used - 1, min(typesetting.width(of: row.label, atMost: width), width / 2)), elision: .middle,
      typesetting: typesetting)
    text.append(" ")
    switch row.content {
    case .replaced(let old, let new): text += replaced(old, new)
    case .added(let value), .same(let value): text += preview.text(of: value)
    case .removed(let value): text += preview.text(of: value).restyled { _ in .removed }
    case .moved(let origin, let value):
      text += StyledText("moved from \(origin.tokens.last ?? "") ", .moved) + preview.text(of: value)
    case .inside(let old, let new): text += sizes(old, new)
    case .unchanged: break
    }
    return text
  }

  /// `2 items → 3 items`; without a change in size `3 items`, or `1 key replaced`.
  private func sizes(_ old: JSONNode?, _ new: JSONNode) -> StyledText {
    let noun = new.kind == .array ? "item" : "key"
    guard let old, old.isContainer, old.count == new.count else {
      let count = old.flatMap { $0.isContainer ? $0.count.counted($0.kind == .array ? "item" : "key") : nil } ?? "?"
      return StyledText("\(count) \(glyphs.arrow) \(new.count.counted(noun))", .dim)
    }
    let replaced = new.count > Self.mostKeys ? 0 : old.members.count { new.member(named: $0.key) == nil }
    return StyledText((replaced > 0 ? replaced : new.count).counted(noun) + (replaced > 0 ? " replaced" : ""), .dim)
  }

  /// The largest object whose keys are compared, because a row must be drawn at once.
  private static let mostKeys = 100

  /// `1 → 4  (+3)`, or the changed words of a text.
  private func replaced(_ old: JSONNode, _ new: JSONNode) -> StyledText {
    if let old = old.string, let new = new.string, let words = WordDiff(from: old, to: new) {
      return words.text(width: preview.width, typesetting)
    }
    let half = ValuePreview(width: max(preview.width / 2 - 2, 8), typesetting: typesetting)
    let sides = half.difference(from: old, to: new) ?? (half.text(of: old), half.text(of: new))
    let (before, after) = StyledText.distinguished(sides.old, sides.new)
    var text = before.restyled { _ in .old } + StyledText(" \(glyphs.arrow) ", .dim) + after.restyled { _ in .added }
    if let old = old.number, let new = new.number, let delta = numberDelta(from: old, to: new) {
      text = aligned(text, delta)
    }
    if old.kind != new.kind { text.append("  (\(old.kind.name) \(glyphs.arrow) \(new.kind.name))", .type) }
    return text
  }

  private func aligned(_ text: StyledText, _ delta: String) -> StyledText {
    let missing = max(2, min(20, width / 4) - text.width(in: typesetting, atMost: width))
    return text + StyledText(String(repeating: " ", count: missing) + "(\(delta))", .changed)
  }
}
