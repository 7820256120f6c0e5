import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

// Moving in the focused pane, and folding trees.

extension InspectorState {
  mutating func moveRow(_ motion: RowMotion, count: Int?) {
    let height = Layout(of: self).height(of: focus)
    switch focus {
    case .timeline: moveTimelineRow(motion, count: count, height: height)
    case .action, .diff, .state, .answer: moveDetailRow(motion, count: count, height: height)
    }
  }

  private mutating func moveTimelineRow(_ motion: RowMotion, count: Int?, height: Int) {
    let count = (typed: count, rows: listed.count)
    guard count.rows > 0 else { return say("the log has no steps yet") }
    let position = listed.position(of: cursor, in: rows)
    if let place = motion.windowPlace { return timeline.place(position, at: place, count: count.rows, height: height) }
    if let lines = motion.scrolledLines(count.typed) {
      timeline.scroll(by: lines, count: count.rows, height: height)
      return show(position: timeline.clamped(position, count: count.rows, height: height))
    }
    guard let target = motion.target(from: position, count: count.typed, rows: count.rows, height: height) else {
      return say("changes are in the Diff and State panes")
    }
    if motion.isPage { timeline.scroll(by: target - position, count: count.rows, height: height) }
    show(position: target)
  }

  /// Moves the cursor to a position of the list.
  mutating func show(position: Int) {
    if let row = listed.number(at: position, in: rows) { show(row: row) }
  }

  private mutating func moveDetailRow(_ motion: RowMotion, count: Int?, height: Int) {
    guard var pane = details[focus], !pane.rows.isEmpty else { return }
    let rows = pane.rows.count
    if let place = motion.windowPlace {
      pane.window.place(pane.selected, at: place, count: rows, height: height)
    } else if let lines = motion.scrolledLines(count) {
      pane.window.scroll(by: lines, count: rows, height: height)
      let row = pane.window.clamped(pane.selected, count: rows, height: height, margin: pane.margin(height: height))
      pane.selected = pane.itemStart(of: row)
      // Revealing an item that is not wholly visible would scroll back.
      let isCut = pane.itemEnd(from: pane.selected) >= pane.window.visible(count: rows, height: height).upperBound
      if lines > 0, pane.selected < row { pane.selected = pane.itemStart(1, itemsAfter: row) }
      if lines < 0, isCut { pane.selected = pane.itemStart(-1, itemsAfter: row) }
    } else if motion == .down || motion == .up {
      let items = max(count ?? 1, 1)
      pane.selected = pane.itemStart(motion == .down ? items : -items, itemsAfter: pane.selected)
    } else if let target = motion.target(from: pane.selected, count: count, rows: rows, height: height) {
      if motion.isPage { pane.window.scroll(by: target - pane.selected, count: rows, height: height) }
      let start = pane.itemStart(of: target)
      pane.selected = target > pane.selected && start <= pane.selected ? pane.itemStart(1, itemsAfter: target) : start
    } else {
      let change =
        motion == .nextChange
        ? pane.rows.indices.first { $0 > pane.selected && pane.rows[$0].isOwnChange }
        : pane.rows.indices.last { $0 < pane.selected && pane.rows[$0].isOwnChange }
      guard let change else { return say("no \(motion == .nextChange ? "later" : "earlier") change in this pane") }
      pane.selected = change
    }
    details[focus] = pane
    followSelection()
  }

  /// Moves the value cursor to the selected row's path, in all panes that show it; in a list, the cursor to the selected row's step.
  mutating func followSelection() {
    if focus == .answer { return previewStep() }
    guard focus == .state || focus == .diff, let place = details[focus]?.selectedRow?.place else { return }
    valueCursor.paths[place.store] = place.path
    valueCursor.store = place.store
    let other = focus == .state ? Pane.diff : .state
    guard var pane = details[other] else { return }
    pane.show(pane.rows, keeping: place.store, place.path)
    details[other] = pane
  }
}

extension RowMotion {
  /// Returns the target row, or nil for motions that scroll or go to a change.
  fileprivate func target(from row: Int, count: Int?, rows: Int, height: Int) -> Int? {
    let times = max(count ?? 1, 1)
    let half = max(height / 2, 1)
    let page = max(height - 1, 1)
    let target: Int? =
      switch self {
      case .down: row + times
      case .up: row - times
      // The count is the number of rows, as in vim.
      case .halfDown: row + (count ?? half)
      case .halfUp: row - (count ?? half)
      case .pageDown: row + times * page
      case .pageUp: row - times * page
      case .top: 0
      case .bottom: rows - 1
      case .scrollDown, .scrollUp, .nextChange, .previousChange, .centered, .atTop, .atBottom: nil
      }
    return target.map { min(max($0, 0), rows - 1) }
  }

  /// Whether the rows move on the screen instead of the cursor.
  fileprivate var isPage: Bool { [.halfDown, .halfUp, .pageDown, .pageUp].contains(self) }

