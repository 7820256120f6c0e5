extension QuickScanner {
  /// The number of bytes that must follow the line's beginning, since the fast path does not check for the end of the bytes: the longest
  /// members before a payload, and one step of a search.
  private static let longestHead = 768

  /// Reads a line in the form that recorders usually write, and finds its end on the way: it reads hardly a byte twice.
  ///
  /// ```text
  /// {"seq":2,"t":10,"store":"a","type":"x","case":"c","cause":1,"site":"…","payload":{…},"dur":31,"patch":[…]}
  /// ```
  ///
  /// At the first other member, or the first value of another form, the general scanner continues. A line feed anywhere ends the line: keys
  /// and numbers have none, and the searches for the ends of texts, payloads and patches also look for it.
  ///
  /// - Returns: The place of the line feed; `nil` if the line begins in another form, or continues after the bytes.
  @inline(__always) mutating func fastPathActionLine(in bytes: PaddedBytes, from start: Int) -> Int? {
    guard start &+ Self.longestHead < bytes.count, keys.seq.matches(bytes.word(at: start)) else { return nil }
    facts.kind = .action
    facts.flags = .hasPatch
    facts.cause = 0
    facts.duration = 0
    facts.effect = nil
    seen = []
    var place = start &+ 7
    facts.step = stepForecast.take(at: &place, in: bytes)
    guard facts.step > 0, keys.t.matches(bytes.word(at: place)) else {
      stepForecast.forget()
      return nil
    }
    place &+= 5
    facts.time = timeForecast.take(at: &place, in: bytes)
    guard facts.time >= 0, bytes.has(#","store":""#, at: place) else {
      timeForecast.forget()
      return nil
    }
    place &+= 10
    var marks = TextMarks(from: place, in: bytes)
    facts.store = knownName(at: &place, &marks, in: bytes)
    guard facts.store >= 0, bytes.has(#","type":""#, at: place) else { return nil }
    place &+= 9
    facts.type = knownName(at: &place, &marks, in: bytes)
    guard facts.type >= 0 else { return nil }
    guard usualTexts(at: &place, &marks, in: bytes), usualPayload(at: &place, in: bytes), usualDuration(at: &place, in: bytes),
      let lineFeed = usualPatch(at: place, in: bytes)
    else { return otherMembers(from: place, in: bytes) }
    return lineFeed
  }

  /// Reads the rest of a line from the comma before a member on, after finding its end.
  @inline(never) private mutating func otherMembers(from place: Int, in bytes: PaddedBytes) -> Int? {
    guard let lineFeed = bytes.first(UInt8(ascii: "\n"), from: place, to: bytes.count) else { return nil }
    let end = lineFeed > place && bytes[lineFeed - 1] == UInt8(ascii: "\r") ? lineFeed - 1 : lineFeed
    facts.flags.remove(.hasPatch)
    return scan(bytes, onFrom: place, to: end) ? lineFeed : nil
  }
}

// MARK: - Members

// Each skips its member if that comes next in the usual form. Otherwise `place` stays at the comma before the member.
extension QuickScanner {
  /// - Returns: `false` for a member in another form.
  @inline(__always) private mutating func usualTexts(at place: inout Int, _ marks: inout TextMarks, in bytes: PaddedBytes) -> Bool {
    if bytes.has(#","case":""#, at: place) {
      guard marks.takeText(from: 9, at: &place, in: bytes) else { return false }
      seen.insert(.enumCase)
    }
    if bytes.has(#","cause":"#, at: place) {
      let (cause, count) = bytes.word(at: place &+ 9).shortNumber
      guard count > 0, bytes[place &+ 9 &+ count] == UInt8(ascii: ",") else { return false }
      seen.insert(.cause)
      facts.flags.insert(.hasCause)
      facts.cause = cause
      place &+= 9 &+ count
    }
    if bytes.has(#","site":""#, at: place) {
      guard marks.takeText(from: 9, at: &place, in: bytes) else { return false }
      seen.insert(.site)
    }
    return true
  }

  /// Skips an object that contains no other. Its end is followed by a member, so it is not inside a text (see ``QuickScanner``).
  @inline(__always) private mutating func usualPayload(at place: inout Int, in bytes: PaddedBytes) -> Bool {
    guard bytes.has(#","payload":{"#, at: place) else { return true }
    // In ASCII, braces are the highest characters except for three rare ones.
    let end = bytes.count &- Self.longestHead
    guard let close = bytes.first(above: UInt8(ascii: "z"), or: UInt8(ascii: "\n"), from: place &+ 12, to: end) else { return false }
    guard bytes[close] == UInt8(ascii: "}"),
      keys.usualDuration.matches(bytes.word(at: close &+ 1)) || bytes.has(#","patch":["#, at: close &+ 1)
    else { return false }
    seen.insert(.payload)
    place = close &+ 1
    return true
  }

  @inline(__always) private mutating func usualDuration(at place: inout Int, in bytes: PaddedBytes) -> Bool {
    guard keys.usualDuration.matches(bytes.word(at: place)) else { return true }
    let (duration, count) = bytes.word(at: place &+ 7).shortNumber
    guard count > 0, bytes[place &+ 7 &+ count] == UInt8(ascii: ",") else { return false }
    seen.insert(.duration)
    facts.flags.insert(.hasDuration)
    facts.duration = duration
    place &+= 7 &+ count
    return true
  }

  /// - Returns: The place of the line feed, if the line ends with its patch.
  @inline(__always) private mutating func usualPatch(at place: Int, in bytes: PaddedBytes) -> Int? {
    guard bytes.has(#","patch":["#, at: place) else { return nil }
    let start = place &+ 10
    let end = bytes.count &- Self.longestHead
    guard let close = bytes.first(UInt8(ascii: "]"), or: UInt8(ascii: "\n"), from: start, to: end) else { return nil }
    guard keys.lineEnd.matches(bytes.word(at: close)) else { return nil }
    if close == start { facts.flags.insert(.hasEmptyPatch) }
    return close &+ 2
  }

  /// Reads a name after its opening mark, and skips the closing mark.
  /// - Returns: Its number in the table; -1 for a name that is not plain.
  @inline(__always) private mutating func knownName(at place: inout Int, _ marks: inout TextMarks, in bytes: PaddedBytes) -> Int {
    let close = marks.next(from: place, in: bytes)
    if close &- place <= NameCache.Key.maximumCount {
      let number = knownNames.number(of: NameCache.Key(bytes, from: place, to: close))
      if number >= 0, bytes[close] == UInt8(ascii: "\"") {
        place = close &+ 1
        return number
      }
    }
    return newName(at: &place, in: bytes)
  }

  @inline(never) private mutating func newName(at place: inout Int, in bytes: PaddedBytes) -> Int {
    self.place = place
    end = bytes.count
    let number = name(in: bytes)
    let close = self.place - 1
    // A name may have any length: check again that enough bytes follow it.
    guard number >= 0, close + Self.longestHead < bytes.count else { return -1 }
    if close - place <= NameCache.Key.maximumCount { knownNames.insert(number, NameCache.Key(bytes, from: place, to: close)) }
    place = self.place
    return number
  }
}

/// The quotation marks and line feeds in a window of 128 bytes, which holds the texts of most lines.
private struct TextMarks {
  private var start: Int
  private var masks: (low: UInt64, high: UInt64)

  @inline(__always) init(from place: Int, in bytes: PaddedBytes) {
    start = place
    masks = Self.masks(from: place, in: bytes)
  }

  @inline(__always) private static func masks(from place: Int, in bytes: PaddedBytes) -> (low: UInt64, high: UInt64) {
    bytes.masks(of: UInt8(ascii: "\""), or: UInt8(ascii: "\n"), at: place)
  }

  /// The next mark or line feed from `place` on; the byte after the next 64 if there is none.
  @inline(__always) mutating func next(from place: Int, in bytes: PaddedBytes) -> Int {
    let passed = UInt64(truncatingIfNeeded: place &- start)
    if passed < 64 {
      let rest = masks.low &>> passed | (masks.high &<< 1) &<< (63 &- passed)
      if rest != 0 { return place &+ rest.trailingZeroBitCount }
    }
    return nextFurtherOn(from: place, in: bytes)
  }

  @inline(never) private mutating func nextFurtherOn(from place: Int, in bytes: PaddedBytes) -> Int {
    start = place
    masks = Self.masks(from: place, in: bytes)
    return place &+ masks.low.trailingZeroBitCount
  }

  /// Skips a text that begins `distance` bytes later. Gives up if a backslash precedes the mark, which may then not end the text.
  @inline(__always) mutating func takeText(from distance: Int, at place: inout Int, in bytes: PaddedBytes) -> Bool {
    let close = next(from: place &+ distance, in: bytes)
    guard bytes[close] == UInt8(ascii: "\""), bytes[close &- 1] != UInt8(ascii: "\\") else { return false }
    place = close &+ 1
    return true
  }
}

extension QuickFacts {
  /// The row of an action whose line ends with a patch and no state, if its numbers fit. Names are numbers in the scanner's table.
  @inline(__always) func plainRow(at place: Int) -> PackedRow? {
    let distance = flags.contains(.hasCause) ? step &- cause : 0
    guard flags.intersection([.hasPatch, .hasState, .isUnreduced, .hasEffect]) == .hasPatch, step < PackedRow.maximumStep,
      time <= PackedRow.maximumTime, place <= PackedRow.maximumPlace, store < PackedRow.noStore, type < PackedRow.noText,
      duration <= PackedRow.maximumDuration, 0...PackedRow.maximumCauseDistance ~= distance,
      (distance > 0) == flags.contains(.hasCause)
    else { return nil }
    return PackedRow(
      .action, place: place, time: time, step: step, text: type, store: store, duration: duration, causeDistance: distance,
      flags: flags.union([.hasStep, .hasTime]).withChange)
  }
}
