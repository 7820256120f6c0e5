import FluxtapeJSON
import FluxtapeLog

/// A last line without a line feed that is not whole: what can be read of it, and what is lost.
///
/// An app that died inside a reducer leaves its line open after the payload. A machine that died may leave it anywhere, with NUL bytes behind
/// it where the file had grown and nothing was written.
public struct TornLine: Hashable, Sendable {
  /// What of the line is missing.
  public enum Loss: Hashable, Sendable {
    /// The line ends behind a whole member. What came of the action was not begun.
    case nothing
    /// A member with this key, which is known when the action begins. Empty if the key itself broke off and may be several.
    case member(String)
    /// What came of the action, which was begun, or may have been.
    case outcome
  }

  /// The members that are whole, without what they tell of an outcome; `nil` if not even a record can be read from them.
  public let line: LogLine?
  /// What of the line is missing.
  public let loss: Loss
  /// Bytes of the line that were written.
  public let byteCount: Int
  /// NUL bytes behind them.
  public let nulCount: Int
}

extension TornLine {
  /// Reads the line, which is not JSON.
  ///
  /// - Complexity: O(`bytes.count`).
  public init(_ bytes: [UInt8]) {
    byteCount = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    nulCount = bytes.count - byteCount
    var line: LogLine?
    var broken: ArraySlice<UInt8>?
    // If the longest whole prefix does not name an action, no shorter one does. All of it may be whole where NUL bytes follow.
    for (end, brace) in [(byteCount, "")] + Self.memberEnds(in: bytes[..<byteCount]).suffix(2).reversed().map({ ($0, "}") }) {
      // The machine died with the file longer than what was written: a number may go on in what was not.
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

  /// Whether the app died in the action, or in one that it led to: nothing of an outcome was begun.
  public var isInFlight: Bool { action.map { $0.effect == nil && loss != .outcome } ?? false }

  /// Whether anything is lost that was begun.
  public var isCut: Bool {
    guard let action else { return true }
    // Work that has ended has an outcome.
    return loss != .nothing || action.effect.map { $0.phase != .started } ?? false
  }

  private static func endsInNumber(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.last.map { (0x30...0x39).contains($0) } ?? false }

  // MARK: - What is lost

  /// - Parameter broken: What stands behind the comma that ends the last whole member, if there is one.
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
  private static let headKeys = [LogKey.schema, LogKey.enumCase, LogKey.cause, LogKey.site, LogKey.thread, LogKey.payload]

  private static func loss(of action: ActionRecord, _ broken: ArraySlice<UInt8>?) -> Loss {
    if !action.outcome.isEmpty { return .outcome }
    guard let (key, isWhole) = broken.map(key) else { return .nothing }
    // A writer puts nothing behind the payload but what came of the action.
    if action.payload != nil { return .outcome }
    if isWhole { return outcomeKeys.contains(key) ? .outcome : .member(key) }
    guard !outcomeKeys.contains(where: { $0.hasPrefix(key) }) else { return .outcome }
    let possible = headKeys.filter { $0.hasPrefix(key) }
    return .member(possible.count == 1 ? possible[0] : "")
  }

  /// The key of a member that broke off, as far as it was written, and whether that is all of it.
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
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (place, byte) in zip(bytes.indices, bytes) {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: ends.append(place)
      default: break
      }
    }
    return ends + [bytes.endIndex]
  }
}

extension LogLine {
  /// What can be read of a last line that has no line feed: the line if it is whole, else the members that are.
  ///
  /// - Returns: `nil` if not even the members that name an action are there.
  public init?(torn bytes: [UInt8]) {
    guard let line = (try? LogLine(decoding: bytes)) ?? TornLine(bytes).line else { return nil }
    self = line
  }
}
