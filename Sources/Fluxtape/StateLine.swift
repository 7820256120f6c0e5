internal import FluxtapeCoding
internal import FluxtapeLog

/// How the states of one store go into the log: as patches from one to the next, with a whole state beside them now and then.
struct StateLine {
  private let name: String
  private let options: RecorderOptions
  private let delta: StateDelta

  /// Whether there is a latest state.
  private var hasState = false
  /// What the log had lost when the latest state went into it. `nil` if it does not have that state.
  private var knownLosses: Int?

  /// What was written since the last whole state, and how large that was.
  private var patchBytes = 0
  private var patches = 0
  private var snapshotBytes = 0

  /// Memory for the end of a line, kept for the next.
  private var closing: [UInt8] = []

  /// The ticket of the state last written. See ``Dispatching/takeTicket()``.
  var latestTicket = 0

  init(of name: String, options: RecorderOptions, rules: EncodingRules) {
    self.name = name
    self.options = options
    delta = StateDelta(rules: rules)
  }
}

extension StateLine {
  /// Writes the end of a line. With a number of losses, only if nothing more was lost: a patch starts from a state that a reader has to know.
  typealias Put = (_ closing: [UInt8], _ losses: Int?) -> LogWriter.Completion

  /// Writes `state` behind `facts`. Returns what is to be let go.
  mutating func write<State>(_ state: State, with facts: OutcomeFacts, put: Put) -> [StateDelta.Released] {
    let patch = compose(state, with: facts)
    self.put(patch, facts: facts, put)
    return delta.takeReleased()
  }

  /// Writes `state` if it is not what the log has. Returns what is to be let go.
  mutating func settle<State>(_ state: State, put: Put) -> [StateDelta.Released] {
    let facts = OutcomeFacts()
    let patch = compose(state, with: facts)
    if knownLosses == nil || patch?.isEmpty != true { self.put(patch, facts: facts, put) }
    return delta.takeReleased()
  }

  /// Writes the state last written once more and whole, if something was lost or a segment has begun since.
  mutating func restate(losses: Int, put: ([UInt8]) -> LogWriter.Completion) {
    guard hasState, knownLosses != losses else { return }
    closing.removeAll(keepingCapacity: closing.capacity <= Self.mostKeptBytes)
    appendWhole()
    OutcomeFacts.endLine(in: &closing)
    note(put(closing))
    (patches, patchBytes, snapshotBytes) = (0, 0, closing.count)
  }

  /// Composes facts and patch. `nil` if there is no state to start from.
  private mutating func compose<State>(_ state: State, with facts: OutcomeFacts) -> StateDelta.Patch? {
    closing.removeAll(keepingCapacity: closing.capacity <= Self.mostKeptBytes)
    facts.write(into: &closing)
    OutcomeFacts.beginPatch(in: &closing)
    hasState = true
    return ThreadMark.encoding.whileSet { delta.advance(toContentsOf: state, named: name, appendingTo: &closing) }
  }

  /// The end of a line that is larger is rare; its memory is given back with the next one.
  private static let mostKeptBytes = 1 << 16

  private mutating func put(_ patch: StateDelta.Patch?, facts: OutcomeFacts, _ put: Put) {
    guard patch != nil, let losses = knownLosses else { return putWhole(facts, put) }
    let bytes = closing.count
    let isSnapshot = isSnapshotDue(after: bytes)
    if isSnapshot { appendWhole() }
    OutcomeFacts.endLine(in: &closing)
    let completion = put(closing, losses)
    guard completion != .stale else { return putWhole(facts, put) }
    note(completion)
    if isSnapshot {
      (patches, patchBytes, snapshotBytes) = (0, 0, closing.count - bytes)
    } else {
      patches += 1
      patchBytes += closing.count
    }
  }

  private mutating func putWhole(_ facts: OutcomeFacts, _ put: Put) {
    closing.removeAll(keepingCapacity: true)
    facts.write(into: &closing)
    appendWhole()
    OutcomeFacts.endLine(in: &closing)
    note(put(closing, nil))
    (patches, patchBytes, snapshotBytes) = (0, 0, closing.count)
  }

  private mutating func appendWhole() {
    OutcomeFacts.beginState(in: &closing)
    ThreadMark.encoding.whileSet { delta.appendWhole(to: &closing) }
  }

  private mutating func note(_ completion: LogWriter.Completion) {
    if case .written(let losses) = completion { knownLosses = losses } else { knownLosses = nil }
  }

  private func isSnapshotDue(after bytes: Int) -> Bool {
    let isCounted = snapshotBytes <= RecorderOptions.largestStateCountedByPatches
    return patchBytes + bytes > max(options.patchBytesPerSnapshot, 2 * snapshotBytes)
      || (isCounted && patches >= options.patchesPerSnapshot)
  }
}
