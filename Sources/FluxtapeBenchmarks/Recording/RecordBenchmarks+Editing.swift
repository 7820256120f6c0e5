import Fluxtape
import FluxtapeCoding
import Foundation

extension RecordBenchmarks {
  /// A text that somebody writes, letter by letter, in an editor that is recorded.
  static let editing = [
    Benchmark(
      name: "session-diff", what: "editing session, a keystroke, diff alone", target: .percent(10),
      contains: """
        Ours, the median of keystrokes: from the document and the one before it, both in memory, the bytes of the patch. Baseline: \
        JSONEncoder of the document, at every n-th keystroke; the ratio is that of the same keystrokes.
        """,
      build: .optimized,
      measure: { setting in try setting.session().compared() },
      profile: { setting, calls in _ = try setting.session().first(calls).compared(isSampled: false) }),
    Benchmark(
      name: "session-key", what: "editing session, a keystroke, all in", target: .percent(10),
      contains: """
        Ours, the median of keystrokes: the reducer as the recorder wraps it, with the payload, the envelope and both writes. Baseline: \
        the reducer, JSONEncoder of the document, one write, at every n-th keystroke; the ratio is that of the same keystrokes. The \
        session is played three times.
        """,
      build: .optimized,
      measure: { setting in try setting.session().keystrokes(in: setting) },
      profile: { setting, calls in _ = try setting.session().first(calls).recorded(in: setting, isSampled: false) }),
    Benchmark(
      name: "session-log", what: "editing session, size of the log", target: .percent(0.9),
      contains: """
        Ours: all bytes of the session's log. Baseline: a line for each keystroke with JSONEncoder's text of the document, \
        without payload or envelope; added up from every n-th.
        """,
      build: .optimized,
      measure: { setting in try setting.session().recorded(in: setting).size },
      profile: { setting, calls in _ = try setting.session().first(calls).recorded(in: setting, isSampled: false) }),
  ]
}

extension EditingSession {
  func first(_ count: Int) -> EditingSession { EditingSession(name: name, start: start, end: nil, edits: Array(edits.prefix(count))) }

  /// Plays the session and compares each document with the previous one.
  fileprivate func compared(isSampled: Bool = true) throws -> Measurement {
    let delta = ImageComparison(rules: .benchmark)
    var document = EditedDocument(text: start)
    var bytes: [UInt8] = []
    _ = delta.advance(to: document, named: "editor", appendingTo: &bytes)
    var samples = BaselineSamples(of: edits.count, isOn: isSampled)
    let clock = ContinuousClock()
    for (number, edit) in edits.enumerated() {
      EditedDocument.reduce(&document, edit)
      bytes.removeAll(keepingCapacity: true)
      _ = delta.takeReleased()
      let start = clock.now
      keep(delta.advance(to: document, named: "editor", appendingTo: &bytes))
      let ours = (clock.now - start) / .seconds(1)
      if samples.includes(number) { try samples.add(ours) { try $0.encode(document) } }
    }
    return Measurement(pairs: samples.pairs, remark: remark)
  }

  /// Plays the session three times, because a slow phase of the machine may slow down a whole pass.
  fileprivate func keystrokes(in setting: Setting) throws -> Measurement {
    Measurement(pairs: try (1...3).flatMap { _ in try recorded(in: setting).pairs }, remark: remark)
  }

  /// Plays the session and records it.
  fileprivate func recorded(in setting: Setting, isSampled: Bool = true) throws -> PlayedSession {
    let path = setting.folder.path("session.jsonl")
    defer { setting.folder.remove(path) }
    let recorder = Recorder(to: path)
    var document = EditedDocument(text: start)
    let reduce: (inout EditedDocument, TextEdited) -> Void = recorder.store("editor", state: document).reducer(EditedDocument.reduce)
    // The same text without a recorder.
    var plain = EditedDocument(text: start)
    let file = try PlainFile(at: setting.folder.path("session-encoded.jsonl"))
    var samples = BaselineSamples(of: edits.count, isOn: isSampled)
    let clock = ContinuousClock()
    for (number, edit) in edits.enumerated() {
      let start = clock.now
      reduce(&document, edit)
      let ours = (clock.now - start) / .seconds(1)
      guard samples.includes(number) else {
        if isSampled { EditedDocument.reduce(&plain, edit) }
        continue
      }
      try samples.add(ours) { encoder in
        EditedDocument.reduce(&plain, edit)
        let encoding = try encoder.encode(plain)
        try file.write(encoding)
        return encoding
      }
    }
    recorder.close()
    if let failure = recorder.failure { throw BenchmarkError("the log could not be written: \(failure)") }
    try check(document)
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    return PlayedSession(
      pairs: samples.pairs,
      size: Measurement(
        ours: .bytes(bytes), baseline: .bytes(samples.bytes), ratio: Double(bytes) / Double(samples.bytes), remark: remark))
  }

  private var remark: String { "\(edits.count) keystrokes of \(name), n = \(BaselineSamples.interval(of: edits.count))." }

  /// Checks the final text scalar by scalar, because equal strings may have different scalars.
  private func check(_ document: EditedDocument) throws {
    guard let end, !document.text.unicodeScalars.elementsEqual(end.unicodeScalars) else { return }
    throw BenchmarkError("the text at the end is not that of \(name)")
  }
}

private struct PlayedSession {
  /// Seconds of both sides for the same keystrokes.
  let pairs: [(ours: Double, baseline: Double)]
  let size: Measurement
}

/// Measures the baseline at every n-th keystroke, because encoding each state would take an hour.
private struct BaselineSamples {
  let interval: Int
  /// Seconds of both sides for the same keystrokes.
  private(set) var pairs: [(ours: Double, baseline: Double)] = []
  /// The estimated size of all states, each on its own line.
  private(set) var bytes = 0
  private let encoder = JSONEncoder()

  init(of keystrokes: Int, isOn: Bool) { interval = isOn ? Self.interval(of: keystrokes) : Int.max }

  static func interval(of keystrokes: Int) -> Int { max(1, keystrokes / 700) }

  func includes(_ keystroke: Int) -> Bool { (keystroke + 1) % interval == 0 }

  /// - Parameter encode: The work of the baseline; returns the document's text.
  mutating func add(_ ours: Double, _ encode: (JSONEncoder) throws -> Data) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let encoding = try encode(encoder)
    pairs.append((ours, (clock.now - start) / .seconds(1)))
    bytes += (encoding.count + 1) * interval
  }
}
