import FluxtapeCoding
import FluxtapeJSON
import Testing

/// Keyed containers are reused only when nothing else holds them.
struct LentContainersTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// Keeps the container that it wrote to.
  private struct Keeper: Encodable {
    let kept: Kept
    let number: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: Key("a"))
      kept.add(container)
    }
  }

  private final class Kept: @unchecked Sendable {
    private var containers: [KeyedEncodingContainer<Key>] = []

    func add(_ container: KeyedEncodingContainer<Key>) { containers.append(container) }

    func writeToAll() throws {
      for place in containers.indices { try containers[place].encode("late", forKey: Key("b")) }
    }

    func letGo() { containers = [] }
  }

  /// All levels have one type of keys.
  private struct Node: Codable, Equatable {
    var name: String
    var children: [Node] = []

    static func chain(_ length: Int) -> Node { length == 0 ? Node(name: "0") : Node(name: "\(length)", children: [chain(length - 1)]) }
  }

  private static func text<Value>(_ value: Value, by writer: ValueWriter) -> String {
    var bytes: [UInt8] = []
    writer.write(value, named: "value", appendingTo: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a container that is kept never writes to a later value`() throws {
    let (writer, kept) = (ValueWriter(rules: .plain), Kept())
    for number in 0..<40 {
      #expect(Self.text(Keeper(kept: kept, number: number), by: writer) == #"{"a":\#(number)}"#)
      try kept.writeToAll()
    }
    kept.letGo()
    for number in 0..<40 { #expect(Self.text([Keeper(kept: Kept(), number: number)], by: writer) == #"[{"a":\#(number)}]"#) }
  }

  /// The few bytes of a container that outlives its writer are never freed. Leak checkers do not report what this holds.
  private static let heldForever = Kept()

  @Test func `a container outlives its writer`() throws {
    let kept = Self.heldForever
    #expect(Self.text(Keeper(kept: kept, number: 1), by: ValueWriter(rules: .plain)) == #"{"a":1}"#)
    let other = ValueWriter(rules: .plain)
    try kept.writeToAll()
    #expect(Self.text(Keeper(kept: kept, number: 2), by: other) == #"{"a":2}"#)
    try kept.writeToAll()
  }

  @Test(arguments: [1, 7, 8, 9, 40]) func `as many are in use at a time as a tree has levels`(levels: Int) {
    let writer = ValueWriter(rules: .plain)
    let tree = Node(name: "root", children: [.chain(levels), .chain(1), .chain(levels)])
    let expected = encodedBothWays(tree).text
    for _ in 0..<3 { #expect(Self.text(tree, by: writer) == expected) }
  }
}