  fileprivate func scrolledLines(_ count: Int?) -> Int? {
    self == .scrollDown ? count ?? 1 : self == .scrollUp ? -(count ?? 1) : nil
  }

  fileprivate var windowPlace: ListWindow.Place? {
    switch self {
    case .centered: .center
    case .atTop: .top
    case .atBottom: .bottom
    default: nil
    }
  }
}

// MARK: - Trees

extension InspectorState {
  mutating func moveInTree(_ motion: TreeMotion, count: Int?) {
    guard focus != .timeline, let row = details[focus]?.selectedRow else { return say("there is no tree in this pane") }
    switch motion {
    case .inward:
      switch row.fold {
      case .closed: return fold(.opened)
      case .open: return moveRow(.down, count: 1)
      case .leaf: return
      }
    case .outward where row.fold == .open: return fold(.closed)
    case .outward, .parent, .nextSibling, .previousSibling, .firstSibling, .lastSibling: break
    }
    for _ in 0..<min(max(count ?? 1, 1), 10_000) {
      guard var pane = details[focus], let target = pane.row(after: motion) else { break }
      pane.selected = target
      details[focus] = pane
    }
    followSelection()
  }

  mutating func fold(_ change: FoldChange) {
    guard focus != .timeline, let pane = details[focus], let row = pane.selectedRow else { return say("there is no tree in this pane") }
    switch change {
    case .toggled:
      if let action = row.action { return action(&self) }
      if let target = row.target.flatMap(rows.number) { return target == cursor && keepPreview() ? () : jump(to: target) }
      guard row.fold != .leaf else {
        // The value cursor is on the value there, too.
        if focus == .diff { open(.state) }
        return focus == .answer ? say("this row is about no single step") : ()
      }
      if row.fold == .closed { openAlone(row) } else { setFold(of: [row], open: false) }
    case .opened: openAlone(row)
    case .closed: setFold(of: [row], open: false)
    case .siblingsOpened: setFold(of: pane.siblings, open: true)
    case .siblingsClosed: setFold(of: pane.siblings, open: false)
    case .siblingsOpenedDeep: setFold(of: pane.siblings, open: true, isDeep: true)
    case .siblingsClosedDeep: setFold(of: pane.siblings, open: false, isDeep: true)
    case .allOpened: setFold(of: pane.rows.filter { $0.depth == 0 }, open: true, isDeep: true)
    case .allClosed: setFold(of: pane.rows.filter { $0.depth == 0 }, open: false, isDeep: true)
    }
    rebuildPanes()
    followSelection()
    sayIfLimited()
  }

  /// Says that the limit of rows keeps some containers closed.
  private mutating func sayIfLimited() {
    guard details[focus]?.rows.contains(where: { $0.hiddenByLimit > 0 }) == true else { return }
    say("the tree is limited to \(JSONTree.limit.grouped) rows; Enter opens others, ; goes to a path")
  }

  /// Opens everything down to a level, and closes everything below.
  mutating func fold(to level: Int) {
    guard focus != .timeline, let pane = details[focus] else { return say("there is no tree in this pane") }
    setFold(of: pane.rows.filter { $0.depth == 0 }, open: false, isDeep: true)
    for depth in 0..<max(level - 1, 0) {
      rebuildPanes()
      setFold(of: (details[focus]?.rows ?? []).filter { $0.depth == depth }, open: true)
    }
    rebuildPanes()
    followSelection()
    sayIfLimited()
  }

  private mutating func setFold(of rows: [DetailRow], open: Bool, isDeep: Bool = false) {
    for row in rows {
      guard case .tree(let tree) = row.content, tree.fold != .leaf else { continue }
      if isDeep { folds.setAll(at: tree.place, open: open) } else { folds.set(tree.place, open: open) }
    }
  }

  private mutating func openAlone(_ row: DetailRow) {
    if case .tree(let tree) = row.content, tree.fold != .leaf { folds.openAlone(tree.place) }
  }
}

extension DetailPane {
  /// The selected row and the rows with the same parent.
  fileprivate var siblings: [DetailRow] { siblingPlaces.map { rows[$0] } }

  private var siblingPlaces: [Int] {
    guard let row = selectedRow else { return [] }
    let start = rows[..<selected].lastIndex { $0.depth < row.depth }.map { $0 + 1 } ?? 0
    let end = rows[selected...].firstIndex { $0.depth < row.depth } ?? rows.count
    return (start..<end).filter { rows[$0].depth == row.depth && !rows[$0].isContinued }
  }

  fileprivate func row(after motion: TreeMotion) -> Int? {
    let siblings = siblingPlaces
    switch motion {
    case .parent, .outward: return selectedRow.flatMap { row in rows[..<selected].lastIndex { $0.depth < row.depth } }
    case .nextSibling: return siblings.first { $0 > selected }
    case .previousSibling: return siblings.last { $0 < selected }
    case .firstSibling: return siblings.first
    case .lastSibling: return siblings.last
    case .inward: return nil
    }
  }
}
