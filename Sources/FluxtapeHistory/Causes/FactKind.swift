/// What is observed of runs, so that red ones can be told from green ones.
public enum FactKind: String, Hashable, Sendable, CaseIterable {
  /// An action that had not come to its end when the log broke off.
  case inFlight
  /// An action that failed, with the type of its error.
  case failed
  /// How often an action happens.
  case times
  /// How many of an action one other leads to: the fewest and the most.
  case leadsToFewest, leadsToMost
  /// Which action started it.
  case startedBy
  /// An answer to an earlier request that comes after the answer to a later one.
  case overtaken
  /// An action of the same store between another one and what that leads to.
  case between
  /// An action between another one and the next of a third.
  case interrupts
  /// The order of two actions of one store: of their first ones, of their last ones, and whether any comes after the other.
  case firstBefore, lastBefore, after
  /// The order of two actions in different stores that the same action led to.
  case siblings
  /// Microseconds from an action to what it leads to.
  case gapLeast, gapMost
  /// Microseconds between two of the same action.
  case everyLeast
  /// Microseconds that asynchronous work takes.
  case tookLeast, tookMost
  /// Values of the payload.
  case payload, payloadLeast, payloadMost
  /// Two values, each in a payload or written: neither alone separates the runs.
  case together
  /// Whether every payload has a value there.
  case has
  /// Whether a value of the payload equals one in the state before, in the payload of the cause, or what the action writes.
  case sameAsState, sameAsCause, sameAsWritten
  /// Whether a value of the payload, or one that an action writes, equals one in the state of another store, or what the payload of another
  /// action had last; and whether a value that is written was elsewhere in the own state.
  case sameAsOther, copies
  /// The same of a value that an action takes from its payload into the state, and that stands in the state of another store.
  case mirrors
  /// Whether a number of the payload is above another one, or above one of the state before; and whether it is a multiple of another one.
  case exceeds, multiple
  /// Whether a number changes by a number of the payload, and whether a value that changes equals another one of the state then.
  case adds, equals
  /// Whether the elements of an array rise, fall, or are unique after the action.
  case rises, falls, unique
  /// A value of the payload that comes twice.
  case repeats
  /// Values that an action writes into the state.
  case wrote, wroteLeast, wroteMost
  /// By how much an action changes a number.
  case deltaLeast, deltaMost
  /// Whether the action writes there each time.
  case writes
  /// Which action wrote the value that an action replaces.
  case overwrites
  /// Whether an action writes the value that was there before the last one.
  case restores
  /// Whether a value of the state is null, false, 0 or without contents after the action.
  case empties
  /// How many instances of a store live at once, and how many never end.
  case alive, neverEnds
  /// At the end: the value of a state (of numbers, whether it is 0), and which action wrote it.
  case ends, leftBy
  /// At the end: whether two values of states are equal, and whether one is the sum of two others.
  case endsEqual, endsSum
  /// Which action wrote a value of a state that an action happens with.
  case sees
  /// The least and the largest number of its store's state that an action happens with.
  case sawLeast, sawMost
  /// Whether an action happens while a value of a state is this one; of numbers, whether it is 0. It
  /// says little of a step, hence it comes late.
  case during
  /// Of the actions on the way to the failure, one that comes next after another one. Each other fact says more, hence it is the last.
  case follows
}

extension FactKind {
  /// How what was seen of one run becomes its value.
  enum Form {
    /// How often; where nothing was seen, 0.
    case count
    /// 1 where it was seen, else 0.
    case any
    /// 1 where it holds for each occurrence of its site, 0.5 where it holds for some of them, else 0.
    case every
    /// The smallest or the largest number.
    case least, most
  }

  var form: Form {
    switch self {
    case .inFlight, .failed, .times, .startedBy, .between, .interrupts, .follows, .payload, .together, .repeats, .wrote, .overwrites,
      .alive,
      .neverEnds:
      .count
    case .during, .sees, .ends, .leftBy, .endsEqual, .endsSum: .any
    case .has, .sameAsState, .sameAsCause, .sameAsWritten, .sameAsOther, .copies, .mirrors, .exceeds, .multiple, .adds, .equals, .empties,
      .rises,
      .falls, .unique, .writes, .restores:
      .every
    case .leadsToFewest, .gapLeast, .everyLeast, .sawLeast, .tookLeast, .payloadLeast, .wroteLeast, .deltaLeast, .siblings:
      .least
    case .leadsToMost, .overtaken, .firstBefore, .lastBefore, .after, .gapMost, .tookMost, .sawMost, .payloadMost, .wroteMost, .deltaMost:
      .most
    }
  }

  /// Whether it measures time, which differs a little in every run.
  var isTime: Bool {
    switch self {
    case .gapLeast, .gapMost, .everyLeast, .tookLeast, .tookMost: true
    default: false
    }
  }

