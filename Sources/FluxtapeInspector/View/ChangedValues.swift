import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// What a step changed, in the free columns of its row: `items[2].qty 2, total 4860`.
///
/// Only the patch is read, as rebuilding states would delay each frame. A patch has an old value only if it tests the value before it
/// replaces it: `items[2].qty 3 → 2`.
struct ChangedValues {
  /// The columns for all changes.
  let width: Int
  let typesetting: Typesetting

  private var glyphs: Glyphs { typesetting.glyphs }

  /// The maximum width of a value.
  private static let valueWidth = 200
  /// The maximum width of a value that others follow, on a row too narrow for all.
  private static let innerValueWidth = 24

  /// Returns all changes with old values and whole paths, else all with whole paths, else as many with short paths as fit; nothing if the
  /// first does not fit. Each form shows all that the next one shows, so that a wider row never shows less.
  func text(of patch: NodePatch) -> StyledText {
    let changes = ValueChange.changes(in: patch)
    let hasOld = changes.contains { if case .replaced(_?, _) = $0.kind { true } else { false } }
    return (hasOld ? all(changes, showsOld: true) : nil) ?? all(changes, showsOld: false) ?? first(of: changes)
  }

  private func all(_ changes: [ValueChange], showsOld: Bool) -> StyledText? {
    var text = StyledText()
    for change in changes {
      text = separated(text) + self.text(of: change, isWhole: true, showsOld: showsOld, valueWidth: Self.valueWidth, in: .max)
      guard fits(text) else { return nil }
    }
    return text
  }

  private func first(of changes: [ValueChange]) -> StyledText {
    let more = StyledText(", " + glyphs.ellipsis, .dim)
    var text = StyledText()
    for (number, change) in changes.enumerated() {
      let isLast = number + 1 == changes.count
      let start = separated(text)
      let room = width - start.width(in: typesetting) - (isLast ? 0 : more.width(in: typesetting))
      let valueWidth = isLast ? Self.valueWidth : Self.innerValueWidth
      let next = start + self.text(of: change, isWhole: false, showsOld: false, valueWidth: valueWidth, in: room)
      guard fits(isLast ? next : next + more) else { return number == 0 ? text : text + more }
      text = next
    }
    return text
  }

  /// Appends a comma in the style of the text, as each other style sends more bytes to the terminal.
  private func separated(_ text: StyledText) -> StyledText {
    text.runs.last.map { text + StyledText(", ", $0.style) } ?? text
  }

  private func fits(_ text: StyledText) -> Bool { text.width(in: typesetting, atMost: width + 1) <= width }
}

// MARK: - One change

extension ChangedValues {
  /// - Parameters:
  ///   - isWhole: Whether the path is whole.
  ///   - room: The columns for the change, which limit its value.
  private func text(of change: ValueChange, isWhole: Bool, showsOld: Bool, valueWidth: Int, in room: Int) -> StyledText {
    let path = ValueChange.name(of: change.path, isWhole: isWhole)
    func value(_ value: JSONNode, after start: StyledText, _ style: Style) -> StyledText {
      start + text(of: value, width: min(valueWidth, room - start.width(in: typesetting))).restyled { _ in style }
    }
    switch change.kind {
    case .added(let new): return value(new, after: StyledText("\(glyphs.added)\(path) ", .added), .added)
    case .copied: return StyledText(glyphs.added + path, .added)
    case .removed: return StyledText(glyphs.removed + path, .removed)
    case .replaced(let old, let new):
      let start = StyledText(path + " ", .key)
      guard showsOld, let old else { return value(new, after: start, .changed) }
      // Old values are shown only where all changes fit whole.
      let (before, after) = StyledText.distinguished(text(of: old, width: valueWidth), text(of: new, width: valueWidth))
      return start + before.restyled { _ in .old } + StyledText(" \(glyphs.arrow) ", .old) + after.restyled { _ in .changed }
    case .spliced(let isDeleting, let inserted):
      // As the Diff pane writes it. The line does not have the deleted text.
      var text = StyledText(path + " ", .key)
      if isDeleting { text.append("[-\(glyphs.ellipsis)-]", .removed) }
      guard !inserted.isEmpty else { return text }
      let width = min(valueWidth, room - text.width(in: typesetting) - 4)
      return text + StyledText("{+", .added) + StyledText(inserted, .added).shortened(to: max(width, 4), typesetting: typesetting)
        + StyledText("+}", .added)
    case .moved(let origin):
      return StyledText("\(ValueChange.name(of: origin, isWhole: isWhole)) \(glyphs.arrow) \(path)", .moved)
    }
  }

  /// A value; only the brackets of a container whose members do not fit.
  private func text(of value: JSONNode, width: Int) -> StyledText {
    let preview = ValuePreview(width: max(width, 1), typesetting: typesetting)
    let text = preview.text(of: value)
    return text.width(in: typesetting, atMost: preview.width + 1) <= preview.width ? text : preview.scalar(value, width: preview.width)
  }
}

/// One operation of a patch, for a row of the timeline.
private struct ValueChange {
  enum Kind {
    case added(JSONNode)
    case copied
    case removed
    case replaced(old: JSONNode?, new: JSONNode)
    case spliced(isDeleting: Bool, inserted: String)
    case moved(from: JSONPointer)
  }

  let path: JSONPointer
  let kind: Kind

  static func changes(in patch: NodePatch) -> [ValueChange] {
    var changes: [ValueChange] = []
    var tested: (path: JSONPointer, value: JSONNode)?
    for operation in patch.operations {
      let path = operation.path.pointer
      let kind: Kind
      switch operation {
      case .add(_, let value): kind = .added(value)
      case .copy: kind = .copied
      case .remove: kind = .removed
      case .replace(_, let value): kind = .replaced(old: tested?.path == path ? tested?.value : nil, new: value)
      case .splice(_, _, let deleting, let inserting): kind = .spliced(isDeleting: deleting > 0, inserted: inserting)
      case .move(let from, _): kind = .moved(from: from.pointer)
      case .test(_, let value):
        tested = (path, value)
        continue
      }
      changes.append(ValueChange(path: path, kind: kind))
    }
    return changes
  }

  /// Returns `items[2].qty`, or only its end: the last key or index, and the indices before it: `[2].qty`.
  ///
  /// Without the document, a token that can be an index is taken for one.
  static func name(of path: JSONPointer, isWhole: Bool) -> String {
    var start = isWhole ? 0 : max(path.tokens.count - 1, 0)
    while start > 0, JSONPointer.arrayIndex(path.tokens[start - 1]) != nil { start -= 1 }
    var name = ""
    for token in path.tokens[start...] {
      // The place after the last element.
      guard token != "-" else {
        name += "[-]"
        continue
      }
      let part: StatePath.Part = JSONPointer.arrayIndex(token).map(StatePath.Part.element) ?? .member(token)
      part.write(into: &name)
    }
    return name.isEmpty ? "." : name.hasPrefix(".") ? String(name.dropFirst()) : name
  }
}
