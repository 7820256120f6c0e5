import FluxtapeAnswers
import FluxtapeJSON

/// Values in the page's data: JSON that a browser reads without loss, and that cannot end a script element.
///
/// Values that JavaScript would change are tagged: `{"$number":"0.10"}` for a number that a double does not reproduce,
/// `{"$object":[["10",1],["9",2]]}` for an object whose members it would reorder.
enum PageJSON {
  static func text(_ value: JSONValue) -> String { (isKept(value) ? value : tagged(value)).printableText.escapingMarkup }

  static func text(_ string: String) -> String { JSONValue.string(string).printableText.escapingMarkup }

  // MARK: - Values that JavaScript preserves

  private static func isKept(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool, .string: true
    case .number(let number): isKept(number)
    case .array(let elements): elements.allSatisfy(isKept)
    case .object(let object): object.allSatisfy { isKept($0.key) && isKept($0.value) }
    }
  }

  /// Whether JavaScript writes the number as it was read.
  private static func isKept(_ number: JSONNumber) -> Bool {
    if let int = number.int { return int.magnitude < 1 << 53 }
    let double = number.double
    // JavaScript would write an integer with a fraction, such as 1.0, as 1.
    guard double.isFinite, (1e-4..<1e15).contains(abs(double)), double != double.rounded() else { return false }
    return double.description == number.text
  }

  /// JavaScript moves keys that look like indices to the front, treats `__proto__` specially, and the tags are reserved.
  private static func isKept(_ key: String) -> Bool {
    guard let first = key.utf8.first else { return true }
    if (0x30...0x39).contains(first) { return !key.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return key != "__proto__" && key != "$number" && key != "$object"
  }

  private static func tagged(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .string: return value
    case .number(let number): return isKept(number) ? value : ["$number": .string(number.text)]
    case .array(let elements): return .array(elements.map(tagged))
    case .object(let object):
      guard object.allSatisfy({ isKept($0.key) }) else {
        return ["$object": .array(object.map { [.string($0.key), tagged($0.value)] })]
      }
      return .object(JSONObject(object.map { ($0.key, tagged($0.value)) }))
    }
  }
}

extension String {
  /// JSON in which no `<` can end a script element or begin a comment. `<` occurs only in strings, where `\u` is equivalent.
  fileprivate var escapingMarkup: String {
    guard utf8.contains(UInt8(ascii: "<")) else { return self }
    // By bytes, see `String.escapingScalars`; split, as a page has megabytes of it.
    return utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).map { Substring($0) }.joined(separator: "\\u003c")
  }
}
