package import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

/// Reads the lines that make up nearly all of a log in one pass: it checks every byte, and finds the members where they lie.
///
/// `LogLine` accepts every line that it accepts, and finds the same facts; a test compares both. It leaves other lines to `LogLine`, which
/// reports why a line is not a record: marks, gaps, ends and headers, and members of unusual types.
package struct LineReader: Sendable {
  /// What was found on the last line. If the line was not accepted, these are the members before the fault; a number at its end may be cut.
  package private(set) var facts = LineFacts()
  private var pass = JSONPass()
  /// A bit for each known member so far.
  private var seen = 0 as UInt32
  private var seq: Int?
  private var completes: Int?
  private var time: Int?
  private var store: TextPlace?

  /// The known members, the most frequent ones first.
  private enum Member: String, CaseIterable {
    case seq, t, store, type, payload
    case duration = "dur"
    case patch, cause
    case enumCase = "case"
    case site, state, thread, trace, span
    case schema = "v"
    case effect, error, reduced, omitted, settled, mark, gap, end
    case version = "fluxtape"
    case completes
  }

  private let members = Member.allCases
  private let names = ShortNames(Member.allCases.map(\.rawValue))

  package init() {}

  /// Whether an object of the last line may have a key twice. `false` is certain.
  package var mayRepeatKeys: Bool { pass.mayRepeatKeys }

  /// Whether each value of the last line is known to have the bytes that are written for it.
  package var isInWrittenForm: Bool { pass.isInWrittenForm && !pass.mayRepeatKeys }
}

extension LineReader {
  /// Reads a line, without its line feed.
  ///
  /// - Parameters:
  ///   - bytes: The line, with ``JSONPass/padding`` more bytes after it, whatever they are.
  ///   - range: The line's place in them.
  /// - Returns: `false` for a line that `LogLine` must read.
  package mutating func read(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    facts = LineFacts()
    seen = 0
    (seq, completes, time, store) = (nil, nil, nil, nil)
    pass.begin(range)
    pass.skipSpace(in: bytes)
    guard range.count <= JSONPass.maximumByteCount, pass.open(UInt8(ascii: "{"), in: bytes) else { return false }
    let first = pass.mark
    repeat {
      guard let key = pass.key(in: bytes), !key.hasEscapes, member(key, in: bytes) else { return false }
    } while pass.comma(before: UInt8(ascii: "}"), in: bytes)
    pass.compareKeys(since: first)
    guard pass.take(UInt8(ascii: "}"), in: bytes) else { return false }
    pass.skipSpace(in: bytes)
    guard pass.place == range.upperBound, let time, let store, let subject = subject(in: bytes) else { return false }
    (facts.subject, facts.time, facts.store) = (subject, time, store)
    return true
  }

  /// The subject of the line; `nil` for other combinations of members.
  private func subject(in bytes: Span<UInt8>) -> LineFacts.Subject? {
    if let type = facts.type {
      guard completes == nil, seq ?? 1 >= 1 else { return nil }
      if type.isSame(as: StateRecord.type, in: bytes) { return facts.effect == nil ? .state(step: seq) : nil }
      return seq.map { .action(step: $0) }
    }
    // In the format, a completion has no step of its own and no cause.
    guard let completes, completes >= 1, seq == nil, facts.cause == nil, facts.effect == nil else { return nil }
    return .completion(step: completes)
  }
}

// MARK: - Members

extension LineReader {
  @inline(__always) private mutating func member(_ key: TextPlace, in bytes: Span<UInt8>) -> Bool {
    // This name is too long for the list.
    let isCompletes = key.range.count == LogKey.completes.utf8.count && key.isSame(as: LogKey.completes, in: bytes)
    guard let number = isCompletes ? members.count - 1 : names.number(of: key.range, in: bytes) else {
      pass.note(key, in: bytes)
      return value(in: bytes)
    }
    let (member, bit) = (members[number], UInt32(1) << UInt32(number))
    // Of members with one name, the last one counts.
    guard seen & bit == 0, pass.place < pass.end else { return false }
    seen |= bit
    // Some serializers write `null` for members that are absent.
    if bytes[pass.place] == UInt8(ascii: "n"), member != .payload, member != .state { return value(in: bytes) }
    return read(member, in: bytes)
  }

