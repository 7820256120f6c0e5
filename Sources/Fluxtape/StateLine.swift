import FluxtapeJSON
import FluxtapeLog

/// How the states of one store go into the log: as patches from one to the next, with a whole state beside them now and then.
struct StateLine {
  private let options: RecorderOptions
  private var redactor: Redactor

  /// The state last written, and how often something had been lost by then.
  private var previous: (state: JSONValue, losses: Int)?

  /// What was written since the last whole state, and how large that was.
  private var patchBytes = 0
  private var patches = 0
  private var snapshotBytes = 0

  /// The ticket of the state last written. See ``RecordedStore/Dispatching/takeTicket()``.
  var latestTicket = 0

  init(options: RecorderOptions, redactor: Redactor) {
    self.options = options
    self.redactor = redactor
  }
}

extension StateLine {
  /// What may be written of `state`: without secrets.
  mutating func redacted(_ state: JSONValue, named name: String) -> JSONValue { redactor.redacted(state, named: name) }

  /// Whether `state` is what the log has already.
  func isWritten(_ state: JSONValue) -> Bool { previous?.state == state }

  /// Writes `state` as part of `outcome`.
  ///
  /// - Parameters:
  ///   - losses: Says how often something was lost so far.
  ///   - put: Writes an outcome's bytes. With a number of losses, only if nothing more was lost: a patch starts from a state that a
  ///     reader has to know.
  mutating func write(
    _ state: JSONValue, with outcome: Outcome, losses: () -> Int, put: ([UInt8], _ losses: Int?) -> LogWriter.Completion
  ) {
    let known = losses()
    var form = form(of: state, with: outcome, losses: known)
    if case .stale = put(form.closing, form.startsFromState ? known : nil) {
      form = self.form(of: state, with: outcome, losses: nil)
      _ = put(form.closing, nil)
    }
    // If something was lost meanwhile, the next one will not match and be written whole.
    previous = (state, known)
    count(form)
  }

  /// Writes the state last written once more and whole, if something was lost or a segment has begun since.
  mutating func restate(losses: Int, put: ([UInt8]) -> LogWriter.Completion) {
    guard let previous, previous.losses != losses else { return }
    var outcome = Outcome()
    outcome.state = previous.state
    let closing = outcome.closingOfLine
    guard case .written(let losses) = put(closing) else { return }
    self.previous = (previous.state, losses)
    count(Form(closing: closing, patchBytes: nil, snapshotBytes: closing.count))
  }

  /// The bytes of an outcome, and what is in them.
  private struct Form {
    let closing: [UInt8]
    let patchBytes: Int?
    let snapshotBytes: Int?

    var startsFromState: Bool { patchBytes != nil }
  }

  private func form(of state: JSONValue, with outcome: Outcome, losses: Int?) -> Form {
    var outcome = outcome
    guard let previous, previous.losses == losses else {
      outcome.state = state
      let closing = outcome.closingOfLine
      return Form(closing: closing, patchBytes: nil, snapshotBytes: closing.count)
    }
    outcome.patch = JSONPatch.difference(from: previous.state, to: state, splicing: true)
    let closing = outcome.closingOfLine
    guard isSnapshotDue(after: closing.count) else { return Form(closing: closing, patchBytes: closing.count, snapshotBytes: nil) }
    outcome.state = state
    let whole = outcome.closingOfLine
    return Form(closing: whole, patchBytes: closing.count, snapshotBytes: whole.count - closing.count)
  }

  private func isSnapshotDue(after bytes: Int) -> Bool {
    let isCounted = snapshotBytes <= RecorderOptions.largestStateCountedByPatches
    return patchBytes + bytes > max(options.patchBytesPerSnapshot, 2 * snapshotBytes)
      || (isCounted && patches >= options.patchesPerSnapshot)
  }

  private mutating func count(_ form: Form) {
    if let bytes = form.snapshotBytes {
      (patches, patchBytes, snapshotBytes) = (0, 0, bytes)
    } else if let bytes = form.patchBytes {
      patches += 1
      patchBytes += bytes
    }
  }
}
