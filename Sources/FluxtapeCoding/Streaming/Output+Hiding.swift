import FluxtapeJSON

// Redaction of members and elements. Without secrets it costs two comparisons for each.

extension Output.Frame {
  /// What to do with a member or element after it is written.
  enum Pending: UInt8 {
    case nothing
    /// See ``WritingContext/Secrecy``.
    case text, made, about, named, labelled, secret, hidden
    /// If its text turns out to name a secret, its neighbor `value` should have been hidden.
    case neighbour

    /// Whether it is first written unredacted and then replaced.
    var isRaw: Bool { self != .nothing && self != .text && self != .made && self != .neighbour }

    init(_ secrecy: WritingContext.Secrecy) {
      self =
        switch secrecy {
        case .open: .nothing
        case .text: .text
        case .made: .made
        case .about: .about
        case .named: .named
        case .labelled: .labelled
        case .secret: .secret
        case .hidden: .hidden
        }
    }

    fileprivate var secrecy: WritingContext.Secrecy {
      switch self {
      case .nothing, .neighbour: .open
      case .text: .text
      case .made: .made
      case .about: .about
      case .named: .named
      case .labelled: .labelled
      case .secret: .secret
      case .hidden: .hidden
      }
    }
  }
}

// MARK: - Judging

extension Output {
  /// Decides how to treat the member whose key was written last.
  func judgeMember(_ name: String, _ traits: KeyTraits, in frame: UnsafeMutablePointer<Frame>) {
    var pending = Frame.Pending(WritingContext.Secrecy(traits.meaning))
    if unsafe frame.pointee.paths != PathMatching.none, unsafe follow(name, in: frame) { pending = .hidden }
    if !traits.isDisjoint(with: .neighbours) { unsafe judgeNeighbour(traits, in: frame, &pending) }
    if pending != .nothing { unsafe expect(pending, in: frame) }
  }

  /// Decides how to treat a member whose value may be the key of others, or whose key may be another member's value.
  private func judgeNeighbour(_ traits: KeyTraits, in frame: UnsafeMutablePointer<Frame>, _ pending: inout Frame.Pending) {
    let seen = unsafe frame.pointee.seenTraits
    unsafe frame.pointee.seenTraits.formUnion(traits)
    if !seen.isDisjoint(with: .keys) { unsafe judgeKey(frame) }
    if traits.contains(.value) {
      if unsafe frame.pointee.seenTraits.contains(.namedSecret), pending != .hidden { pending = .secret }
    } else {
      unsafe frame.pointee.keyTraits = traits
      unsafe frame.pointee.keyValue = count
      if pending == .nothing, seen.contains(.value), traits.contains(.keyOfNeighbour) { pending = .neighbour }
    }
  }

  /// Checks whether the last member that may be the key of others names a secret.
  func judgeKey(_ frame: UnsafeMutablePointer<Frame>) {
    // The value is left over from another member.
    guard unsafe !frame.pointee.seenTraits.isDisjoint(with: .keys) else { return }
    let traits = unsafe frame.pointee.keyTraits
    unsafe frame.pointee.keyTraits = []
    guard !traits.isDisjoint(with: .keys), unsafe isSecretName(at: frame.pointee.keyValue, traits) else { return }
    unsafe frame.pointee.seenTraits.insert(traits.contains(.keyOfNeighbour) ? [.namedSecret, .namedSecretOfFew] : .namedSecretOfFew)
  }

