import FluxtapeCoding
import FluxtapeLocking
import Testing

/// The cost of a change: the values that are encoded for it.
struct VisitTests {
  /// The number of encodings of values, by name.
  final class Visits: Sendable {
    private let counts = Locked<[String: Int]>([:])

    func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    func take() -> [String: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  /// A node of a tree that counts its encodings. `visits` is looked up by number, so that the node itself is a plain value.
  struct Node: Encodable, Sendable {
    var name: String
    var number = 0
    var children: [Node] = []
    var named: [String: Node] = [:]
    let visits: Int

    enum CodingKeys: CodingKey { case name, number, children, named }

    func encode(to encoder: any Encoder) throws {
      Self.all.withLock { $0[visits] }.count(name)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(number, forKey: .number)
      try container.encode(children, forKey: .children)
      try container.encode(named, forKey: .named)
    }

    private static let all = Locked<[Visits]>([])

    static func observed() -> (number: Int, visits: Visits) {
      let visits = Visits()
      let number = all.withLock { all in
        all.append(visits)
        return all.count - 1
      }
      return (number, visits)
    }
  }

  private func tree(_ number: Int) -> Node {
    func node(_ name: String, _ children: [Node] = []) -> Node { Node(name: name, children: children, visits: number) }
    let named = ["x": node("x"), "y": node("y"), "z": node("z")]
    var root = node("root", (0..<100).map { place in node("a\(place)", [node("b\(place)")]) })
    root.named = named
    return root
  }

  private func visits(_ change: (inout Node) -> Void) throws -> (patch: String, visits: [String: Int]) {
    let (number, visits) = Node.observed()
    var state = tree(number)
    let delta = ImageComparison(rules: .plain)
    var bytes: [UInt8] = []
    #expect(delta.advance(to: state, named: "store", appendingTo: &bytes) == nil)
    _ = visits.take()
    change(&state)
    _ = try #require(delta.advance(to: state, named: "store", appendingTo: &bytes))
    return (String(decoding: bytes, as: UTF8.self), visits.take())
  }

  @Test func `of an unchanged state nothing is encoded`() throws {
    let seen = try visits { _ in }
    #expect(seen.patch == "[]")
    #expect(seen.visits == [:])
  }

  @Test func `only the values around the change are encoded, before and after it`() throws {
    let seen = try visits { $0.children[40].children[0].number = 1 }
    #expect(seen.patch == #"[{"op":"replace","path":"/children/40/children/0/number","value":1}]"#)
    #expect(seen.visits == ["root": 2, "a40": 2, "b40": 2])
  }

  @Test func `values in dictionaries are skipped as elements are`() throws {
    let seen = try visits { $0.named["y"]?.number = 1 }
    #expect(seen.patch == #"[{"op":"replace","path":"/named/y/number","value":1}]"#)
    #expect(seen.visits == ["root": 2, "y": 2])
  }

  @Test func `what comes is encoded, what stays is not`() throws {
    let inserted = try visits { $0.children.insert(Node(name: "new", visits: $0.visits), at: 50) }
    #expect(inserted.visits == ["root": 2, "new": 2])
    let copied = try visits { $0.named["w"] = $0.named["x"] }
    #expect(copied.visits == ["root": 2, "x": 1])
  }
}