  /// Reads a known member. Returns `false` for a value that `LogLine` must read.
  @inline(__always) private mutating func read(_ member: Member, in bytes: Span<UInt8>) -> Bool {
    switch member {
    case .seq: return integer(in: bytes) { $0.seq = $1 }
    case .completes: return integer(in: bytes) { $0.completes = $1 }
    case .t: return integer(in: bytes) { $0.time = $1 }
    case .cause: return cause(in: bytes)
    case .duration: return integer(in: bytes) { $0.facts.outcome.duration = $1 }
    case .schema: return integer(in: bytes) { _, _ in }
    case .store: return text(in: bytes) { $0.store = $1 }
    case .type: return text(in: bytes) { $0.facts.type = $1 }
    case .enumCase: return text(in: bytes) { $0.facts.enumCase = $1.quoted }
    case .site: return text(in: bytes) { $0.facts.site = $1.quoted }
    case .thread: return text(in: bytes) { $0.facts.thread = $1.quoted }
    case .trace: return textIfAny(in: bytes) { $0.facts.trace = $1.quoted }
    case .span: return textIfAny(in: bytes) { $0.facts.span = $1.quoted }
    case .omitted: return text(in: bytes) { reader, _ in reader.facts.outcome.isOmitted = true }
    case .payload: return value(in: bytes) { $0.facts.payload = $1 }
    case .state:
      return value(in: bytes) {
        $0.facts.state = $1
        $0.facts.outcome.hasState = true
      }
    case .reduced:
      facts.outcome.isUnreduced = bytes[pass.place] == UInt8(ascii: "f")
      return boolean(in: bytes)
    case .settled: return boolean(in: bytes)
    case .patch: return patch(in: bytes)
    case .effect: return effect(in: bytes)
    case .error: return error(in: bytes)
    case .mark, .gap, .end, .version: return false
    }
  }

  @inline(__always) private mutating func integer(in bytes: Span<UInt8>, _ take: (inout Self, Int) -> Void) -> Bool {
    guard let integer = pass.integer(in: bytes) else { return false }
    take(&self, integer)
    return true
  }

  @inline(__always) private mutating func text(in bytes: Span<UInt8>, _ take: (inout Self, TextPlace) -> Void) -> Bool {
    guard let text = pass.text(in: bytes) else { return false }
    take(&self, text)
    return true
  }

  /// Reads a string, or passes any other value: an app may have used the name for a member of its own.
  private mutating func textIfAny(in bytes: Span<UInt8>, _ take: (inout Self, TextPlace) -> Void) -> Bool {
    bytes[pass.place] == UInt8(ascii: "\"") ? text(in: bytes, take) : value(in: bytes)
  }

  @inline(__always) private mutating func value(in bytes: Span<UInt8>, _ take: (inout Self, Range<Int>) -> Void) -> Bool {
    let start = pass.place
    guard value(in: bytes) else { return false }
    take(&self, start..<pass.place)
    return true
  }

  private mutating func value(in bytes: Span<UInt8>) -> Bool { pass.value(in: bytes, depth: 1) }

  private mutating func boolean(in bytes: Span<UInt8>) -> Bool {
    [UInt8(ascii: "t"), UInt8(ascii: "f")].contains(bytes[pass.place]) && value(in: bytes)
  }

  private mutating func cause(in bytes: Span<UInt8>) -> Bool {
    guard [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[pass.place]) else {
      return integer(in: bytes) { $0.facts.cause = .step(StepNumber($1)) }
    }
    return value(in: bytes) { $0.facts.cause = Self.node($1, in: bytes).flatMap { RecordedCause($0.value) } } && facts.cause != nil
  }

  private mutating func effect(in bytes: Span<UInt8>) -> Bool {
    value(in: bytes) { $0.facts.effect = Self.node($1, in: bytes).flatMap(RecordedEffect.init) } && facts.effect != nil
  }

  private mutating func error(in bytes: Span<UInt8>) -> Bool {
    value(in: bytes) { reader, place in
      let error = Self.node(place, in: bytes)
      reader.facts.outcome.hasError =
        error?.member(named: "type")?.kind == .string && error?.member(named: "message")?.kind == .string
    } && facts.outcome.hasError
  }

  private static func node(_ place: Range<Int>, in bytes: Span<UInt8>) -> JSONNode? {
    try? JSONNode(parsing: bytes.bytes(place))
  }
}

// MARK: - Patches

extension LineReader {
  private mutating func patch(in bytes: Span<UInt8>) -> Bool {
    let start = pass.mark
    var count = operations(in: bytes)
    if count == nil {
      // In a form that no recorder writes.
      pass.goBack(to: start)
      guard value(in: bytes) else { return false }
      let patch = Self.node(start.place..<pass.place, in: bytes).flatMap { try? NodePatch(decoding: $0) }
      count = patch?.operations.count
    }
    guard let count else { return false }
    facts.patch = start.place..<pass.place
    (facts.outcome.hasPatch, facts.outcome.isPatchEmpty) = (true, count == 0)
    return true
  }

  /// Passes the operations of a patch.
  /// - Returns: Their number; `nil` if it is no patch, or one in another form.
  private mutating func operations(in bytes: Span<UInt8>) -> Int? {
    guard pass.open(UInt8(ascii: "["), in: bytes) else { return nil }
    if pass.take(UInt8(ascii: "]"), in: bytes) { return 0 }
    var count = 0
    repeat {
      guard pass.operation(in: bytes, depth: 2) != nil else { return nil }
      count += 1
    } while pass.comma(before: UInt8(ascii: "]"), in: bytes)
    return pass.take(UInt8(ascii: "]"), in: bytes) ? count : nil
  }
}

extension RecordedEffect {
  /// Reads a line's member; `nil` if it has not the right form.
  package init?(_ node: JSONNode) {
    guard let id = node.member(named: "id"), let phase = node.member(named: "phase")?.string.flatMap(Phase.init(rawValue:)) else {
      return nil
    }
    self.init(id: id.value, phase: phase)
  }
}
