import FluxtapeScreen

// The mouse, if reporting is on.

extension InspectorState {
  /// The number of rows that one step of the wheel scrolls.
  private static let wheelRows = 3

  mutating func click(_ mouse: Key.Mouse) {
    // A release follows each press, and must not remove the message about it.
    guard mouse.action != .release else { return }
    // A click on a message only removes it.
    let binding = binding(at: mouse.position)
    let isOnMessage = isOnMessage(mouse.position)
    forgetTyped()
    switch mouse.action {
    case .wheelDown, .wheelUp: scroll(at: mouse.position, isForward: mouse.action == .wheelDown)
    case .press, .release:
      if let binding { binding.perform(&self, nil) } else if !isPrompting, !isOnMessage { press(at: mouse.position) }
    }
  }

  private func isOnMessage(_ position: Position) -> Bool {
    let layout = Layout(of: self)
    return message != nil && BottomRow(state: self, form: layout.form).withMessage(layout.bottom).contains(position)
  }

  /// Returns the binding that the bottom row shows at a position.
  func binding(at position: Position) -> KeyBinding? {
    let layout = Layout(of: self)
    guard layout.bottom.contains(position) else { return nil }
    return BottomRow(state: self, form: layout.form).binding(at: position.column, of: layout.bottom)
  }

  private mutating func scroll(at position: Position, isForward: Bool) {
    if !isPrompting {
      guard let slot = Layout(of: self).slots.first(where: { $0.body.contains(position) }) else { return }
      if focus != slot.pane { open(slot.pane) }
    }
    moveRow(isForward ? .scrollDown : .scrollUp, count: Self.wheelRows)
  }

  private mutating func press(at position: Position) {
    let layout = Layout(of: self)
    if layout.scrubber.contains(position) {
      return stepColumn(position.column - 2 - index.column(of: cursor, of: max(size.columns - 3, 1)))
    }
    for slot in layout.slots {
      if slot.header.contains(position) { return open(PaneHeader(state: self, form: layout.form).pane(at: position.column, in: slot)) }
      if slot.body.contains(position) { return select(line: position.row - slot.body.origin.row, in: slot) }
    }
  }

  /// Selects a row. A click on the selected row of a detail pane does what Enter does.
  private mutating func select(line: Int, in slot: Layout.Slot) {
    let wasFocused = focus == slot.pane
    if !wasFocused { open(slot.pane) }
    if slot.pane == .timeline {
      let position = timeline.visible(count: listed.count, height: slot.body.rows).lowerBound + line
      show(position: position)
    } else if var pane = details[slot.pane] {
      let lines = pane.lines(height: slot.body.rows)
      guard lines.indices.contains(line) else { return }
      let place = pane.itemStart(of: lines[line])
      if wasFocused, place == pane.selected { return fold(.toggled) }
      pane.selected = place
      details[slot.pane] = pane
      followSelection()
    }
  }
}
