import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLocking

/// Numbers for actions and paths, the same for all runs that are compared.
final class FactNames: Sendable {
  private struct Table {
    var texts = [""]
    var numbers: [String: UInt32] = ["": 0]
  }

  private let table = Locked(Table())

  func number(of text: String) -> UInt32 {
    table.withLock { table in
      if let number = table.numbers[text] { return number }
      let number = UInt32(table.texts.count)
      table.texts.append(text)
      table.numbers[text] = number
      return number
    }
  }

  func text(_ number: UInt32) -> String { table.withLock { $0.texts[Int(number)] } }
}

/// What one thread has asked for, so that it asks the others rarely.
struct FactNameCache {
  private struct Step: Hashable {
    let parent: UInt32
    let key: String
  }

  let names: FactNames
  private var subjects: [Step: UInt32] = [:]
  private var stores: [UInt32: UInt32] = [:]
  private var paths: [Step: UInt32] = [:]
  private var patterns: Set<UInt32> = []
  private var derived: Set<UInt32> = []
  private var parents: [UInt32: UInt32] = [:]

  init(_ names: FactNames) { self.names = names }

  /// What stands at the end of a path for how many elements an array has. No member is called that.
  static let size = "len()"
  /// The same for the sum of its elements.
  static func sum(of key: String?) -> String { "sum(\(key ?? ""))" }
  /// The same for its ends, and for the signs of a text.
  static let (first, last, signs, times) = ("first()", "last()", "signs()", "times()")

  /// The same for a number in a text, counted from 1.
  static func part(_ number: Int) -> String { "part(\(number))" }

  private static func isDerived(_ key: String) -> Bool {
    [size, first, last, signs].contains(key) || (key.hasPrefix("sum(") && key.hasSuffix(")"))
  }

  /// A bound for programs that make up names as they go.
  private static let most = 100_000

  /// The number of an action: `cart.itemAdded` of `cart`, whichever instance it is.
  mutating func subject(_ store: String, _ type: String) -> UInt32 {
    let step = Step(parent: 0, key: store + "\u{0}" + type)
    if let number = subjects[step] { return number }
    let base = store.lastIndex(of: "#").map { String(store[..<$0]) } ?? store
    let number = names.number(of: base + "\u{0}" + type)
    if subjects.count < Self.most { subjects[step] = number }
    return number
  }

  /// The number of an action's store. In the table of names, a store is an action without a type.
  mutating func store(of subject: UInt32) -> UInt32 {
    if let number = stores[subject] { return number }
    let number = names.number(of: names.text(subject).prefix { $0 != "\u{0}" } + "\u{0}")
    if stores.count < Self.most { stores[subject] = number }
    return number
  }

  /// The number of a path one step further down. Elements and identifiers are `*`.
  mutating func path(_ parent: UInt32, _ key: String) -> UInt32 {
    let step = Step(parent: parent, key: key)
    if let number = paths[step] { return number }
    let text = names.text(parent) + "/" + Self.token(key)
    let number = names.number(of: text)
    if text.contains("*") { patterns.insert(number) }
    if Self.isDerived(key) { derived.insert(number) }
    if paths.count < Self.most { (paths[step], parents[number]) = (number, parent) }
    return number
  }

  /// The same for one that was asked for before; `nil` for another one.
  mutating func known(_ parent: UInt32, _ key: String) -> UInt32? {
    // Those beyond the bound are not kept.
    paths[Step(parent: parent, key: key)] ?? (paths.count < Self.most ? nil : path(parent, key))
  }

  /// The path one step further up; the whole state's for what has no number any more.
  func parent(of path: UInt32) -> UInt32 { parents[path] ?? 0 }

  /// Whether a path that was asked for leads to several places.
  func isPattern(_ path: UInt32) -> Bool { patterns.contains(path) }

  /// Whether what stands at a path is derived from an array that stands there.
  func isDerived(_ path: UInt32) -> Bool { derived.contains(path) }

  mutating func path(_ pointer: JSONPointer) -> UInt32 { pointer.tokens.reduce(0) { path($0, $1) } }

  /// Two digits make an identifier of a key: `line1` is a name, `order-4711` none.
  private static func token(_ token: String) -> String {
    if token == "-" || token.utf8.count(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) > 1 { return "*" }
    if JSONPointer.arrayIndex(token) != nil { return "*" }
    return String(JSONPointer(tokens: [token]).description.dropFirst())
  }
}