  /// Kinds that are tried together. Each group has its own count of tries, so the many orders do not raise the bar for the few relations.
  enum Group {
    case counts, orders, times, values, relations, coincidences, contexts, sights, interruptions, ends

    /// Whether facts of the group often separate runs by chance.
    var isOftenChance: Bool {
      switch self {
      case .counts, .orders, .times, .coincidences, .contexts, .sights, .interruptions, .ends: true
      case .values, .relations: false
      }
    }
  }

  var group: Group {
    switch self {
    case .inFlight, .failed, .times, .leadsToFewest, .leadsToMost, .startedBy, .alive, .neverEnds, .has, .writes, .repeats: .counts
    case .overtaken, .between, .firstBefore, .lastBefore, .after, .siblings, .overwrites, .empties: .orders
    case .gapLeast, .gapMost, .everyLeast, .tookLeast, .tookMost: .times
    case .payload, .payloadLeast, .payloadMost, .together, .wrote, .wroteLeast, .wroteMost, .deltaLeast, .deltaMost: .values
    case .sameAsState, .sameAsCause, .sameAsWritten, .copies, .adds, .equals, .rises, .falls, .unique, .restores: .relations
    // Of many values of many stores, some are equal.
    case .sameAsOther, .mirrors, .exceeds, .multiple: .coincidences
    case .during, .sees: .contexts
    case .sawLeast, .sawMost: .sights
    case .ends, .leftBy, .endsEqual, .endsSum: .ends
    case .interrupts, .follows: .interruptions
    }
  }

  /// Whether it tells what came of an action, and not what led to it.
  var isOutcome: Bool {
    switch self {
    case .inFlight, .failed, .leadsToFewest, .leadsToMost, .tookLeast, .tookMost, .sameAsWritten, .copies, .mirrors, .ends, .leftBy,
      .endsEqual, .endsSum, .adds, .equals, .rises, .falls,
      .unique, .wrote, .wroteLeast, .wroteMost, .deltaLeast, .deltaMost, .writes, .overwrites, .restores, .empties:
      true
    case .times, .startedBy, .overtaken, .between, .interrupts, .follows, .firstBefore, .lastBefore, .after, .siblings, .gapLeast, .gapMost,
      .everyLeast, .payload, .payloadLeast, .payloadMost, .together, .has, .sameAsState, .sameAsCause, .sameAsOther, .exceeds, .multiple,
      .repeats, .sawLeast, .sawMost,
      .during,
      .sees,
      .alive, .neverEnds:
      false
    }
  }

  /// Whether it is told that it holds in red runs, or that it does not. What does not come between two others, and does not happen at some
  /// time, happens elsewhere; and values that are seldom equal are so by chance.
  func isTold(isBelow: Bool) -> Bool {
    switch self {
    case .interrupts, .follows, .during, .sees, .ends: !isBelow
    case .endsEqual, .endsSum: isBelow
    default: true
    }
  }

  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One thing that is observed. Names are numbers of ``FactNames``; what a kind does not need is 0.
struct FactKey: Hashable {
  let kind: FactKind
  /// The action, or the store.
  var subject: UInt32
  /// The other action.
  var other: UInt32 = 0
  var path: UInt32 = 0
  /// Another path, or the hash of a value. Two values of one path with the same hash count as one.
  var detail: UInt32 = 0

  /// What a run must have for this to be observed there at all: a value in a payload needs a payload with that path. What a run has no site
  /// for says nothing of it (the *context* of Liblit et al.).
  var site: FactKey? {
    switch kind {
    case .times, .follows, .alive, .neverEnds, .during, .sees, .ends, .leftBy, .endsEqual, .endsSum: nil
    case .inFlight, .failed, .startedBy, .leadsToFewest, .leadsToMost, .has, .writes, .empties:
      FactKey(kind: .times, subject: subject)
    case .between: FactKey(kind: .leadsToMost, subject: subject, other: other)
    case .payload, .repeats, .sameAsState, .sameAsCause, .sameAsWritten, .sameAsOther, .exceeds, .multiple, .adds:
      FactKey(kind: .has, subject: subject, path: path)
    case .wrote, .overwrites, .restores, .copies, .mirrors, .equals, .rises, .falls, .unique:
      FactKey(kind: .writes, subject: subject, path: path)
    case .interrupts: path == 0 ? nil : FactKey(kind: .interrupts, subject: subject, other: other)
    case .together, .sawLeast, .sawMost, .overtaken, .firstBefore, .lastBefore, .after, .siblings, .gapLeast, .gapMost,
      .everyLeast, .tookLeast,
      .tookMost, .payloadLeast,
      .payloadMost, .wroteLeast, .wroteMost, .deltaLeast, .deltaMost:
      nil
    }
  }
}
