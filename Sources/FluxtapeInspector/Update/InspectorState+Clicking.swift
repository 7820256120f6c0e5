import FluxtapeScreen

// The mouse, if reporting is on.

extension InspectorState {
  /// The number of rows that one step of the wheel scrolls.
  private static let wheelRows = 3

  mutating func click(_ mouse: Key.Mouse) {
    let layout = Layout(of: self)
    if mouse.action == .press, layout.scrubber.contains(mouse.position) {
      return stepColumn(mouse.position.column - 2 - index.column(of: cursor, of: max(size.columns - 3, 1)))
    }
    guard let slot = layout.slots.first(where: { $0.body.contains(mouse.position) }) else { return }
    switch mouse.action {
    case .wheelDown, .wheelUp:
      if focus != slot.pane { open(slot.pane) }
      moveRow(mouse.action == .wheelDown ? .scrollDown : .scrollUp, count: Self.wheelRows)
    case .press:
      if focus != slot.pane { open(slot.pane) }
      select(line: mouse.position.row - slot.body.origin.row, in: slot)
    case .release: break
    }
  }

  private mutating func select(line: Int, in slot: Layout.Slot) {
    if slot.pane == .timeline {
      let position = timeline.visible(count: listed.count, height: slot.body.rows).lowerBound + line
      show(position: position)
    } else if var pane = details[slot.pane] {
      let place = pane.window.visible(count: pane.rows.count, height: slot.body.rows).lowerBound + line
      guard place < pane.rows.count else { return }
      pane.selected = place
      details[slot.pane] = pane
      followSelection()
    }
  }
}
