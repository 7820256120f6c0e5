import Fluxtape
import FluxtapeCoding
import Foundation

/// A workload: a state and the actions that change it.
struct Workload<State: Codable & Sendable, Action: Codable & Sendable> {
  /// Makes an equal state each time, without sharing storage with earlier ones.
  let makeState: () -> State
  let actions: [Action]
  let reducer: (inout State, Action) -> Void
}

// MARK: - All in

extension Workload {
  /// Measures a recorded reducer. The baseline encodes and writes the whole state after each action.
  func recorded(in setting: Setting, options: RecorderOptions = RecorderOptions()) throws -> PairedMeasurement {
    let path = setting.folder.path("recorded.jsonl")
    let recorder = Recorder(to: path, options: options)
    return PairedMeasurement(baseline: try encodingEachState(in: setting), ours: recording(into: recorder)) {
      recorder.close()
      setting.folder.remove(path)
      if let failure = recorder.failure { throw BenchmarkError("the log could not be written: \(failure)") }
    }
  }

  static var recordedContains: String {
    """
    Ours: the reducer as the recorder wraps it, default options: begin the action's line with its payload, reduce (with the copies that \
    the kept state causes), compare, redact, complete the line, release the older state; two writes. Baseline: the reducer, \
    JSONEncoder of the whole state, one write.
    """
  }

  private func recording(into recorder: Recorder) -> Contender {
    var state = makeState()
    var actions = Cycle(actions)
    let reduce: (inout State, Action) -> Void = recorder.store("benchmark", state: state).reducer(reducer)
    return Contender { reduce(&state, actions.next()) }
  }

  private func encodingEachState(in setting: Setting) throws -> Contender {
    var state = makeState()
    var actions = Cycle(actions)
    let encoder = JSONEncoder()
    let file = try PlainFile(at: setting.folder.path("encoded.jsonl"))
    return Contender { [reducer] in
      reducer(&state, actions.next())
      try file.write(try encoder.encode(state))
    }
  }
}

// MARK: - Diff alone

extension Workload {
  /// Measures the patch from one state to the next. The baseline encodes the whole state.
  func compared() -> PairedMeasurement {
    let state = makeState()
    let encoder = JSONEncoder()
    return PairedMeasurement(baseline: Contender { keep(try encoder.encode(state)) }, ours: comparing())
  }

  static var comparedContains: String {
    """
    Ours: from a state and the one before it, both in memory, the bytes of the patch, secrets left out. Baseline: JSONEncoder of the whole \
    state. In neither: the reducer, the copies that the kept state causes, the release of the older one, writing.
    """
  }

  private func comparing() -> Contender {
    var state = makeState()
    var actions = Cycle(actions)
    var bytes: [UInt8] = []
    let delta = ImageComparison(rules: .benchmark)
    _ = delta.advance(to: state, named: "benchmark", appendingTo: &bytes)
    return Contender { [reducer] in
      bytes.removeAll(keepingCapacity: true)
      _ = delta.takeReleased()
      reducer(&state, actions.next())
    } run: {
      keep(delta.advance(to: state, named: "benchmark", appendingTo: &bytes))
    }
  }
}

extension EncodingRules {
  /// The default rules of a recorder.
  static let benchmark = EncodingRules.hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2))
}

/// Returns its elements in turn, and starts over after the last one.
struct Cycle<Element> {
  private let elements: [Element]
  private var position = 0

  init(_ elements: [Element]) { self.elements = elements }

  mutating func next() -> Element {
    defer { position = position + 1 < elements.count ? position + 1 : 0 }
    return elements[position]
  }
}
