extension StateDelta {
  /// ``advance(to:named:appendingTo:)`` for a state whose type may be `Any` or another existential: what it holds is the state.
  package func advance<State>(toContentsOf state: State, named name: String, appendingTo bytes: inout [UInt8]) -> Patch? {
    guard let type = Existential.typeInside(state) else { return advance(to: state, named: name, appendingTo: &bytes) }
    var patch: Patch?
    func open<Contents>(_ type: Contents.Type) {
      patch = (state as? Contents).flatMap { advance(to: $0, named: name, appendingTo: &bytes) }
    }
    _openExistential(type, do: open)
    return patch
  }
}

// MARK: - Checking

extension StateDelta {
  /// Appends a state as it is encoded now, whatever the previous one was.
  package func append<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    // What has become too large is found by the next advance.
    _ = limited(to: maximumBytes) { comparison.writer.write(state, named: name, appendingTo: &bytes) }
  }

  /// Appends a state as it is written from what would be kept of it, if it were the first.
  package func appendKept<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    let delta = StateDelta(rules: comparison.writer.rules, maximumBytes: maximumBytes)
    var patch: [UInt8] = []
    _ = delta.advance(toContentsOf: state, named: name, appendingTo: &patch)
    delta.appendWhole(to: &bytes)
  }
}
