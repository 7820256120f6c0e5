import FluxtapeHistory
import FluxtapeScreen

/// The state after `action`, and what has to be done for it outside. Pure: reads no file, knows no clock.
package func inspectorReducer(_ state: inout InspectorState, _ action: InspectorAction) -> [InspectorEffect] {
  var effects = state.take(action)
  state.settle()
  if let question = state.question, question != state.asked {
    state.asked = question
    effects.append(.readStep(question))
  }
  return effects
}

extension InspectorState {
  fileprivate mutating func take(_ action: InspectorAction) -> [InspectorEffect] {
    switch action {
    case .digitTyped(let digit): typeDigit(digit)
    case .prefixTyped(let key): pendingKeys.append(key)
    case .resized(let size):
      self.size = size
      rebuildPanes()
    case .stepRead(let detail): take(detail)
    case .rowsSearched(let rows, let text, let hits): takeHits(hits, in: rows, of: text)
    default:
      // Whatever was typed before this key belongs to it.
      count = nil
      pendingKeys = []
      message = nil
      return takeKey(action)
    }
    return []
  }

  private mutating func takeKey(_ action: InspectorAction) -> [InspectorEffect] {
    switch action {
    case .stepped(let motion, let count): step(motion, count: count)
    case .addressEntered(let address): go(to: address)
    case .jumpTakenBack: jumps.back(from: cursor).map { show(row: $0) } ?? say("no earlier jump")
    case .jumpRepeated: jumps.forward(from: cursor).map { show(row: $0) } ?? say("no later jump")
    case .runChosen(let run): choose(run: run)
    case .rowMoved(let motion, let count): moveRow(motion, count: count)
    case .treeMoved(let motion, let count): moveInTree(motion, count: count)
    case .folded(let change): fold(change)
    case .paneLeft(let panes): cycleFocus(by: panes)
    case .paneOpened(let pane): open(pane)
    case .zoomed(let levels): zoom(by: levels)
    case .formChanged, .unchangedToggled, .scopeToggled, .basePicked, .pinPlaced: changeForm(action)
    default: return takeLayer(action)
    }
    return []
  }

  private mutating func takeLayer(_ action: InspectorAction) -> [InspectorEffect] {
    switch action {
    case .helpOpened: layer = .help(.init())
    case .layerClosed: return closeLayer()
    case .escaped: escape()
    case .quitAsked: return [.terminal(.quit)]
    case .suspendAsked: return [.terminal(.suspend)]
    case .redrawAsked: return [.terminal(.redraw)]
    case .cancelAsked: cancel()
    case .keyUnknown(let keys): sayUnknown(keys)
    case .promptOpened(let kind): layer = .prompt(Prompt(kind: kind, origin: cursor, earlierSearch: search))
    case .promptEdited(let edit): editPrompt(edit)
    case .promptRecalled(let entries): recall(by: entries)
    case .promptAccepted: return acceptPrompt()
    case .searchRepeated(let forward, let count): repeatSearch(forward ? .forward : .backward, count: count)
    default: break
    }
    return []
  }

  private mutating func sayUnknown(_ keys: [Key]) {
    switch keys.last {
    case .mouse: break
    case .paste: say("pasted text goes into / or :")
    default: say("no key \(keys.map(\.name).joined(separator: " ")) here  (? for help)")
    }
  }

  /// Shows a line at the bottom until the next key.
  mutating func say(_ text: String, isError: Bool = false) { message = Message(text: text, isError: isError) }

  /// Counts end here: more than any log has steps, and far from where sums overflow.
  static let highestCount = 1_000_000_000_000

  private mutating func typeDigit(_ digit: Int) {
    let (product, overflow) = (count ?? 0).multipliedReportingOverflow(by: 10)
    guard !overflow, product < Self.highestCount else { return }
    count = product + digit
    message = nil
  }

  /// Keeps every cursor on the screen.
  fileprivate mutating func settle() {
    let layout = Layout(of: self)
    timeline.reveal(cursor, count: history.rows.count, height: layout.height(of: .timeline))
    for pane in Pane.allCases {
      guard var detail = details[pane] else { continue }
      detail.window.reveal(detail.selected, count: detail.rows.count, height: layout.height(of: pane), margin: 1)
      details[pane] = detail
    }
  }
}
