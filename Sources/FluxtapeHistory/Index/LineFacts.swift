package import FluxtapeDocuments
import FluxtapeJSON
package import FluxtapeLogReading

/// The part of an outcome that the index keeps.
package struct OutcomeSummary: Equatable {
  package var duration: Int?
  package var hasError = false
  package var isUnreduced = false
  package var isOmitted = false
  package var hasState = false
  package var hasPatch = false
  package var isPatchEmpty = false

  package init() {}

  package init(_ outcome: Outcome) {
    duration = outcome.duration
    hasError = outcome.error != nil
    isUnreduced = outcome.isUnreduced
    isOmitted = outcome.omitted != nil
    hasState = outcome.state != nil
    hasPatch = outcome.patch != nil
    isPatchEmpty = outcome.patch?.isEmpty == true
  }
}

/// The part of an action, a completion or a state that the index keeps, read without making values of its contents.
///
/// Lines with rare members have no facts: `LogLine` reads them, and reports why a line is not a record. `LogLine` accepts every line that
/// has facts, and finds the same ones; a test compares both.
package struct LineFacts: Equatable {
  package enum Subject: Equatable {
    case action(step: Int)
    case completion(step: Int)
    /// A state with a step is a change that no action explains.
    case state(step: Int?)
  }

  package var subject: Subject
  package var time: Int
  package var store: String
  package var type: String?
  package var cause: Int?
  package var outcome: OutcomeSummary

  package init(subject: Subject, time: Int, store: String, type: String?, cause: Int?, outcome: OutcomeSummary) {
    self.subject = subject
    self.time = time
    self.store = store
    self.type = type
    self.cause = cause
    self.outcome = outcome
  }

  /// Reads the facts of a parsed line. Returns `nil` if `LogLine` must read it.
  package init?(_ line: JSONNode) {
    guard line.kind == .object else { return nil }
    var members = Members()
    var pairs = JSONNode.PairIterator(line)
    while let (key, value) = pairs.next() {
      guard let key = key.withPlainBytes(Members.Key.init), members.read(key, value) else { return nil }
    }
    guard let time = members.time, let store = members.store, let subject = members.subject else { return nil }
    self.init(subject: subject, time: time, store: store, type: members.type, cause: members.cause, outcome: members.outcome)
  }
}

// MARK: - Members

/// The members of a line that were read so far.
private struct Members {
  var seq: Int?
  var completes: Int?
  var time: Int?
  var store: String?
  var type: String?
  var cause: Int?
  var outcome = OutcomeSummary()

  enum Key {
    case seq, completes, t, store, type, v, cause, duration, reduced, settled, omitted, patch, state
    /// A member whose string the index does not keep.
    case text
    /// A member of marks, gaps, ends, headers, asynchronous work or failures.
    case rare
    /// The payload, or a member unknown to this version.
    case other

    init(_ name: Span<UInt8>) { self = Self.known[0..<name.count, of: name] ?? .other }

    private static let known = NameTable<Key>([
      "seq": .seq, "completes": .completes, "t": .t, "store": .store, "type": .type, "v": .v, "case": .text, "cause": .cause,
      "site": .text, "thread": .text, "dur": .duration, "reduced": .reduced, "settled": .settled, "omitted": .omitted, "patch": .patch,
      "state": .state, "effect": .rare, "error": .rare, "mark": .rare, "gap": .rare, "end": .rare, "fluxtape": .rare,
    ])
  }

  /// Reads a member. Returns `false` for a value that `LogLine` must read.
  mutating func read(_ key: Key, _ value: JSONNode) -> Bool {
    switch key {
    case .seq: return set(&seq, value.int)
    case .completes: return set(&completes, value.int)
    case .t: return set(&time, value.int)
    case .store: return set(&store, value.string)
    case .type: return set(&type, value.string)
    case .cause: return set(&cause, value.int)
    case .duration: return set(&outcome.duration, value.int)
    case .v: return value.int != nil
    case .text: return value.kind == .string
    case .omitted:
      outcome.isOmitted = true
      return value.kind == .string
    case .reduced:
      outcome.isUnreduced = value.bool == false
      return value.bool != nil
    case .settled: return value.bool != nil
    case .patch:
      guard let patch = try? NodePatch(decoding: value) else { return false }
      (outcome.hasPatch, outcome.isPatchEmpty) = (true, patch.isEmpty)
      return true
    case .state:
      outcome.hasState = true
      return true
    case .other: return true
    case .rare: return false
    }
  }

  private func set<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
    member = value
    return value != nil
  }

  /// The subject of the line; `nil` for other combinations of members.
  var subject: LineFacts.Subject? {
    switch (seq, completes, type) {
    case (let step, nil, StateRecord.type?) where step ?? 1 >= 1: .state(step: step)
    case (let step?, nil, .some) where step >= 1: .action(step: step)
    // In the format, a completion has no cause.
    case (nil, let step?, nil) where step >= 1 && cause == nil: .completion(step: step)
    default: nil
    }
  }
}
