import FluxtapeLog
import FluxtapeLogReading

extension LineScanner {
  /// What the index wants to know of the line; `nil` where a full reading has to tell.
  package mutating func facts(of bytes: Span<UInt8>) -> LineFacts? {
    restart()
    var members = Members()
    guard skip("{", in: bytes) else { return nil }
    repeat {
      guard let name = key(in: bytes) else { return nil }
      let key = Key(name, in: bytes)
      guard members.note(key), take(key, into: &members, in: bytes) else { return nil }
    } while skip(",", in: bytes)
    guard skip("}", in: bytes) else { return nil }
    skipWhiteSpace(in: bytes)
    return place == bytes.count ? members.facts(in: bytes) : nil
  }

  /// The first patch of a line, of which no more need be there than what comes up to its end.
  mutating func patch(ofLine bytes: Span<UInt8>) -> PatchFacts? {
    restart()
    guard skip("{", in: bytes) else { return nil }
    repeat {
      guard let name = key(in: bytes) else { return nil }
      if Key(name, in: bytes) == .patch { return patch(in: bytes) }
      guard skipValue(in: bytes) else { return nil }
    } while skip(",", in: bytes)
    return nil
  }

  /// Reads the value of a member. - Returns: `false` for anything but the usual.
  private mutating func take(_ key: Key, into members: inout Members, in bytes: Span<UInt8>) -> Bool {
    switch key {
    case .seq: return set(&members.seq, integer(in: bytes))
    case .completes: return set(&members.completes, integer(in: bytes))
    case .t: return set(&members.time, integer(in: bytes))
    case .store: return set(&members.store, plainString(in: bytes))
    case .type: return set(&members.type, plainString(in: bytes))
    case .cause: return set(&members.cause, integer(in: bytes))
    case .dur: return set(&members.outcome.duration, integer(in: bytes))
    case .v: return integer(in: bytes) != nil
    case .enumCase, .site, .thread: return skipText(in: bytes)
    case .omitted:
      members.outcome.isOmitted = true
      return skipText(in: bytes)
    case .reduced:
      members.outcome.isUnreduced = true
      skipWhiteSpace(in: bytes)
      return skipWord(Self.falseWord, length: 5, in: bytes)
    case .payload, .other: return skipValue(in: bytes)
    case .state:
      members.outcome.hasState = true
      members.state = range(in: bytes) { scanner, bytes in scanner.skipValue(in: bytes) }
      return members.state != nil
    case .patch:
      members.patch = range(in: bytes) { scanner, bytes in
        members.outcome.patch = scanner.patch(in: bytes)
        return members.outcome.patch != nil
      }
      return members.patch != nil
    case .rare: return false
    }
  }

  private func set<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
    member = value
    return value != nil
  }

  private mutating func skipText(in bytes: Span<UInt8>) -> Bool {
    skipWhiteSpace(in: bytes)
    return skipString(in: bytes)
  }

  /// Where the value stands that `skip` goes past.
  private mutating func range(in bytes: Span<UInt8>, _ skip: (inout Self, Span<UInt8>) -> Bool) -> Range<Int>? {
    skipWhiteSpace(in: bytes)
    let start = place
    return skip(&self, bytes) ? start..<place : nil
  }
}

// MARK: - Members

extension LineScanner {
  private struct Members {
    var seq: Int?
    var completes: Int?
    var time: Int?
    var store: Range<Int>?
    var type: Range<Int>?
    var cause: Int?
    var outcome = OutcomeFacts()
    var patch: Range<Int>?
    var state: Range<Int>?

    /// The keys that have come, each a bit.
    private var seen = 0 as UInt32

    /// - Returns: `false` for a known key that came before.
    mutating func note(_ key: Key) -> Bool {
      defer { seen |= 1 << key.rawValue }
      return key == .other || seen & 1 << key.rawValue == 0
    }

    func facts(in bytes: Span<UInt8>) -> LineFacts? {
      guard let time, let store, let subject = subject(in: bytes) else { return nil }
      return LineFacts(
        subject: subject, time: time, store: store, type: type, cause: cause, outcome: outcome, patch: patch, state: state)
    }

    private func subject(in bytes: Span<UInt8>) -> LineFacts.Subject? {
      switch (seq, completes, type) {
      case (let step?, nil, .some) where step >= 1: .action(step: step)
      case (nil, let step?, nil) where step >= 1: .completion(step: step)
      case (nil, nil, let type?) where PackedName(type, of: bytes) == LineScanner.stateType: .state
      default: nil
      }
    }
  }

  private static let stateType = PackedName("@@STATE")

  enum Key: UInt8 {
    case seq, completes, t, store, type, v, enumCase, cause, site, thread, payload
    case dur, reduced, omitted, patch, state
    /// Members of what is not read here: marks, gaps, ends, headers, asynchronous work, errors. Keys with escapes, which may mean
    /// anything.
    case rare
    /// A member that this version does not know.
    case other

    init(_ name: Range<Int>, in bytes: Span<UInt8>) {
      if let key = Self.known[name, of: bytes] {
        self = key
      } else {
        self = .other
        for index in name where bytes[index] == UInt8(ascii: "\\") { self = .rare }
      }
    }

    private static let known = NameTable<Key>([
      "seq": .seq, "completes": .completes, "t": .t, "store": .store, "type": .type, "v": .v, "case": .enumCase, "cause": .cause,
      "site": .site, "thread": .thread, "payload": .payload, "dur": .dur, "reduced": .reduced, "omitted": .omitted, "patch": .patch,
      "state": .state, "effect": .rare, "error": .rare, "mark": .rare, "gap": .rare, "end": .rare, "fluxtape": .rare,
    ])
  }
}
