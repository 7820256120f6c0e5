import FluxtapeJSON

// What becomes of members and elements. Where nothing is secret, all of this is two comparisons for each.

extension Output.Frame {
  /// What is to be done with a member or element when it is written.
  enum Pending: UInt8 {
    case nothing
    /// See ``WritingContext/Secrecy``.
    case named, secret, hidden
    /// If it became the text of a secret name, its neighbour `value` should have been hidden.
    case neighbour

    /// Whether it is written as it is first, to be replaced then.
    var isRaw: Bool { self != .nothing && self != .neighbour }

    init(_ secrecy: WritingContext.Secrecy) {
      self =
        switch secrecy {
        case .open: .nothing
        case .named: .named
        case .secret: .secret
        case .hidden: .hidden
        }
    }

    fileprivate var secrecy: WritingContext.Secrecy {
      switch self {
      case .nothing, .neighbour: .open
      case .named: .named
      case .secret: .secret
      case .hidden: .hidden
      }
    }
  }
}

// MARK: - Judging

extension Output {
  /// Decides what becomes of the member whose key was written last.
  func judgeMember(_ name: String, _ traits: KeyTraits, in frame: UnsafeMutablePointer<Frame>) {
    var pending = traits.contains(.secret) ? Frame.Pending.secret : .nothing
    if unsafe frame.pointee.paths != PathMatching.none, unsafe follow(name, in: frame) { pending = .hidden }
    if !traits.isDisjoint(with: .neighbours) {
      unsafe frame.pointee.seenTraits.formUnion(traits)
      if pending == .nothing, unsafe frame.pointee.seenTraits.isSuperset(of: .neighbours) {
        if !traits.contains(.value) { pending = .neighbour } else if unsafe holdsSecretName(frame) { pending = .secret }
      }
    }
    if pending != .nothing { unsafe expect(pending, in: frame) }
  }

  /// Decides what becomes of the element that begins, by its place.
  func judgePlace(_ place: Int, in frame: UnsafeMutablePointer<Frame>) {
    if unsafe follow(String(place), in: frame) { unsafe expect(.hidden, in: frame) }
  }

  /// Follows the patterns of paths one step. Returns whether one ends here.
  private func follow(_ token: String, in frame: UnsafeMutablePointer<Frame>) -> Bool {
    guard unsafe memory.pointee.rawDepth == 0 else { return false }
    let (state, isMatch) = unsafe writer.paths.step(from: frame.pointee.paths, to: token)
    unsafe memory.pointee.paths = state
    return isMatch
  }

  /// Decides what becomes of the second element of an array, if that may be a key with its value: `["password","…"]`.
  ///
  /// - Returns: Whether the first one names a secret.
  func isSecretPair(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
    guard unsafe !memory.pointee.relevantTraits.isEmpty else { return false }
    let first = unsafe frame.pointee.start + 1..<frame.pointee.member - 1
    guard let text = text(at: first) else { return false }
    return writer.names.isSecret(text)
  }

  /// Hides the second element, which begins, of an array of two if the first one is the name of a secret.
  func hideSecretOfPair(_ frame: UnsafeMutablePointer<Frame>) {
    if unsafe frame.pointee.pending == .nothing, unsafe isSecretPair(frame) { unsafe expect(.secret, in: frame) }
  }

  /// Whether the innermost frame, an array of two that is whole, may be a key with its value.
  var mayBeSecretPair: Bool {
    guard unsafe !memory.pointee.relevantTraits.isEmpty else { return false }
    guard let elements = unsafe json(at: frame.pointee.start..<count, closedBy: UInt8(ascii: "]"))?.array else { return true }
    return elements[0].string.map { writer.names.isSecret($0) } ?? false
  }

  /// Notes what is to be done with what is written next.
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
  /// Does what was to be done with the member or element that was written last.
  @inline(__always)
  func settle(_ frame: UnsafeMutablePointer<Frame>) {
    if unsafe frame.pointee.pending != .nothing { unsafe settlePending(frame) }
  }

  private func settlePending(_ frame: UnsafeMutablePointer<Frame>) {
    let pending = unsafe frame.pointee.pending
    let value = unsafe frame.pointee.memberValue..<memory.pointee.count
    unsafe frame.pointee.pending = .nothing
    guard pending.isRaw else {
      // Too late to hide the neighbour: it is written already.
      if let text = text(at: value), writer.names.isSecret(text) { breakScope() }
      return
    }
    leaveRaw()
    guard unsafe memory.pointee.rawDepth == 0, !value.isEmpty else { return }
    unsafe memory.pointee.paths = frame.pointee.memberPaths
    hide(value, as: pending.secrecy)
    unsafe memory.pointee.paths = PathMatching.none
  }

  /// Replaces the last bytes, a whole value, by what may be known of it.
  func hide(_ value: Range<Int>, as secrecy: WritingContext.Secrecy) {
    switch self[value.lowerBound] {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "t"), UInt8(ascii: "f"): if secrecy == .hidden { writeDigest(over: value) }
    case UInt8(ascii: "\""), UInt8(ascii: "["): if value.count > 2 { writeDigest(over: value) }
    case UInt8(ascii: "{"): hideObject(value, as: secrecy)
    default: writeDigest(over: value)
    }
  }

  private func hideObject(_ value: Range<Int>, as secrecy: WritingContext.Secrecy) {
    guard value.count > 2, !hasPrefix(#"{"$redacted":"#, at: value), !hasPrefix(#"{"$opaque":"#, at: value) else { return }
    // The values of an enum case have its name for a key: `{"_0":true}`. Others are hidden as one.
    let isTakenApart = secrecy == .named || (secrecy == .secret && hasPrefix(#"{"_"#, at: value))
    guard isTakenApart, let json = json(at: value) else { return writeDigest(over: value) }
    rollBack(to: value.lowerBound)
    let paths = unsafe memory.pointee.paths
    writer.write(json, in: WritingContext(secrecy: secrecy, paths: paths, depth: nextDepth))
  }

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

  /// The value that was written at a place.
  func json(at range: Range<Int>) -> JSONValue? {
    try? JSONValue(parsing: unsafe withBytes(range) { unsafe Array($0) })
  }

  private func json(at range: Range<Int>, closedBy bracket: UInt8) -> JSONValue? {
    try? JSONValue(parsing: unsafe withBytes(range) { unsafe Array($0) } + [bracket])
  }

  /// The text that was written at a place, if it is one.
  func text(at range: Range<Int>) -> String? {
    guard range.count >= 2, self[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let contents = range.dropFirst().dropLast()
    let isPlain = unsafe withBytes(contents) { unsafe !$0.contains(UInt8(ascii: "\\")) }
    guard isPlain else { return json(at: range)?.string }
    return unsafe withBytes(contents) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a member of the object that is being written holds the name of a secret: `{"name":"Authorization",…`.
  private func holdsSecretName(_ frame: UnsafeMutablePointer<Frame>) -> Bool {
    // Up to the comma before the member that begins.
    let members = unsafe frame.pointee.start..<frame.pointee.member - 1
    guard let object = json(at: members, closedBy: UInt8(ascii: "}"))?.object else { return false }
    return writer.holdsSecretName(object)
  }
}
