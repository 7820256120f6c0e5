import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeLocking
import FluxtapeJSON
import FluxtapeReplay
import Foundation
import Testing

/// Usual and unusual implementations of `encode(to:)`.
struct CustomEncodingTests {
  /// A value with a given `encode(to:)`.
  struct Value: Encodable {
    let write: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private func text(_ write: @escaping (any Encoder) throws -> Void) -> String { encodedBothWays(Value(write: write)).text }

  @Test func `nothing written is an empty object, also inside`() {
    #expect(text { _ in } == "{}")
    #expect(text { _ = $0.container(keyedBy: Key.self) } == "{}")
    #expect(text { _ = $0.unkeyedContainer() } == "[]")
    #expect(text { _ = $0.singleValueContainer() } == "{}")
    #expect(
      text {
        var container = $0.container(keyedBy: Key.self)
        _ = container.superEncoder()
        _ = container.nestedUnkeyedContainer(forKey: Key(stringValue: "a"))
        try container.encode(Value { _ in }, forKey: Key(stringValue: "b"))
      } == #"{"super":{},"a":[],"b":{}}"#
    )
  }

  @Test func `containers that are open at the same time may be written in turn`() {
    let json = text {
      var root = $0.container(keyedBy: Key.self)
      var left = root.nestedUnkeyedContainer(forKey: Key(stringValue: "left"))
      var right = root.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "right"))
      try left.encode(1)
      try right.encode(1, forKey: Key(stringValue: "a"))
      var inner = left.nestedUnkeyedContainer()
      try root.encode("x", forKey: Key(stringValue: "middle"))
      try left.encode(2)
      try inner.encode(Date(timeIntervalSinceReferenceDate: 0))
      try right.encode(2, forKey: Key(stringValue: "b"))
      var parent = left.superEncoder().singleValueContainer()
      try parent.encode(left.count)
      let above = right.superEncoder(forKey: Key(stringValue: "above"))
      try inner.encode(nil as Int?)
      var single = above.singleValueContainer()
      try single.encode(Set([2, 1]))
    }
    #expect(json == #"{"left":[1,["2001-01-01T00:00:00.000000Z",null],2,4],"right":{"a":1,"b":2,"above":[1,2]},"middle":"x"}"#)
  }

  @Test func `asking again goes on with what is there`() {
    let json = text {
      var first = $0.container(keyedBy: Key.self)
      var nested = first.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "n"))
      try nested.encode(1, forKey: Key(stringValue: "a"))
      var second = $0.container(keyedBy: Key.self)
      var again = second.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "n"))
      try again.encode(2, forKey: Key(stringValue: "b"))
      try nested.encode(3, forKey: Key(stringValue: "a"))
    }
    #expect(json == #"{"n":{"a":3,"b":2}}"#)
    let late = text {
      var root = $0.container(keyedBy: Key.self)
      try root.encode(1, forKey: Key(stringValue: "a"))
      try root.encode(2, forKey: Key(stringValue: "b"))
      var nested = root.nestedUnkeyedContainer(forKey: Key(stringValue: "a"))
      try nested.encode(3)
    }
    #expect(late == #"{"a":[3],"b":2}"#)
    let list = text {
      var first = $0.unkeyedContainer()
      try first.encode(1)
      var second = $0.unkeyedContainer()
      try second.encode(second.count)
      try first.encode(first.count)
    }
    #expect(list == "[1,1,2]")
  }

  @Test func `the last write decides what kind of value it is`() {
    #expect(
      text {
        var container = $0.singleValueContainer()
        try container.encode(1)
        try container.encode("b")
      } == #""b""#
    )
    #expect(
      text {
        var keyed = $0.container(keyedBy: Key.self)
        try keyed.encode(1, forKey: Key(stringValue: "a"))
        var list = $0.unkeyedContainer()
        try list.encode(1)
      } == "[1]"
    )
    #expect(
      text {
        var keyed = $0.container(keyedBy: Key.self)
        _ = keyed.nestedUnkeyedContainer(forKey: Key(stringValue: "a"))
        try keyed.encode(1, forKey: Key(stringValue: "a"))
        try keyed.encode(2, forKey: Key(stringValue: "a"))
        try keyed.encode(3, forKey: Key(stringValue: "$a"))
      } == #"{"a":2,"$$a":3}"#
    )
  }

  @Test func `what a container writes when its value is done is dropped`() {
    final class Keeper { var container: (any UnkeyedEncodingContainer)? }
    let keeper = Keeper()
    let kept = Value {
      keeper.container = $0.unkeyedContainer()
      try keeper.container?.encode(1)
    }
    let json = text {
      var list = $0.unkeyedContainer()
      try list.encode(kept)
      try keeper.container?.encode(2)
      _ = keeper.container?.nestedUnkeyedContainer()
      try list.encode(3)
    }
    #expect(json == "[[1],3]")
  }

  @Test(arguments: [false, true]) func `what was kept of a writer that is gone takes what it is given`(isOdd: Bool) throws {
    final class Keeper {
      var encoder: (any Encoder)?
      var container: KeyedEncodingContainer<Key>?
    }
    let keeper = Keeper()
    _ = written(
      Value {
        keeper.encoder = $0
        keeper.container = $0.container(keyedBy: Key.self)
        for _ in 0..<(isOdd ? 2 : 1) { try keeper.container?.encode(1, forKey: Key(stringValue: "a")) }
      })
    let encoder = try #require(keeper.encoder)
    #expect(encoder.codingPath.isEmpty && encoder.userInfo.isEmpty)
    try keeper.container?.encode("x", forKey: Key(stringValue: "b"))
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Date(), forKey: Key(stringValue: "c"))
    var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "d"))
    try nested.encodeNil(forKey: Key(stringValue: "e"))
    var list = container.superEncoder().unkeyedContainer()
    while list.count < 5 { try list.encode(2) }
    var single = encoder.singleValueContainer()
    try single.encode(list.codingPath.count)
  }

  @Test func `every scalar has its form in every container`() {
    let scalars: [any Encodable] = [
      true, 1, Int8(2), Int16(3), Int32(4), Int64(5), Int128(6), UInt(7), UInt8(8), UInt16(9), UInt32(10), UInt64(11), UInt128(12), 1.5,
      Float(2.5), -Double.infinity, "t", Data([1]), URL(fileURLWithPath: "/a"), Decimal(3), Int?.none, [Int?.none], ["k": Float.nan],
    ]
    let expected = #"""
      [true,1,2,3,4,5,6,7,8,9,10,11,12,1.5,2.5,{"$float":"-inf"},"t","AQ==","file:///a",3,null,[null],{"k":{"$float":"nan"}}]
      """#
    func append(_ value: some Encodable, to list: inout any UnkeyedEncodingContainer) throws { try list.encode(value) }
    let list = text { encoder in
      var list = encoder.unkeyedContainer()
      for scalar in scalars { try append(scalar, to: &list) }
    }
    #expect(list == expected)
    let wrapped = text { encoder in
      var list = encoder.unkeyedContainer()
      for scalar in scalars {
        try list.encode(
          Value {
            var single = $0.singleValueContainer()
            try single.encode(scalar)
          }
        )
      }
    }
    #expect(wrapped == expected)
    let members = text { encoder in
      var members = encoder.container(keyedBy: Key.self)
      for (index, scalar) in scalars.enumerated() { try members.encode(scalar, forKey: Key(stringValue: "\(index)")) }
    }
    #expect((try? JSONValue(parsing: members))?.object?.map(\.value) == (try? JSONValue(parsing: expected))?.array)
  }

  @Test func `user code finds its path`() {
    let leaf = Value { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(list.codingPath.map(\.stringValue).joined(separator: "/"))
    }
    let value: [String: Any] = ["a": [0, ["b": leaf] as [String: Any]] as [Any]]
    #expect(encodedBothWays(value).text == #"{"a":[0,{"b":["a/1/b"]}]}"#)
  }
}

// MARK: - Memory

extension CustomEncodingTests {
  /// A key that lives as long as a container keeps it.
  struct Tracer: CodingKey {
    final class Life: Sendable {}
    let life: Life
    let stringValue: String
    let intValue: Int? = nil
    init(_ life: Life, _ stringValue: String) {
      self.life = life
      self.stringValue = stringValue
    }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test(arguments: ["written", "thrown", "overwritten", "replaced"])
  func `nothing stays in memory, whatever became of nested containers`(fate: String) {
    weak var life: Tracer.Life?
    do {
      let key = Tracer(Tracer.Life(), "a")
      life = key.life
      _ = text {
        var root = $0.container(keyedBy: Tracer.self)
        var nested = root.nestedContainer(keyedBy: Tracer.self, forKey: key)
        var inner = nested.nestedUnkeyedContainer(forKey: key)
        _ = inner.nestedUnkeyedContainer()
        switch fate {
        case "thrown": throw Refusal()
        case "overwritten": try root.encode(1, forKey: key)
        case "replaced":
          var list = $0.unkeyedContainer()
          try list.encode(1)
          _ = inner.nestedUnkeyedContainer()
          _ = nested.nestedUnkeyedContainer(forKey: key)
        default: break
        }
      }
    }
    #expect(life == nil)
  }
}

// MARK: - Errors

extension CustomEncodingTests {
  struct Refusal: Error {}

  struct Picky: Encodable {
    var number: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: Key(stringValue: "written before"))
      if number < 0 { throw Refusal() }
    }
  }

  @Test func `a value that cannot encode itself is shown as what it consists of`() {
    #expect(encodedBothWays(Picky(number: -1)).text == #"{"number":-1}"#)
    struct List: Encodable { var name = "l", picky = [Picky(number: 1), Picky(number: -1)], byName = ["a": Picky(number: -2)] }
    #expect(
      encodedBothWays(List()).text == #"{"name":"l","picky":[{"written before":1},{"number":-1}],"byName":{"a":{"number":-2}}}"#
    )
  }

  @Test func `an enum and an object that cannot encode themselves have the reflected form`() {
    enum Choice: Encodable {
      case one(Picky)
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    final class Node: Encodable {
      var next: Node?
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    #expect(encodedBothWays(Choice.one(Picky(number: 2))).text == #"{"one":{"_0":{"written before":2}}}"#)
    let node = Node()
    node.next = node
    #expect(encodedBothWays(node).text == #"{"next":{"$opaque":"CustomEncodingTests.Node"}}"#)
    node.next = nil
  }
}

// MARK: - Depth

extension CustomEncodingTests {
  indirect enum Chain: Codable, Equatable, Sendable { case end, link(Chain) }
  struct Row: Codable, Equatable { var rows: [Row] }
  final class Ring: Codable { var next: Ring? }
  struct Selfish: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }
  struct Digging: Encodable {
    var depth: Int
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for _ in 0..<depth { list = list.nestedUnkeyedContainer() }
      try list.encode(1)
    }
  }
  struct Plain { var inner: Any? = nil }

  private func depth(of json: JSONValue) -> Int {
    switch json {
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.map { depth(of: $0.value) }.max() ?? 0)
    default: 0
    }
  }

  @Test func `whatever nests too deep is cut off below the limit`() {
    let chain = (0..<5_000).reduce(Chain.end) { chain, _ in .link(chain) }
    let row = (0..<5_000).reduce(Row(rows: [])) { row, _ in Row(rows: [row]) }
    let plain = (0..<2_000).reduce(Plain(inner: nil)) { plain, _ in Plain(inner: plain) }
    let keyed = (0..<2_000).reduce(1 as Any) { inner, _ in [1.5: inner] as [AnyHashable: Any] }
    let digging = Digging(depth: 100_000)
    for value in [chain, row, plain, keyed, digging] as [Any] {
      for limit in [1, 2, 3, 4, 5, 479] {
        var rules = EncodingRules.plain
        rules.maximumDepth = limit
        let json = encodedBothWays(value, rules)
        #expect(depth(of: json) <= limit && depth(of: json) >= limit - 2 && json.text.contains("$opaque"))
      }
    }
  }

  @Test func `a value that hands on to itself comes to an end`() {
    #expect(encodedBothWays(Selfish()).text == #"{"$opaque":"CustomEncodingTests.Selfish"}"#)
    let ring = Ring()
    ring.next = Ring()
    ring.next?.next = ring
    #expect(encodedBothWays(ring).text == #"{"next":{"next":{"$opaque":"CustomEncodingTests.Ring"}}}"#)
    ring.next = nil
  }

  @Test func `the deepest value that is encoded whole comes back`() throws {
    let chain = (0..<238).reduce(Chain.end) { chain, _ in .link(chain) }
    #expect(try ValueDecoder().decode(Chain.self, from: JSONValue(parsing: encodedBothWays(chain).bytes)) == chain)
    let row = (0..<238).reduce(Row(rows: [])) { row, _ in Row(rows: [row]) }
    #expect(try ValueDecoder().decode(Row.self, from: JSONValue(parsing: encodedBothWays(row).bytes)) == row)
  }

  // Never freed: freeing needs a large stack, and a thread frees its values when it ends.
  nonisolated(unsafe) private static let deepValues: [Any] = [
    (0..<2_000).reduce(Chain.end) { chain, _ in .link(chain) },
    (0..<2_000).reduce(Plain()) { plain, _ in Plain(inner: plain) },
    (0..<2_000).reduce(1 as Any) { ["a": $0, "b": $1] as [String: Any] },
    (0..<2_000).reduce(Row(rows: [])) { row, _ in Row(rows: [row]) },
  ]

  @Test(arguments: [256, 512, 8192]) func `a value that is too deep for the stack of its thread is cut off earlier`(kilobytes: Int) throws {
    for index in unsafe Self.deepValues.indices {
      let written = try onThread(stackKilobytes: kilobytes) { unsafe FluxtapeCodingTests.written(Self.deepValues[index]) }
      let json = try JSONValue(parsing: written)
      #expect(depth(of: json) >= 12 && depth(of: json) < 480 && json.text.contains("$opaque"))
      #expect(kilobytes < 8192 || depth(of: json) >= 477)
    }
  }

  @Test func `a value that is too deep to be read is refused`() throws {
    let chain = (0..<235).reduce(Chain.end) { chain, _ in .link(chain) }
    let json = encodedBothWays(chain)
    // Optimized stack frames are small.
    let failure = #expect(throws: (any Error).self) {
      try onThread(stackKilobytes: 128) { try ValueDecoder().decode(Chain.self, from: json) == chain }
    }
    #expect(failure.map { "\($0)" }?.contains("too deep") == true)
    #expect(try onThread(stackKilobytes: 8192) { (try? ValueDecoder().decode(Chain.self, from: json)) == chain })
  }
}
