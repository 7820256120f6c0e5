import FluxtapeJSON
import Testing

@testable import FluxtapeCoding

/// Values that are passed as `any P` with only one protocol: the type's name does not show that it is an existential.
struct ExistentialTests {
  protocol Thing {}

  /// Its mirror differs from its encoding.
  final class Box: Encodable, Thing {
    var number = 1
    var isOn: Bool?
  }

  struct Token: Encodable, Thing {
    var text = "plain"
    private enum CodingKeys: String, CodingKey { case text = "t" }
  }

  struct Held { var value: any Thing }

  @Test func `the type of existentials is told from that of what they hold`() {
    for type in [
      Any.self, AnyObject.self, (any Thing).self, (any Error).self, (any Thing & Sendable).self, (any Collection<Int>).self,
      (any Encodable).self,
    ] as [Any.Type] {
      #expect(SystemType.isExistential(type), "\(type)")
    }
    for type in [Int.self, Box.self, Token.self, (Int, Token).self, [any Thing].self, (any Thing)?.self, Any.Type.self, (() -> Void).self]
      as [Any.Type]
    {
      #expect(!SystemType.isExistential(type), "\(type)")
    }
  }

  @Test func `what encodes itself does so in any place, behind its type`() {
    let (box, token) = (#"{"$type":"ExistentialTests.Box","number":1}"#, #"{"$type":"ExistentialTests.Token","t":"plain"}"#)
    #expect(encodedBothWays(Box() as any Thing).text == #"{"number":1}"#)
    #expect(encodedBothWays([Box(), Token()] as [any Thing]).text == "[\(box),\(token)]")
    #expect(encodedBothWays(["a": Token()] as [String: any Thing]).text == #"{"a":\#(token)}"#)
    #expect(encodedBothWays(Token() as (any Thing)?).text == token)
    #expect(encodedBothWays(Held(value: Box())).text == #"{"value":\#(box)}"#)
    #expect(encodedBothWays((1, Box() as any Thing)).text == "[1,\(box)]")
  }

  @Test func `what a type's rule hides is hidden in any place`() {
    var rules = EncodingRules.plain
    rules.setHook(.leftOut, for: Token.self)
    for text in [
      written(Token() as any Thing, under: rules), written([Token()] as [any Thing], under: rules),
      written(["a": Token()] as [String: any Thing], under: rules),
      written(Held(value: Token()), under: rules),
    ] {
      #expect(!text.contains("plain"), "\(text)")
    }
  }

  @Test func `a member that an object no longer writes is removed`() throws {
    let box = Box()
    box.isOn = true
    let followed = try FollowedDocument(Held(value: box))
    box.isOn = nil
    #expect(try followed.advance(to: Held(value: box)) == #"[{"op":"remove","path":"/value/isOn"}]"#)
    box.number = 2
    #expect(try followed.advance(to: Held(value: box)) == #"[{"op":"replace","path":"/value/number","value":2}]"#)
  }
}
