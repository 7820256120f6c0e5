import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Where a search hit is, if the timeline does not show it.
struct HitPlace: Hashable, Sendable {
  /// The pane that shows it.
  let pane: Pane
  /// The store of the pane's value; empty for the record.
  let store: String
  /// The path in the pane's value; nil if the hit is not in a value.
  let pointer: JSONPointer?
  /// `payload.note`
  let words: String

  /// The maximum number of values to look at, as the place must be known at once.
  fileprivate static let limit = 100_000
}

extension RowFilter {
  /// Returns where a step has the first of the query's texts that the timeline does not show. Nil if it shows all of them.
  func place(in detail: StepDetail, of store: String?) -> HitPlace? { query.condition.place(in: detail, of: store) }
}

extension Condition {
  fileprivate func place(in detail: StepDetail, of store: String?) -> HitPlace? {
    switch self {
    case .all(let conditions), .any(let conditions): return conditions.lazy.compactMap { $0.place(in: detail, of: store) }.first
    case .text(let pattern): return pattern.place(in: detail, of: store)
    case .stateText(let pattern):
      guard let store, let node = detail.states.first(where: { $0.name == store })?.state.node else { return nil }
      return pattern.pointer(node).map { HitPlace(.state, $0, of: store, in: node) }
    case .comparison(.value(.payload, let path), _, _), .comparison(_, _, .value(.payload, let path)),
      .matches(.value(.payload, let path), _):
      guard let payload = detail.payload else { return nil }
      return path.pointer(in: payload).map { HitPlace(inPayload: $0, payload) }
    default: return nil
    }
  }
}

extension TextPattern {
  /// Returns where a record has the text, in the order in which a query looks for it.
  fileprivate func place(in detail: StepDetail, of store: String?) -> HitPlace? {
    guard case .action(let action)? = detail.record, !matchesWords(of: action) else { return nil }
    if let payload = detail.payload, let pointer = pointer(payload) { return HitPlace(inPayload: pointer, payload) }
    if let error = action.outcome.error, matches(error.type) || matches(error.message) {
      return HitPlace(pane: .action, store: ActionRows.store, pointer: nil, words: "the error")
    }
    guard let store else { return nil }
    let state = detail.changed?.node ?? .null
    if let patch = action.outcome.patch {
      let changed = patch.operations.lazy.compactMap { operation in self.pointer(of: operation) }.first
      return changed.map { HitPlace(detail.question.base == .previous ? .diff : .state, $0, of: store, in: state) }
    }
    return action.outcome.state.flatMap { pointer(JSONNode($0)) }.map { HitPlace(.state, $0, of: store, in: state) }
  }

  /// Returns the place that an operation changes, if its path or its value has the text.
  private func pointer(of operation: JSONPatch.Operation) -> JSONPointer? {
    switch operation {
    case .add(let path, let value), .replace(let path, let value):
      if matches(path.description) { return path }
      return pointer(JSONNode(value)).map { JSONPointer(tokens: path.tokens + $0.tokens) }
    case .splice(let path, _, _, let text): return matches(path.description) || matches(text) ? path : nil
    case .remove(let path), .test(let path, _), .move(_, let path), .copy(_, let path):
      return matches(path.description) ? path : nil
    }
  }

  /// Returns the path to the first key or scalar with the text, in the order of the document.
  fileprivate func pointer(_ node: JSONNode) -> JSONPointer? {
    var waiting: [(node: JSONNode, key: String?, pointer: JSONPointer)] = [(node, nil, JSONPointer())]
    var left = HitPlace.limit
    while let (node, key, pointer) = waiting.popLast(), left > 0 {
      left -= 1
      if let key, matches(key) { return pointer }
      guard let count = node.childCount else {
        if matches(node) { return pointer }
        continue
      }
      for place in (0..<min(count, left)).reversed() {
        guard let child = node.child(named: place) else { continue }
        waiting.append((child.value, node.kind == .object ? child.token : nil, pointer.appending(child.token)))
      }
    }
    return nil
  }
}

extension HitPlace {
  fileprivate init(_ pane: Pane, _ pointer: JSONPointer, of store: String, in document: JSONNode) {
    self.init(pane: pane, store: store, pointer: pointer, words: StatePath(store: store, pointer, in: document).description)
  }

  fileprivate init(inPayload pointer: JSONPointer, _ payload: JSONNode) {
    let words = "payload" + (pointer.tokens.isEmpty ? "" : StatePath(pointer, in: payload).description)
    self.init(pane: .action, store: ActionRows.store, pointer: JSONPointer(tokens: ["payload"] + pointer.tokens), words: words)
  }
}

extension StepDetail {
  /// The contents of the step's action.
  fileprivate var payload: JSONNode? { if case .action(let action)? = record { action.payload.map(JSONNode.init) } else { nil } }
}

extension PathPattern {
  /// Returns the place that a path without wildcards leads to.
  fileprivate func pointer(in document: JSONNode) -> JSONPointer? {
    let places = parts.compactMap { part -> StatePath.Part? in if case .one(let place) = part { place } else { nil } }
    return places.count == parts.count ? StatePath(parts: places).pointer(in: document) : nil
  }
}

// MARK: - Showing

extension InspectorState {
  /// Says where the hit under the cursor is, and brings its pane forward, as soon as the step is read.
  mutating func showHit() {
    guard !isPrompting, let search, let detail, search.arrived == detail.question.row, detail.question == asked else { return }
    self.search?.arrived = nil
    guard let place = search.filter.place(in: detail, of: storeName(of: currentRow)) else { return }
    if focus != .timeline, !Layout(of: self).slots.contains(where: { $0.pane == place.pane }) { open(place.pane) }
    self.search?.place = place
    guard let pointer = place.pointer else { return }
    if place.pane == .action {
      folds.reveal(pointer, in: place.store, of: nil)
      rebuildPanes()
      details[.action]?.select(pointer, of: place.store)
    } else {
      folds.reveal(pointer, in: place.store, of: stateNode(of: place.store))
      valueCursor.paths[place.store] = pointer
      valueCursor.store = place.store
      rebuildPanes()
    }
  }
}
