@testable import FluxtapeCoding
import FluxtapeJSON
import FluxtapeLocking
import Testing

/// States that are more than values: what the comparison remembers of them, and what it does not retain.
struct ShadowTests {
  final class Counter: Encodable {
    var count = 0
    var next: Counter?
    var title = "counter"
    init(_ count: Int = 0, next: Counter? = nil) { (self.count, self.next) = (count, next) }
  }

  final class Plain {
    var number = 1
    var other: Plain?
  }

  protocol Shape: Encodable {}
  struct Circle: Shape { var radius = 1.0 }
  struct Square: Shape { var side = 1.0 }

  struct Mixed: Encodable {
    var counter: Counter
    var items = [1, 2, 3]
    var isOn = false
  }

  struct Unproven {
    var plain = Plain()
    var shapes: [any Shape] = []
    var byName: [String: any Shape] = [:]
    var anything: Any = 1
    var action: () -> Void = {}
  }

  @Test func `an object that is changed in place is followed`() throws {
    let counter = Counter(1, next: Counter(2))
    let followed = try FollowedDocument(counter)
    #expect(try followed.advance(to: counter) == "[]")
    counter.count = 7
    counter.next?.count = 8
    #expect(
      try followed.advance(to: counter)
        == #"[{"op":"replace","path":"/count","value":7},{"op":"replace","path":"/next/count","value":8}]"#)
    counter.next = nil
    #expect(try followed.advance(to: counter) == #"[{"op":"remove","path":"/next"}]"#)
  }

  @Test func `an object inside of a value is followed, and the rest compared as values are`() throws {
    let state = Mixed(counter: Counter(1))
    let followed = try FollowedDocument(state)
    state.counter.count = 2
    #expect(try followed.advance(to: state) == #"[{"op":"replace","path":"/counter/count","value":2}]"#)
    var other = state
    other.items.append(4)
    #expect(try followed.advance(to: other) == #"[{"op":"add","path":"/items/3","value":4}]"#)
  }

  @Test func `objects in a circle are followed`() throws {
    let counter = Counter(1, next: Counter(2))
    counter.next?.next = counter
    let followed = try FollowedDocument(counter)
    counter.next?.count = 3
    #expect(try followed.advance(to: counter) == #"[{"op":"replace","path":"/next/count","value":3}]"#)
    counter.next?.next = nil
  }

  @Test func `a circle that is longer than comparisons go is cut where a whole encoding cuts it`() throws {
    let first = Counter(0)
    var last = first
    for count in 1..<200 {
      let next = Counter(count)
      last.next = next
      last = next
    }
    last.next = first
    let followed = try FollowedDocument(first)
    last.count = -1
    try followed.advance(to: first)
    last.next = nil
    try followed.advance(to: first)
  }

  @Test func `what only its own type knows is followed`() throws {
    var state = Unproven(shapes: [Circle(), Square()], byName: ["a": Circle()])
    let followed = try FollowedDocument(state)
    state.plain.number = 2
    #expect(try followed.advance(to: state) == #"[{"op":"replace","path":"/plain/number","value":2}]"#)
    state.shapes[0] = Circle(radius: 2)
    #expect(try followed.advance(to: state) == #"[{"op":"replace","path":"/shapes/0/radius","value":2}]"#)
    state.shapes.insert(Square(side: 9), at: 0)
    let inserted = #"{"op":"add","path":"/shapes/0","value":{"$type":"ShadowTests.Square","side":9}}"#
    #expect(try followed.advance(to: state) == "[\(inserted)]")
    state.shapes[1] = Square(side: 2)
    try followed.advance(to: state)
    state.byName["a"] = Circle(radius: 3)
    state.byName["b"] = Square()
    let added = #"{"op":"add","path":"/byName/b","value":{"$type":"ShadowTests.Square","side":1}}"#
    #expect(try followed.advance(to: state) == #"[{"op":"replace","path":"/byName/a/radius","value":3},\#(added)]"#)
    state.anything = ["x": [1, 2]]
    try followed.advance(to: state)
    state.anything = ["x": [1, 2, 3]]
    #expect(try followed.advance(to: state) == #"[{"op":"add","path":"/anything/x/2","value":3}]"#)
    state.action = { print("other") }
    #expect(try followed.advance(to: state) == "[]")
  }

  @Test func `no object is kept alive`() {
    let delta = ImageComparison(rules: .plain)
    var bytes: [UInt8] = []
    weak var counter: Counter?
    weak var plain: Plain?
    do {
      let state = Mixed(counter: Counter(1, next: Counter(2)))
      counter = state.counter.next
      _ = delta.advance(to: state, named: "s", appendingTo: &bytes)
      #expect(delta.advance(to: state, named: "s", appendingTo: &bytes)?.isEmpty == true)
    }
    #expect(counter == nil)
    do {
      let state = Unproven()
      plain = state.plain
      _ = delta.advance(to: state, named: "s", appendingTo: &bytes)
    }
    #expect(plain == nil)
  }

  private struct Tree: Encodable { var children: [Tree] = [] }

  @Test func `what is known of a type that contains itself goes with its coder`() {
    weak var facts: TypeFacts?
    do {
      let coder = Coder(rules: .plain)
      facts = coder.facts(Tree.self)
      coder.begin(bytes: .max)
      _ = coder.image(ofDynamic: Tree(children: [Tree()]), isApart: true)
      #expect(facts?.plan.isEmpty == false)
    }
    #expect(facts == nil)
  }

  @Test func `what was kept is handed out to be let go`() throws {
    let delta = ImageComparison(rules: .plain)
    var bytes: [UInt8] = []
    #expect(delta.takeReleased().count == 0)
    _ = delta.advance(to: [1], named: "s", appendingTo: &bytes)
    #expect(delta.takeReleased().count == 0)
    _ = delta.advance(to: [2], named: "s", appendingTo: &bytes)
    #expect(delta.takeReleased().count == 1)
    #expect(delta.takeReleased().count == 0)
    delta.forget()
    #expect(delta.takeReleased().count == 1)
  }

  /// Its encoding reads something outside it.
  struct Impure: Encodable {
    static let outside = Locked(1)
    var number = 1
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number + Self.outside.withLock { $0 })
    }
  }

  @Test func `a state that is not trusted is compared by what is written of it`() throws {
    func patch(_ delta: ImageComparison, _ number: Int) -> String {
      var bytes: [UInt8] = []
      Impure.outside.withLock { $0 = number }
      _ = delta.advance(to: Impure(), named: "s", appendingTo: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let delta = ImageComparison(rules: .plain)
    _ = patch(delta, 1)
    #expect(patch(delta, 2) == "[]", "equal bytes are equal values")
    delta.distrust()
    _ = patch(delta, 3)
    #expect(patch(delta, 4) == #"[{"op":"replace","path":"","value":5}]"#)
  }
}
