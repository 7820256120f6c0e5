import FluxtapeDocuments

/// The facts that the quick scanner finds on a line.
struct QuickFacts {
  enum Kind: UInt8, Sendable { case action, completion, state }

  var kind = Kind.action
  var flags: PackedRow.Flags = []
  var step = 0
  var time = 0
  /// The numbers of names in the scanner's table.
  var store = 0
  var type = 0
  var cause = 0
  var duration = 0
  /// The range of the member's object.
  var effect: Range<Int>?
}

/// Finds the members that the index keeps, at the speed of memory, on lines in the form that recorders write. It reads the members before
/// the payload, skips containers with a search for their closing bracket, and reads nothing inside.
///
/// ```text
/// {"seq":2,"t":10,"store":"a","type":"x","payload":{"text":"…"},"dur":31,"patch":[{"op":"replace",…},{"op":…}]}
///  └ read ─────────────────────────────┘           └ searched ┘ └ read ┘         └ searched ────────────────┘└ the line's end
/// ```
///
/// It gives up on any other line; its members are then looked up in the parsed line. **Its facts are right for every line that is JSON**:
/// ``PartScanner`` parses a line first, except one that is too long for memory. A search is enough for two reasons. Inside a string, a
/// backslash precedes each quotation mark: the first mark of `,"dur":` therefore begins a member's name, and the bracket just before it ends
/// a container. And a closing bracket matches the opening one before it if no other opening bracket is between them.
struct QuickScanner {
  var facts = QuickFacts()
  var names = TextTable()
  /// Identifies the table: while it stays the same, a number means the same name.
  private(set) var namesIdentity = UInt64.random(in: 0 ... .max)
  var place = 0
  /// The end of the line.
  var end = 0
  var seen: Seen = []
  /// The places of the line's patch and state, if it has them.
  private(set) var patch = 0..<0
  private(set) var state = 0..<0
  /// The places of members that are not indexed.
  private(set) var contents = Contents()
  let keys = Keys()
  /// The hash of an empty text.
  let emptyHash = TextHash()

  struct Seen: OptionSet {
    let rawValue: UInt16
    static let v = Seen(rawValue: 1 << 0)
    static let enumCase = Seen(rawValue: 1 << 1)
    static let cause = Seen(rawValue: 1 << 2)
    static let site = Seen(rawValue: 1 << 3)
    static let thread = Seen(rawValue: 1 << 4)
    static let effect = Seen(rawValue: 1 << 5)
    static let payload = Seen(rawValue: 1 << 6)
    static let duration = Seen(rawValue: 1 << 7)
    static let error = Seen(rawValue: 1 << 8)
    static let reduced = Seen(rawValue: 1 << 9)
    static let omitted = Seen(rawValue: 1 << 10)
    static let patch = Seen(rawValue: 1 << 11)
    static let state = Seen(rawValue: 1 << 12)
    static let settled = Seen(rawValue: 1 << 13)
    static let trace = Seen(rawValue: 1 << 14)
    static let span = Seen(rawValue: 1 << 15)
  }

  /// The places of an action's members, those of texts with their marks; empty if it does not have them.
  struct Contents {
    var enumCase = 0..<0
    var site = 0..<0
    var thread = 0..<0
    var trace = 0..<0
    var span = 0..<0
    var payload = 0..<0

    /// The places in bytes that begin elsewhere. An empty place stays empty.
    func moved(by distance: Int) -> Contents {
      func moved(_ place: Range<Int>) -> Range<Int> {
        place.isEmpty ? 0..<0 : place.lowerBound + distance..<place.upperBound + distance
      }
      return Contents(
        enumCase: moved(enumCase), site: moved(site), thread: moved(thread), trace: moved(trace), span: moved(span),
        payload: moved(payload))
    }

    /// Where the last of them ends.
    var end: Int {
      max(
        max(enumCase.upperBound, site.upperBound, thread.upperBound), max(trace.upperBound, span.upperBound, payload.upperBound))
    }
  }

  /// Up to eight bytes to compare a line with at once.
  struct Pattern {
    let word: UInt64
    let mask: UInt64
    let count: Int

    init(_ text: String) {
      count = text.utf8.count
      word = text.utf8.enumerated().reduce(0) { $0 | UInt64($1.element) << (UInt64($1.offset) * 8) }
      mask = count >= 8 ? .max : 1 << (UInt64(count) * 8) - 1
    }

    @inline(__always) func matches(_ other: UInt64) -> Bool { (word ^ other) & mask == 0 }
  }