  /// Whether the complete value at `start` marks its neighbors as secret: `"password"`, or an enum case, `{"password":{}}`.
  func isSecretName(at start: Int, _ traits: KeyTraits = []) -> Bool {
    guard start < count, unsafe !memory.pointee.relevantTraits.isEmpty else { return false }
    if hasPrefix(#"{"$type":"#, at: start..<count) { return json(at: start..<count).map { writer.isSecretName($0, traits) } ?? false }
    if self[start] == UInt8(ascii: "\"") { return isSecretName(endOfText(at: start).map { start..<$0 }, traits) }
    guard self[start] == UInt8(ascii: "{"), start + 1 < count, self[start + 1] == UInt8(ascii: "\""),
      let end = endOfText(at: start + 1), end + 4 <= count, hasPrefix(":{}}", at: end..<end + 4)
    else { return false }
    return isSecretName(start + 1..<end, traits)
  }

  private func isSecretName(_ text: Range<Int>?, _ traits: KeyTraits) -> Bool {
    guard let text, text.count <= SecretLabel.longestName + 2 else { return false }
    let mayBeSecret = unsafe withBytes(text.dropFirst().dropLast()) { bytes in
      unsafe memory.pointee.hasOwnKeys || SensitiveKeyName.mayMatch(bytes.span) || bytes.contains(UInt8(ascii: "\\"))
    }
    return mayBeSecret && self.text(at: text).map { writer.names.isName(TaggedValue.unescapedKey($0), traits) } ?? false
  }

  /// The end of the text that begins at `start`, if the text is short.
  private func endOfText(at start: Int) -> Int? {
    let limit = min(count, start + SecretLabel.longestName + 2)
    var place = start + 1
    while place < limit {
      if self[place] == UInt8(ascii: "\"") { return place + 1 }
      place += self[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Decides, by position, how to treat the element that begins.
  func judgePlace(_ place: Int, in frame: UnsafeMutablePointer<Frame>) {
    if unsafe follow(String(place), in: frame) { unsafe expect(.hidden, in: frame) }
  }

  /// Follows the path patterns one step. Returns whether one of them ends here.
  private func follow(_ token: String, in frame: UnsafeMutablePointer<Frame>) -> Bool {
    guard unsafe memory.pointee.rawDepth == 0 else { return false }
    let (state, isMatch) = unsafe writer.paths.step(from: frame.pointee.paths, to: token)
    unsafe memory.pointee.paths = state
    return isMatch
  }

  /// Begins an element of an array with this many elements. A small array may hold a key and its value: `["password","…"]`.
  func beginElement(_ place: Int, of count: Int) {
    let frame = unsafe self.frame
    let mayFollowName = place > 0 && count <= SecretNames.mostNeighbours
    if mayFollowName { unsafe noteSecretName(frame) }
    beginElement()
    if mayFollowName, unsafe frame.pointee.pending == .nothing, unsafe frame.pointee.seenTraits.contains(.namedSecretOfFew) {
      unsafe expect(.secret, in: frame)
    }
  }

  /// Notes whether the last element names a secret, and returns whether any element so far does.
  @discardableResult
  func noteSecretName(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
    unsafe settle(frame)
    if unsafe isSecretName(at: frame.pointee.member) { unsafe frame.pointee.seenTraits.insert(.namedSecretOfFew) }
    return unsafe frame.pointee.seenTraits.contains(.namedSecretOfFew)
  }

  /// Whether the innermost frame, a complete array, may contain a value after the name of a secret.
  var mayHoldSecretName: Bool {
    guard unsafe !memory.pointee.relevantTraits.isEmpty else { return false }
    guard let elements = unsafe json(at: frame.pointee.start..<count, closedBy: UInt8(ascii: "]"))?.array else { return true }
    return elements.dropLast().contains { writer.isSecretName($0) }
  }

  /// Notes how to treat the next value.
  func expect(_ pending: Frame.Pending, in frame: UnsafeMutablePointer<Frame>) {
    unsafe frame.pointee.pending = pending
    unsafe frame.pointee.memberValue = memory.pointee.count
    unsafe frame.pointee.memberPaths = memory.pointee.paths
    if pending.isRaw { enterRaw() }
  }
}

// MARK: - Raw parts

extension Output {
  func enterRaw() {
    unsafe memory.pointee.rawDepth += 1
    unsafe memory.pointee.relevantTraits = []
    unsafe memory.pointee.plainTextLimit = Int.max
  }

  func leaveRaw() {
    unsafe memory.pointee.rawDepth -= 1
    guard unsafe memory.pointee.rawDepth == 0 else { return }
    unsafe memory.pointee.relevantTraits = memory.pointee.ruledTraits
    unsafe memory.pointee.plainTextLimit = memory.pointee.ruledTextLimit
  }
}

// MARK: - Settling

extension Output {
  /// Applies the pending treatment to the last member or element.
  @inline(__always)
  func settle(_ frame: UnsafeMutablePointer<Frame>) {
    if unsafe frame.pointee.pending != .nothing { unsafe settlePending(frame) }
  }

  private func settlePending(_ frame: UnsafeMutablePointer<Frame>) {
    let pending = unsafe frame.pointee.pending
    let value = unsafe frame.pointee.memberValue..<memory.pointee.count
    unsafe frame.pointee.pending = .nothing
    guard pending != .neighbour else {
      // Too late to hide the neighbor, which is already written; encode again.
      if isSecretName(at: value.lowerBound) { breakScope() }
      return
    }
    if pending.isRaw { leaveRaw() }
    guard unsafe memory.pointee.rawDepth == 0, !value.isEmpty else { return }
    // In a value that was not written raw, hidden paths are already redacted.
    unsafe memory.pointee.paths = pending.isRaw ? frame.pointee.memberPaths : PathMatching.none
    hide(value, as: pending.secrecy)
    unsafe memory.pointee.paths = PathMatching.none
  }

  /// Replaces the last bytes, a complete value, by their redacted form.
  func hide(_ value: Range<Int>, as secrecy: WritingContext.Secrecy) {
    switch self[value.lowerBound] {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "t"), UInt8(ascii: "f"): if secrecy == .hidden { writeDigest(over: value) }
    case UInt8(ascii: "\""):
      if value.count > 2, !leavesText(at: value, as: secrecy) { writeDigest(over: value) }
    case UInt8(ascii: "["): if value.count > 2 { secrecy.leavesNumbers ? takeApart(value, as: secrecy) : writeDigest(over: value) }
    case UInt8(ascii: "{"): hideObject(value, as: secrecy)
    default: if !secrecy.leavesNumbers { writeDigest(over: value) }
    }
  }

  private func leavesText(at value: Range<Int>, as secrecy: WritingContext.Secrecy) -> Bool {
    guard secrecy == .about || secrecy == .made else { return false }
    return text(at: value).map { WritingContext(secrecy: secrecy).leavesText($0) } ?? false
  }

  private func hideObject(_ value: Range<Int>, as secrecy: WritingContext.Secrecy) {
    guard value.count > 2, !hasPrefix(#"{"$redacted":"#, at: value), !hasPrefix(#"{"$opaque":"#, at: value) else { return }
    switch secrecy {
    case .open: break
    // The values of an enum case have its name as their key: `{"_0":true}`. Other objects are judged by their own keys, or hidden as a
    // whole.
    case .text, .made: if hasPrefix(#"{"_"#, at: value) { takeApart(value, as: secrecy) }
    case .secret: hasPrefix(#"{"_"#, at: value) ? takeApart(value, as: secrecy) : writeDigest(over: value)
    case .about, .named, .labelled: takeApart(value, as: secrecy)
    case .hidden: writeDigest(over: value)
    }
  }

  /// Writes a container again part by part.
  private func takeApart(_ value: Range<Int>, as secrecy: WritingContext.Secrecy) {
    guard let json = json(at: value) else { return writeDigest(over: value) }
    rollBack(to: value.lowerBound)
    let paths = unsafe memory.pointee.paths
    writer.write(json, in: WritingContext(secrecy: secrecy, paths: paths, depth: nextDepth))
  }

  /// Writes a small object again, in which one member's value names the others as secrets.
  func hideNeighbours(_ object: Range<Int>) { takeApart(object, as: .open) }

  func writeDigest(over value: Range<Int>) {
    let digest = withDigest(of: value)
    rollBack(to: value.lowerBound)
    append(#"{"$redacted":""#)
    appendHexadecimal(digest)
    append(#""}"#)
  }

  func withDigest(of range: Range<Int>) -> UInt64 {
    let key = writer.rules.digestKey
    return unsafe withBytes(range) { bytes in unsafe SipHash.digest(of: bytes.span.bytes, key: key) }
  }

  func appendHexadecimal(_ word: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

// MARK: - Reading back

extension Output {
  func hasPrefix(_ prefix: StaticString, at range: Range<Int>) -> Bool {
    guard range.count >= prefix.utf8CodeUnitCount else { return false }
    return (0..<prefix.utf8CodeUnitCount).allSatisfy { unsafe self[range.lowerBound + $0] == prefix.utf8Start[$0] }
  }

  /// Parses the value written in a range.
  func json(at range: Range<Int>) -> JSONValue? {
    guard let first = range.first else { return nil }
    switch self[first] {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return unsafe withBytes(range) { .number(JSONNumber(validatedBytes: unsafe $0.span)) }
    case UInt8(ascii: "\""): if let text = plainText(at: range) { return .string(text) }
    default: break
    }
    return try? JSONValue(parsing: unsafe withBytes(range) { unsafe Array($0) })
  }

  private func json(at range: Range<Int>, closedBy bracket: UInt8) -> JSONValue? {
    try? JSONValue(parsing: unsafe withBytes(range) { unsafe Array($0) } + [bracket])
  }

  /// The text written in a range, if it is a text.
  func text(at range: Range<Int>) -> String? {
    guard range.count >= 2, self[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return json(at: range)?.string
  }

  /// A text without escapes; `nil` for others.
  private func plainText(at range: Range<Int>) -> String? {
    unsafe withBytes(range.dropFirst().dropLast()) { contents in
      unsafe contents.contains(UInt8(ascii: "\\")) ? nil : unsafe String(decoding: contents, as: UTF8.self)
    }
  }
}
