import FluxtapeJSON
import FluxtapeLog
package import FluxtapeLogReading

/// What the index wants to know of what came of an action.
package struct OutcomeFacts: Equatable {
  package var duration: Int?
  package var hasError = false
  package var isUnreduced = false
  package var isOmitted = false
  package var hasState = false
  package var patch: PatchFacts?
}

/// How many operations of each kind a patch has.
package struct PatchFacts: Equatable {
  package private(set) var added = 0
  package private(set) var removed = 0
  package private(set) var replaced = 0
  package private(set) var moved = 0
  package private(set) var isEmpty = true

  enum Operation: Sendable { case add, remove, replace, move, copy, test, splice }

  mutating func count(_ operation: Operation) {
    isEmpty = false
    switch operation {
    case .add, .copy: added += 1
    case .remove: removed += 1
    case .replace, .splice: replaced += 1
    case .move: moved += 1
    case .test: break
    }
  }
}

extension OutcomeFacts {
  package init(_ outcome: Outcome) {
    self.init(
      duration: outcome.duration, hasError: outcome.error != nil, isUnreduced: outcome.isUnreduced, isOmitted: outcome.omitted != nil,
      hasState: outcome.state != nil, patch: outcome.patch.map(PatchFacts.init))
  }
}

extension PatchFacts {
  init(_ patch: JSONPatch) {
    for operation in patch.operations {
      switch operation {
      case .add: count(.add)
      case .remove: count(.remove)
      case .replace: count(.replace)
      case .move: count(.move)
      case .copy: count(.copy)
      case .test: count(.test)
      case .splice: count(.splice)
      }
    }
  }
}

/// What the index wants to know of an action, a completion or a state, found without making values of it.
package struct LineFacts: Equatable {
  package enum Subject: Equatable {
    /// An action, or a state with a number of its own, whose type is ``StateRecord/type``.
    case action(step: Int)
    case completion(step: Int)
    case state
  }

  package var subject: Subject
  package var time: Int
  /// Where the names stand in the line, without quotation marks and free of escapes.
  package var store: Range<Int>
  package var type: Range<Int>?
  package var cause: Int?
  package var outcome: OutcomeFacts
  /// Where the values stand in the line.
  package var patch: Range<Int>?
  package var state: Range<Int>?

  package init(
    subject: Subject, time: Int, store: Range<Int>, type: Range<Int>?, cause: Int?, outcome: OutcomeFacts,
    patch: Range<Int>? = nil, state: Range<Int>? = nil
  ) {
    self.subject = subject
    self.time = time
    self.store = store
    self.type = type
    self.cause = cause
    self.outcome = outcome
    self.patch = patch
    self.state = state
  }
}
