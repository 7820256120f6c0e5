import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// One line before its run is known. Names are numbers in the table of the line's ``ScannedPart``.
struct ScannedLine: Sendable {
  enum Kind: UInt8, Sendable {
    case action, completion, state
    /// ``ScannedLine/step`` is an index into ``ScannedPart/specials``.
    case special
    /// Blank lines; ``ScannedLine/step`` is their count.
    case blank
  }

  /// The number of bytes in the file before the line.
  var offset: Int
  var kind: Kind
  var flags: Row.Flags = []
  var step = 0
  var time = 0
  var store = 0
  var type = 0
  /// The first cause's step.
  var cause = 0
  var duration = 0
  var patch = Row.Part()

  /// The number of lines in the file that this represents.
  var lineCount: Int {
    switch kind {
    case .action, .completion, .state, .special: 1
    case .blank: step
    }
  }
}

/// A line other than an action, an outcome or a state.
enum SpecialLine: Sendable {
  case header(LogHeader)
  /// A last line that is a torn header.
  case tornHeader(LogHeader, LogError)
  case mark(step: Int, time: Int, text: String, level: String?, causes: [Int], problem: String?, live: String?)
  case gap(GapRecord)
  case end(step: Int, time: Int, reason: String)
  case unknown(step: Int, time: Int?)
  case bad(LogError)
  /// A last line that is torn before it names an action or a state.
  case torn(TornLine, LogError)
  /// A line that is listed without being read as a record.
  case raw(step: Int, time: Int?)
}

/// The lines that begin in one part of a file.
struct ScannedPart: Sendable {
  private(set) var lines: [ScannedLine] = []
  /// A last line without a line feed.
  var tail: ScannedLine?
  /// Whether the tail is an action that is torn before its outcome.
  var isTailInFlight = false
  var names = TextTable()
  /// Parts with the same identity give the same numbers to the same names.
  var namesIdentity = 0 as UInt64
  var specials: [SpecialLine] = []
  /// Asynchronous work, by the offset of its line.
  var effects: [Int: RecordedEffect] = [:]
  /// Causes beyond the first, by the offset of their line.
  var furtherCauses: [Int: [Int]] = [:]
  /// Whether an object of a line may have a key twice.
  var mayRepeatKeys = false
}

extension ScannedPart {
  /// The part with only the tail.
  var withTailAlone: ScannedPart {
    var part = self
    part.lines = []
    return part
  }

  mutating func reserveCapacity(_ count: Int) { lines.reserveCapacity(count) }

  mutating func append(_ line: ScannedLine) { lines.append(line) }

  mutating func addBlank(_ count: Int = 1, at offset: Int) {
    if let last = lines.last, last.kind == .blank {
      lines[lines.count - 1].step += count
    } else {
      lines.append(ScannedLine(offset: offset, kind: .blank, step: count))
    }
  }
}

extension ScannedLine {
  mutating func insert(_ outcome: OutcomeSummary) {
    if let duration = outcome.duration {
      self.duration = duration
      flags.insert(.hasDuration)
    }
    if outcome.hasError { flags.insert(.hasError) }
    if outcome.isUnreduced { flags.insert(.isUnreduced) }
    if outcome.isOmitted { flags.insert(.isOmitted) }
    if outcome.hasState { flags.insert(.hasState) }
    if outcome.hasPatch { flags.formUnion(outcome.isPatchEmpty ? [.hasPatch, .hasEmptyPatch] : .hasPatch) }
  }
}