  /// Pieces of a line. A name longer than a word has a second pattern.
  struct Keys {
    let seq = Pattern(#"{"seq":"#)
    let completes = (Pattern(#"{"comple"#), Pattern(#"tes":"#))
    let t = Pattern(#","t":"#)
    let firstT = Pattern(#"{"t":"#)
    let store = (Pattern(#","store""#), Pattern(#":""#))
    let type = (Pattern(#","type":"#), Pattern(#"""#))
    let stateType = Pattern(#"@@STATE""#)
    let v = Pattern(#"v":"#)
    let enumCase = Pattern(#"case":""#)
    let cause = Pattern(#"cause":"#)
    let site = Pattern(#"site":""#)
    let thread = (Pattern(#"thread":"#), Pattern(#"""#))
    let trace = Pattern(#"trace":""#)
    let span = Pattern(#"span":""#)
    let effect = (Pattern(#"effect":"#), Pattern("{"))
    let payload = (Pattern(#"payload""#), Pattern(":"))
    let dur = Pattern(#"dur":"#)
    let error = Pattern(#"error":{"#)
    let reduced = (Pattern(#"reduced""#), Pattern(#":false"#))
    let omitted = (Pattern(#"omitted""#), Pattern(#":""#))
    let patch = Pattern(#"patch":["#)
    let state = Pattern(#"state":"#)
    let settled = (Pattern(#"settled""#), Pattern(":true"))
  }
}

// MARK: - The line

extension QuickScanner {
  /// Removes all names.
  mutating func removeNames() {
    names = TextTable()
    namesIdentity = .random(in: 0 ... .max)
  }

  /// Reads the line at `start`, which ends before `end`.
  /// - Returns: `false` for a line that must be parsed.
  mutating func scan(_ bytes: PaddedBytes, from start: Int, to end: Int) -> Bool {
    place = start
    self.end = end
    seen = []
    patch = 0..<0
    contents = Contents()
    facts = QuickFacts()
    return end - start > 16 && head(in: bytes) && members(in: bytes)
  }

  @inline(__always) private mutating func members(in bytes: PaddedBytes) -> Bool {
    while place < end - 1 {
      guard member(in: bytes) else { return false }
    }
    return place == end - 1 && bytes[place] == UInt8(ascii: "}")
  }

  @inline(__always) private mutating func head(in bytes: PaddedBytes) -> Bool {
    let word = bytes.word(at: place)
    if keys.seq.matches(word) {
      place += 7
      facts.step = number(in: bytes)
      guard facts.step > 0, time(keys.t, in: bytes), store(in: bytes), take(keys.type, in: bytes) else { return false }
      facts.type = name(in: bytes)
      facts.kind = .action
      return facts.type >= 0
    }
    if keys.completes.0.matches(word) {
      guard take(keys.completes, in: bytes) else { return false }
      facts.step = number(in: bytes)
      facts.kind = .completion
      return facts.step > 0 && time(keys.t, in: bytes) && store(in: bytes)
    }
    facts.kind = .state
    return time(keys.firstT, in: bytes) && store(in: bytes) && take(keys.type, in: bytes) && take(keys.stateType, in: bytes)
  }

  @inline(__always) private mutating func time(_ key: Pattern, in bytes: PaddedBytes) -> Bool {
    guard take(key, in: bytes) else { return false }
    facts.time = number(in: bytes)
    return facts.time >= 0
  }

  @inline(__always) private mutating func store(in bytes: PaddedBytes) -> Bool {
    guard take(keys.store, in: bytes) else { return false }
    facts.store = name(in: bytes)
    return facts.store >= 0
  }

  /// Reads the member after the next comma.
  @inline(__always) private mutating func member(in bytes: PaddedBytes) -> Bool {
    guard bytes[place] == UInt8(ascii: ","), bytes[place + 1] == UInt8(ascii: "\"") else { return false }
    place += 2
    switch bytes[place] {
    case UInt8(ascii: "p"): return payloadOrPatch(in: bytes)
    case UInt8(ascii: "d"): return duration(in: bytes)
    case UInt8(ascii: "c"): return caseOrCause(in: bytes)
    case UInt8(ascii: "s"): return siteOrState(in: bytes)
    case UInt8(ascii: "t"): return facts.kind == .action && threadOrTrace(in: bytes)
    case UInt8(ascii: "v"):
      return facts.kind == .action && note(.v) && take(keys.v, in: bytes) && number(in: bytes) >= 0
    case UInt8(ascii: "e"): return effectOrError(in: bytes)
    case UInt8(ascii: "r"):
      facts.flags.insert(.isUnreduced)
      return note(.reduced) && take(keys.reduced, in: bytes)
    case UInt8(ascii: "o"):
      facts.flags.insert(.isOmitted)
      return note(.omitted) && take(keys.omitted, in: bytes) && text(in: bytes)
    default: return false
    }
  }

  @inline(__always) private mutating func note(_ member: Seen) -> Bool {
    defer { seen.insert(member) }
    return !seen.contains(member)
  }
}

// MARK: - Members

extension QuickScanner {
  @inline(__always) private mutating func payloadOrPatch(in bytes: PaddedBytes) -> Bool {
    if keys.patch.matches(bytes.word(at: place)) { return patch(in: bytes) }
    guard facts.kind == .action, take(keys.payload, in: bytes), note(.payload) else { return false }
    let start = place
    guard skipValue(in: bytes) else { return false }
    contents.payload = start..<place
    return true
  }

  @inline(__always) private mutating func patch(in bytes: PaddedBytes) -> Bool {
    place += keys.patch.count
    guard place < end, note(.patch) else { return false }
    facts.flags.insert(.hasPatch)
    let start = place - 1
    if bytes[place] == UInt8(ascii: "]") {
      facts.flags.insert(.hasEmptyPatch)
      place += 1
      patch = start..<place
      return true
    }
    guard skipContainer(opened: UInt8(ascii: "["), closed: UInt8(ascii: "]"), in: bytes) else { return false }
    patch = start..<place
    return true
  }

  @inline(__always) private mutating func duration(in bytes: PaddedBytes) -> Bool {
    guard note(.duration), take(keys.dur, in: bytes) else { return false }
    facts.flags.insert(.hasDuration)
    facts.duration = number(in: bytes)
    return facts.duration >= 0
  }

  @inline(__always) private mutating func caseOrCause(in bytes: PaddedBytes) -> Bool {
    guard facts.kind == .action else { return false }
    if take(keys.enumCase, in: bytes) {
      contents.enumCase = wholeText(of: .enumCase, in: bytes)
      return !contents.enumCase.isEmpty
    }
    guard note(.cause), take(keys.cause, in: bytes) else { return false }
    facts.flags.insert(.hasCause)
    facts.cause = number(in: bytes)
    return facts.cause >= 0
  }

  /// Skips the rest of a string, after its opening mark.
  /// - Returns: The place of the string with its marks; empty if it does not end, or if the line has such a member already.
  @inline(__always) private mutating func wholeText(of member: Seen, in bytes: PaddedBytes) -> Range<Int> {
    let start = place - 1
    return note(member) && text(in: bytes) ? start..<place : 0..<0
  }

  @inline(__always) private mutating func threadOrTrace(in bytes: PaddedBytes) -> Bool {
    if take(keys.trace, in: bytes) {
      contents.trace = wholeText(of: .trace, in: bytes)
      return !contents.trace.isEmpty
    }
    guard take(keys.thread, in: bytes) else { return false }
    contents.thread = wholeText(of: .thread, in: bytes)
    return !contents.thread.isEmpty
  }

  /// Assumes that a long state is the line's last member, as recorders write it; scans a short one.
  @inline(__always) private mutating func siteOrState(in bytes: PaddedBytes) -> Bool {
    if facts.kind == .action, take(keys.site, in: bytes) {
      contents.site = wholeText(of: .site, in: bytes)
      return !contents.site.isEmpty
    }
    if facts.kind == .action, take(keys.span, in: bytes) {
      contents.span = wholeText(of: .span, in: bytes)
      return !contents.span.isEmpty
    }
    if take(keys.settled, in: bytes) { return note(.settled) }
    guard take(keys.state, in: bytes), note(.state) else { return false }
    facts.flags.insert(.hasState)
    let start = place
    if end - place < 2048 {
      guard skipValue(in: bytes) else { return false }
    } else {
      place = end - 1
    }
    state = start..<place
    return true
  }

  private mutating func effectOrError(in bytes: PaddedBytes) -> Bool {
    if take(keys.error, in: bytes) {
      facts.flags.insert(.hasError)
      return note(.error) && skipContainer(opened: UInt8(ascii: "{"), closed: UInt8(ascii: "}"), in: bytes)
    }
    guard facts.kind == .action, take(keys.effect, in: bytes), note(.effect) else { return false }
    let start = place - 1
    guard skipContainer(opened: UInt8(ascii: "{"), closed: UInt8(ascii: "}"), in: bytes) else { return false }
    facts.effect = start..<place
    facts.flags.insert(.hasEffect)
    return true
  }
}
