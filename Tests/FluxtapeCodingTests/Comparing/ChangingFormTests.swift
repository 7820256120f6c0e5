import FluxtapeJSON
import Testing

@testable import FluxtapeCoding

/// Types whose `encode(to:)` decides by the value which members it writes, under which keys, or in which form.
struct ChangingFormTests {
  /// A text alone, or an object.
  private struct Tag: Encodable {
    var raw: String
    private enum CodingKeys: CodingKey { case raw }

    func encode(to encoder: any Encoder) throws {
      if raw.hasPrefix("x") {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(raw, forKey: .raw)
      } else {
        var container = encoder.singleValueContainer()
        try container.encode(raw)
      }
    }
  }
  private struct Tags: Encodable { var first: Tag, second: Tag }

  /// A leaf has another key than a branch.
  private struct Branch: Encodable {
    var name: String
    var children: [Branch] = []
    private enum CodingKeys: CodingKey { case name, leaf, children }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: children.isEmpty ? .leaf : .name)
      try container.encode(children, forKey: .children)
    }
  }

  /// A member that is `nil` is left out, or `null`.
  private struct Note: Encodable {
    var isOpen: Bool
    var text: String?
    var count = 0
    private enum CodingKeys: CodingKey { case isOpen, text, count }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isOpen, forKey: .isOpen)
      if isOpen { try container.encode(text, forKey: .text) } else { try container.encodeIfPresent(text, forKey: .text) }
      try container.encode(count, forKey: .count)
    }
  }

  private struct Refusal: Error {}
  private struct Picky: Encodable {
    var isRefused = false
    var count = 0
    private enum CodingKeys: CodingKey { case isRefused, count }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isRefused, forKey: .isRefused)
      if isRefused { throw Refusal() }
      try container.encode(count, forKey: .count)
    }
  }

  @Test func `a text that becomes an object, and an object that becomes a text`() throws {
    let followed = try FollowedDocument(Tags(first: Tag(raw: "plain"), second: Tag(raw: "x1")))
    for (first, second) in [("x2", "x1"), ("x3", "x2"), ("plain", "x3"), ("other", "plain"), ("x4", "x5"), ("x4", "x6")] {
      try followed.advance(to: Tags(first: Tag(raw: first), second: Tag(raw: second)))
    }
  }

  @Test func `a branch that becomes a leaf`() throws {
    let followed = try FollowedDocument(Branch(name: "a", children: [Branch(name: "b")]))
    try followed.advance(to: Branch(name: "a"))
    try followed.advance(to: Branch(name: "c"))
    try followed.advance(to: Branch(name: "c", children: [Branch(name: "d", children: [Branch(name: "e")])]))
    try followed.advance(to: Branch(name: "c", children: [Branch(name: "d")]))
  }

  @Test func `an absent member that becomes null while its bytes stay`() throws {
    let followed = try FollowedDocument(Note(isOpen: false))
    try followed.advance(to: Note(isOpen: true))
    try followed.advance(to: Note(isOpen: true, count: 1))
    try followed.advance(to: Note(isOpen: false, text: "a", count: 1))
    try followed.advance(to: Note(isOpen: true, text: "b", count: 1))
    try followed.advance(to: Note(isOpen: false, count: 2))
  }

  @Test func `an encoding that throws for one value`() throws {
    let followed = try FollowedDocument([Picky(), Picky(count: 1)])
    try followed.advance(to: [Picky(count: 5), Picky(count: 1)])
    try followed.advance(to: [Picky(isRefused: true, count: 5), Picky(count: 1)])
    try followed.advance(to: [Picky(isRefused: true, count: 6), Picky(count: 2)])
    try followed.advance(to: [Picky(count: 6), Picky(count: 3)])
  }

  /// The part writes to the container around it, of another kind, while a nested container is open.
  private struct Usurper: Encodable {
    var isOn = true

    private struct Part: Encodable {
      let outer: any Encoder
      func encode(to encoder: any Encoder) throws {
        var list = outer.unkeyedContainer()
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(1)
        var own = encoder.singleValueContainer()
        try own.encode("part")
        try inner.encode(2)
      }
    }

    func encode(to encoder: any Encoder) throws {
      guard isOn else {
        var container = encoder.singleValueContainer()
        return try container.encode("off")
      }
      var object = encoder.container(keyedBy: PlaceKey.self)
      var list = object.nestedUnkeyedContainer(forKey: PlaceKey(stringValue: "list"))
      var inner = list.nestedUnkeyedContainer()
      try inner.encode(Part(outer: encoder))
    }
  }

  @Test func `a part that replaces the container around it, while nested ones are open`() throws {
    #expect(encodedBothWays([Usurper(), Usurper(isOn: false)]).text == #"[[[1,2]],"off"]"#)
    let followed = try FollowedDocument([Usurper()])
    try followed.advance(to: [Usurper(isOn: false)])
    try followed.advance(to: [Usurper()])
  }
}
