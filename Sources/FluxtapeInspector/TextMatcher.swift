import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog

/// Looks for a piece of text: in any case if it has no upper case letters, else exactly as it is.
struct TextMatcher {
  private let pattern: [Character]
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  init(_ text: String) {
    ignoresCase = !text.contains(where: \.isUppercase)
    pattern = Array(ignoresCase ? text.lowercased() : text)
    bytes = Array((ignoresCase ? text.lowercased() : text).utf8)
  }

  /// Where the pattern stands in a short text, in characters.
  func ranges(in text: String) -> [Range<Int>] {
    guard !pattern.isEmpty, matches(text) else { return [] }
    let characters = Array(text).map { ignoresCase ? $0.lowercased() : String($0) }
    let wanted = pattern.map(String.init)
    var ranges: [Range<Int>] = []
    var place = 0
    while place + wanted.count <= characters.count {
      if characters[place..<place + wanted.count].elementsEqual(wanted) {
        ranges.append(place..<place + wanted.count)
        place += wanted.count
      } else {
        place += 1
      }
    }
    return ranges
  }

  /// Whether `text` holds the pattern. Letters beyond ASCII are compared in lower case as Unicode has it.
  func matches(_ text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if ignoresCase, !isASCII { return text.lowercased().utf8.contains(bytes) }
    let (low, high) = ignoresCase ? (first, Self.upper(first)) : (first, first)
    return text.withBytes { text in
      guard text.count >= bytes.count else { return false }
      for start in 0...(text.count - bytes.count) where text[start] == low || text[start] == high {
        var length = 1
        while length < bytes.count, bytes[length] == (ignoresCase ? Self.lower(text[start + length]) : text[start + length]) { length += 1 }
        if length == bytes.count { return true }
      }
      return false
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte }
  private static func upper(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte }
}

extension Collection where Element == UInt8 {
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    var start = startIndex
    while start != endIndex {
      if self[start...].starts(with: wanted) { return true }
      formIndex(after: &start)
    }
    return wanted.isEmpty
  }
}

// MARK: - Values and records

extension TextMatcher {
  /// Whether a key or a scalar in `value` holds the pattern.
  func matches(_ value: JSONValue) -> Bool {
    var waiting = [value]
    while let value = waiting.popLast() {
      switch value {
      case .object(let object):
        for member in object {
          if matches(member.key) { return true }
          waiting.append(member.value)
        }
      case .array(let elements): waiting += elements
      case .string(let string): if matches(string) { return true }
      case .number(let number): if matches(number.text) { return true }
      case .bool(let bool): if matches(bool ? "true" : "false") { return true }
      case .null: if matches("null") { return true }
      }
    }
    return false
  }

  /// Whether a step holds the pattern in its type, its payload, its error, or in the paths and values that it changed.
  func matches(_ record: LogRecord) -> Bool {
    switch record {
    case .action(let action):
      return matches(action.type) || action.payload.map(matches) == true || matches(action.outcome)
    case .completion(let completion): return matches(completion.outcome)
    case .state(let state): return matches(state.outcome)
    case .mark(let mark): return matches(mark.text)
    case .gap(let gap): return matches(gap.reason)
    case .end(let end): return matches(end.reason)
    case .unknown(let unknown): return matches(.object(unknown.members))
    }
  }

  private func matches(_ outcome: Outcome) -> Bool {
    if let error = outcome.error, matches(error.type) || matches(error.message) { return true }
    guard let patch = outcome.patch else { return false }
    return patch.operations.contains { operation in
      if matches(operation.path.description) { return true }
      return switch operation {
      case .add(_, let value), .replace(_, let value), .test(_, let value): matches(value)
      case .splice(_, _, _, let text): matches(text)
      case .remove, .move, .copy: false
      }
    }
  }
}
