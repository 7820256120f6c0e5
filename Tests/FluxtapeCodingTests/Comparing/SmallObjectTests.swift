import FluxtapeCoding
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Objects with few members, where one member may make another a secret: as the whole state, as a part that changes repeatedly, and as an
/// element.
struct SmallObjectTests {
  struct Object: Encodable, Sendable {
    var members: [Member]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      for member in members {
        let key = TextKey(member.key)
        switch member.value {
        case .text(let text): try container.encode(text, forKey: key)
        case .number(let number): try container.encode(number, forKey: key)
        case .null: try container.encodeNil(forKey: key)
        case .list(let texts): try container.encode(texts, forKey: key)
        }
      }
    }
  }

  struct Member: Sendable {
    var key: String
    var value: Value
  }

  enum Value: Sendable {
    case text(String)
    case number(Int)
    case null
    case list([String])
  }

  struct Form: Encodable, Sendable {
    var title = "form"
    var first: Object
    var second: Object
    var others: [Object]
  }

  private static let rules = EncodingRules.hidingSecrets(alsoUnder: ["", "mine"], digestKey: SipHash.Key(low: 1, high: 2))
  private static let keys = ["name", "value", "text", "key", "Field", "id", "_0", "_1", "label", "city", "street", "mine", "password", ""]
  private static let names = ["password", "mine", "city", "", "a"]

  /// Each new text contains a unique word that identifies it.
  private struct Words {
    var random: SplitMix64
    private var count = 0

    init(seed: Int) { random = SplitMix64(seed: seed) }

    mutating func text() -> String {
      count += 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: return SmallObjectTests.names.randomElement(using: &random) ?? ""
      case 2: return "<\(count)>"
      default: return "words that are long enough to be spliced when one of them changes: <\(count)>, is it not"
      }
    }

    mutating func value() -> Value {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .number(Int.random(in: 0..<3, using: &random))
      case 1: .null
      case 2: .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in text() })
      default: .text(text())
      }
    }

    mutating func object() -> Object {
      let keys = SmallObjectTests.keys.shuffled(using: &random).prefix(Int.random(in: 0..<6, using: &random))
      return Object(members: keys.map { Member(key: $0, value: value()) })
    }

    mutating func change(_ object: inout Object) {
      guard let place = object.members.indices.randomElement(using: &random) else { return object = self.object() }
      switch Int.random(in: 0..<16, using: &random) {
      case 0: object = self.object()
      case 1: object.members.remove(at: place)
      case 2: object.members.swapAt(0, place)
      case 3:
        let key = SmallObjectTests.keys.randomElement(using: &random) ?? ""
        if !object.members.contains(where: { $0.key == key }) { object.members[place].key = key }
      default: object.members[place].value = value()
      }
    }
  }

  @Test(arguments: seeds(5)) func `a patch of a small object tells no word that the whole hides`(seed: Int) throws {
    var words = Words(seed: seed)
    var object = words.object()
    let followed = try FollowedDocument(object, rules: Self.rules)
    for _ in 0..<100 {
      words.change(&object)
      try Self.expectNoSecret(in: followed.advance(to: object), to: followed.document)
    }
  }

  @Test(arguments: seeds(3)) func `a patch of a form tells no word that the whole hides`(seed: Int) throws {
    var words = Words(seed: seed)
    var form = Form(first: words.object(), second: words.object(), others: [words.object(), words.object()])
    let followed = try FollowedDocument(form, rules: Self.rules)
    for step in 0..<100 {
      switch step / 5 % 4 {
      case 0: words.change(&form.first)
      case 1: words.change(&form.second)
      case 2: words.change(&form.others[step % 2])
      default:
        words.change(&form.first)
        words.change(&form.others[0])
        form.title = words.text()
      }
      try Self.expectNoSecret(in: followed.advance(to: form), to: followed.document)
    }
  }

  private static func expectNoSecret(in patch: String, to document: JSONValue, _ place: SourceLocation = #_sourceLocation) {
    let whole = document.text
    for word in patch.matches(of: /<\d+>/) { #expect(whole.contains(word.output), "\(patch)", sourceLocation: place) }
  }
}
