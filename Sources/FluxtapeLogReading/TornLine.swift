import FluxtapeJSON
import FluxtapeLog

/// An incomplete last line without a line feed: what can be read of it, and what is lost.
///
/// An app that died inside a reducer leaves its line open after the payload. A machine that died may leave it open anywhere, followed by
/// NUL bytes where the file had grown but nothing was written.
public struct TornLine: Hashable, Sendable {
  /// The missing part of the line.
  public enum Loss: Hashable, Sendable {
    /// The line ends after a complete member. The outcome had not begun.
    case nothing
    /// A member with this key, known when the action begins. Empty if the key itself is incomplete and may be one of several.
    case member(String)
    /// The outcome of the action, which was begun or may have been.
    case outcome
  }

  /// The complete members, without any of the outcome; `nil` if they do not make a record.
  public let line: LogLine?
  /// The missing part of the line.
  public let loss: Loss
  /// The number of bytes written.
  public let byteCount: Int
  /// The number of NUL bytes after them.
  public let nulCount: Int
}

extension TornLine {
  /// Reads a line that is not JSON.
  ///
  /// - Complexity: O(`bytes.count`).
  public init(_ bytes: [UInt8]) {
    byteCount = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    nulCount = bytes.count - byteCount
    var line: LogLine?
    var broken: ArraySlice<UInt8>?
    // If the longest complete prefix does not name an action, no shorter one does. The bytes before NUL bytes may be a complete line.
    for (end, brace) in [(byteCount, "")] + Self.memberEnds(in: bytes[..<byteCount]).suffix(2).reversed().map({ ($0, "}") }) {
      // The machine died after the file grew: a number may continue in the part that was never written.
      if end == byteCount, nulCount > 0, Self.endsInNumber(bytes[..<end]) { continue }
      line = try? LogLine(decoding: bytes[..<end] + Array(brace.utf8))
      guard line != nil else { continue }
      broken = end < byteCount ? bytes[(end + 1)..<byteCount] : nil
      break
    }
    (self.line, loss) = Self.reading(line, broken)
  }

  /// The action, if the line names one.
  public var action: ActionRecord? { if case .record(.action(let action))? = line { action } else { nil } }

  /// Whether the app died in the action, or in one that it caused: the outcome had not begun.
  public var isInFlight: Bool { action.map { $0.effect == nil && loss != .outcome } ?? false }

  /// Whether a begun part of the line is lost.
  public var isCut: Bool {
    guard let action else { return true }
    // Completed work has an outcome.
    return loss != .nothing || action.effect.map { $0.phase != .started } ?? false
  }

  private static func endsInNumber(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.last.map { (0x30...0x39).contains($0) } ?? false }

  // MARK: - Losses

  /// - Parameter broken: The bytes after the comma that ends the last complete member, if any.
  private static func reading(_ line: LogLine?, _ broken: ArraySlice<UInt8>?) -> (LogLine?, Loss) {
    switch line {
    case .record(.action(var action))?:
      let loss = loss(of: action, broken)
      action.outcome = Outcome()
      return (.record(.action(action)), loss)
    case .record(.state(var state))?:
      state.outcome = Outcome()
      return (.record(.state(state)), .outcome)
    case .header, .record, nil: return (line, .nothing)
    }
  }

  private static let outcomeKeys = [
    LogKey.duration, LogKey.error, LogKey.reduced, LogKey.omitted, LogKey.patch, LogKey.state, LogKey.effect,
  ]
  private static let headKeys = [
    LogKey.schema, LogKey.enumCase, LogKey.cause, LogKey.site, LogKey.thread, LogKey.trace, LogKey.span, LogKey.payload,
  ]

  private static func loss(of action: ActionRecord, _ broken: ArraySlice<UInt8>?) -> Loss {
    if !action.outcome.isEmpty { return .outcome }
    guard let (key, isWhole) = broken.map(key) else { return .nothing }
    // A writer puts only the outcome after the payload.
    if action.payload != nil { return .outcome }
    if isWhole { return outcomeKeys.contains(key) ? .outcome : .member(key) }
    guard !outcomeKeys.contains(where: { $0.hasPrefix(key) }) else { return .outcome }
    let possible = headKeys.filter { $0.hasPrefix(key) }
    return .member(possible.count == 1 ? possible[0] : "")
  }

  /// The key of an incomplete member as far as it was written, and whether the key is complete.
  private static func key(of broken: ArraySlice<UInt8>) -> (key: String, isWhole: Bool) {
    let text = broken.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard text.first == UInt8(ascii: "\"") else { return ("", false) }
    let name = text.dropFirst()
    let end = name.firstIndex(of: UInt8(ascii: "\""))
    return (String(decoding: name[..<(end ?? name.endIndex)], as: UTF8.self), end != nil)
  }

  /// Where a member of the outermost object may end: at its commas, and at the end of the bytes.
  private static func memberEnds(in bytes: ArraySlice<UInt8>) -> [Int] {
    var ends: [Int] = []
    var open = JSONDepth()
    for (place, byte) in zip(bytes.indices, bytes) {
      open.read(byte)
      if byte == UInt8(ascii: ","), open.depth == 1, !open.isInString { ends.append(place) }
    }
    return ends + [bytes.endIndex]
  }
}

extension LogLine {
  /// Reads a last line without a line feed: the whole line if it is complete, else its complete members.
  ///
  /// - Returns: `nil` if the members that name an action are missing.
  public init?(torn bytes: [UInt8]) {
    guard let line = (try? LogLine(decoding: bytes)) ?? TornLine(bytes).line else { return nil }
    self = line
  }
}
