import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases

/// Random documents, reproducible by their seed.
struct RandomJSON {
  private var generator: SplitMix64

  init(seed: Int) { generator = SplitMix64(seed: seed) }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private static let texts = [
    "", "a", "é", "e\u{301}", "日本", "👍🏽", "\u{0}", "\"\\/", "a/b~c", "$x", "-", "0", "a longer text with words in it", "\\ud800",
  ]
  private static let numbers = ["0", "-0", "1", "1.0", "1e2", "-17", "9007199254740993", "0.10", "1e400", "12345678901234567890123"]

  mutating func text() -> String { (0...number(below: 3)).map { _ in Self.texts[number(below: Self.texts.count)] }.joined() }

  mutating func value(depth: Int = 4) -> JSONValue {
    switch number(below: depth > 0 ? 9 : 5) {
    case 0: return .null
    case 1: return .bool(number(below: 2) == 0)
    case 2, 3:
      let text = Self.numbers[number(below: Self.numbers.count)]
      return (try? JSONValue(parsing: text)) ?? .null
    case 4: return .string(text())
    case 5, 6: return .array((0..<number(below: 7)).map { _ in value(depth: depth - 1) })
    default: return .object(JSONObject((0..<number(below: 7)).map { _ in (text(), value(depth: depth - 1)) }))
    }
  }

  /// Returns `value` with a few changes like those of actions: leaves replaced, elements and members added, removed and moved.
  mutating func changed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(var elements) where number(below: 8) > 0:
      for _ in 0..<number(below: 4) { change(&elements) }
      return .array(elements)
    case .object(var object) where number(below: 8) > 0:
      for key in Array(object.keys) where number(below: 3) == 0 {
        object[key] = number(below: 4) == 0 ? nil : changed(object[key] ?? .null)
      }
      if number(below: 3) == 0 { object[text()] = self.value(depth: 2) }
      return .object(object)
    case .string(let string) where number(below: 2) == 0: return .string(string + text())
    default: return self.value(depth: 2)
    }
  }

  private mutating func change(_ elements: inout [JSONValue]) {
    let place = number(below: elements.count + 1)
    switch number(below: 4) {
    case 0: elements.insert(value(depth: 2), at: place)
    case 1 where place < elements.count: elements.remove(at: place)
    case 2 where place < elements.count:
      let element = elements.remove(at: place)
      elements.insert(element, at: number(below: elements.count + 1))
    case 3 where place < elements.count: elements[place] = changed(elements[place])
    default: break
    }
  }
}

// MARK: - Spelling

extension RandomJSON {
  /// The value as another writer might write it: with white space, needless escapes, and some keys twice.
  mutating func spelled(_ value: JSONValue) -> String {
    let isStrange = number(below: 2) == 0
    return spelled(value, isStrange: isStrange)
  }

  private mutating func spelled(_ value: JSONValue, isStrange: Bool) -> String {
    guard isStrange else { return value.text }
    switch value {
    case .array(let elements):
      return space() + "[" + elements.map { spelled($0, isStrange: true) }.joined(separator: ",") + space() + "]"
    case .object(let object):
      var members = object.map { spelledText($0.key) + space() + ":" + spelled($0.value, isStrange: true) }
      if let first = object.first, number(below: 4) == 0 { members.append(spelledText(first.key) + ":" + self.value(depth: 1).text) }
      return "{" + space() + members.joined(separator: "," + space()) + "}" + space()
    case .string(let text): return spelledText(text)
    default: return space() + value.text
    }
  }

  private mutating func space() -> String { [" ", "\n\t", "", "", ""][number(below: 5)] }

  private mutating func spelledText(_ text: String) -> String {
    guard number(below: 2) == 0 else { return JSONValue.string(text).text }
    var spelled = "\""
    for unit in text.utf16 {
      let digits = String(unit, radix: 16, uppercase: number(below: 2) == 0)
      spelled += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return spelled + "\""
  }
}
