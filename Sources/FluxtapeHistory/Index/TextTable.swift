import FluxtapeJSON

/// Texts that come again and again, each kept once and named by a number. Texts differ when their bytes do.
struct TextTable: Sendable {
  private struct Key: Hashable, Sendable {
    let text: String
    static func == (left: Key, right: Key) -> Bool { left.text.hasSameBytes(as: right.text) }
    func hash(into hasher: inout Hasher) { hasher.combineBytes(of: text) }
  }

  private(set) var texts: [String] = []
  private var numbers: [Key: UInt32] = [:]

  subscript(number: UInt32) -> String { texts[Int(number)] }

  func number(of text: String) -> UInt32? { numbers[Key(text: text)] }

  mutating func insert(_ text: String) -> UInt32 {
    let key = Key(text: text)
    if let number = numbers[key] { return number }
    let number = UInt32(texts.count)
    texts.append(text)
    numbers[key] = number
    return number
  }
}
