import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReplay
import FluxtapeRandomCases
import Foundation
import Testing

struct RoundTripTests {
  /// Encodes and decodes the value through text, as in a log.
  private func throughText<Value: Codable>(_ value: Value) throws -> Value {
    try ValueDecoder().decode(Value.self, from: JSONValue(parsing: encodedBothWays(value).bytes))
  }

  @Test(arguments: seeds(4)) func `random states come back equal, and encode to the same text again`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<8 {
      let state = Document.random(&random, depth: 4)
      let copy = try throughText(state)
      #expect(copy == state)
      #expect(encodedBothWays(copy).text == encodedBothWays(state).text)
    }
  }

  @Test(arguments: seeds(20)) func `random doubles and floats come back bit by bit`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let doubles = (0..<500).map { _ in Double(bitPattern: random.next()) }.filter { !$0.isNaN }
    #expect(try throughText(doubles).map(\.bitPattern) == doubles.map(\.bitPattern))
    let floats = (0..<500).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }.filter { !$0.isNaN }
    #expect(try throughText(floats).map(\.bitPattern) == floats.map(\.bitPattern))
    #expect(try throughText([Double.nan])[0].isNaN)
  }

  @Test(arguments: seeds(20)) func `random dates come back as the same instant`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let dates = (0..<500).map { _ in
      // Years 0 to 9999, without the months around 2001, in which a date is finer than a nanosecond.
      let seconds = Double.random(in: 2e7..<2.5e11, using: &random)
      return Date(
        timeIntervalSinceReferenceDate: Bool.random(using: &random) ? seconds : -seconds.remainder(dividingBy: 6.2e10).magnitude - 2e7)
    }
    #expect(try throughText(dates) == dates)
  }

  @Test func `keys that only Codable knows how to write come back`() throws {
    #expect(try throughText([2: "a", -10: "b"]) == [2: "a", -10: "b"])
    #expect(try throughText([NamedKey.south: 1, .north: 2]) == [NamedKey.south: 1, .north: 2])
    #expect(try throughText([Direction.south: 1, .north: 2]) == [Direction.south: 1, .north: 2])
    #expect(try throughText([[1, 2]: [Direction.north: 1]]) == [[1, 2]: [Direction.north: 1]])
    #expect(try throughText([1.5: "a", -.infinity: "b"]) == [1.5: "a", -.infinity: "b"])
    let id = UUID()
    #expect(try throughText([id: Date(timeIntervalSinceReferenceDate: 1.25)]) == [id: Date(timeIntervalSinceReferenceDate: 1.25)])
  }

  @Test func `keys that look like tags come back`() throws {
    let tags = ["$float": "nan", "$redacted": "x", "$": "", "$$a": "b"]
    #expect(try throughText(tags) == tags)
    #expect(try throughText([["$float": "nan"]]) == [["$float": "nan"]])
    #expect(try throughText([["$opaque": "x"]]) == [["$opaque": "x"]])
  }

  @Test func `classes come back, each with what its superclass wrote`() throws {
    let dog = Dog(name: "Rex", tricks: ["sit"])
    #expect(encodedBothWays(dog).text == #"{"tricks":["sit"],"super":{"name":"Rex"}}"#)
    let copy = try throughText(dog)
    #expect(copy.name == "Rex" && copy.tricks == ["sit"])
    let cat = Cat(name: "Tom", lives: 9)
    #expect(encodedBothWays(cat).text == #"{"name":"Tom","lives":9}"#)
    let otherCopy = try throughText(cat)
    #expect(otherCopy.name == "Tom" && otherCopy.lives == 9)
  }

  @Test func `what a decoder is told besides the value arrives`() throws {
    struct Echo: Decodable {
      let word: String?
      init(from decoder: any Decoder) { word = CodingUserInfoKey(rawValue: "word").flatMap { decoder.userInfo[$0] as? String } }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "word"))
    #expect(try ValueDecoder(userInfo: [key: "hello"]).decode(Echo.self, from: .null).word == "hello")
  }
}

// MARK: - A state with every shape

struct Document: Codable, Equatable {
  indirect enum Part: Codable, Equatable {
    case empty
    case text(String)
    case span(from: Int, to: Int?, Style)
    case group([Part])
    case document(Document)
  }
  struct Style: OptionSet, Codable, Hashable { let rawValue: UInt16 }
  struct Numbers: Codable, Equatable {
    var small: Int8
    var large: UInt64
    var wide: Int128
    var double: Double
    var float: Float
    var decimal: Decimal
  }

  var title: String
  var numbers: Numbers
  var isOpen: Bool
  var parts: [Part]
  var subtitle: String?
  var changed: Date
  var id: UUID
  var link: URL?
  var bytes: Data
  var tags: Set<String>
  var visits: Set<[Int]>
  var byName: [String: Part]
  var byNumber: [Int: [Date]]
  var byDirection: [Direction: Double?]
  var range: Range<Int>
  var matrix: [[Int?]]
}

extension Document {
  static func random(_ random: inout SplitMix64, depth: Int) -> Document {
    let count = depth > 0 ? Int.random(in: 0..<4, using: &random) : 0
    return Document(
      title: random.text(),
      numbers: .random(&random),
      isOpen: .random(using: &random),
      parts: (0..<count).map { _ in .random(&random, depth: depth - 1) },
      subtitle: Bool.random(using: &random) ? random.text() : nil,
      changed: Date(timeIntervalSinceReferenceDate: Double(Int64.random(in: -1 << 42..<1 << 42, using: &random)) / 256),
      id: random.uuid(),
      link: Bool.random(using: &random) ? URL(string: "https://example.org/\(random.next())?q=1") : nil,
      bytes: Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }),
      tags: Set((0..<count).map { _ in random.text() }),
      visits: Set((0..<count).map { _ in [Int.random(in: -5...5, using: &random), 1] }),
      byName: Dictionary((0..<count).map { _ in (random.text(), .random(&random, depth: depth - 1)) }) { $1 },
      byNumber: Dictionary((0..<count).map { (Int($0) - 1, [Date(timeIntervalSinceReferenceDate: Double($0))]) }) { $1 },
      byDirection: Bool.random(using: &random) ? [.north: nil, .south: 0.1] : [:],
      range: 0..<count,
      matrix: (0..<count).map { _ in [nil, Int.random(in: 0...9, using: &random)] }
    )
  }
}

extension Document.Numbers {
  static func random(_ random: inout SplitMix64) -> Document.Numbers {
    Document.Numbers(
      small: Int8(truncatingIfNeeded: random.next()),
      large: random.next(),
      wide: Int128(Int64(bitPattern: random.next())) * Int128(Int64(bitPattern: random.next())),
      double: Double(bitPattern: random.next() & ~(1 << 62)),
      float: Float(random.next()) / 7,
      decimal: Decimal(Int64(bitPattern: random.next())) / 1000
    )
  }
}

extension Document.Part {
  static func random(_ random: inout SplitMix64, depth: Int) -> Document.Part {
    switch random.next() % (depth > 0 ? 5 : 3) {
    case 0: .empty
    case 1: .text(random.text())
    case 2: .span(from: 1, to: Bool.random(using: &random) ? 2 : nil, Document.Style(rawValue: 3))
    case 3: .group((0..<3).map { _ in .random(&random, depth: depth - 1) })
    default: .document(.random(&random, depth: depth - 1))
    }
  }
}

// MARK: - Classes

/// Lets a subclass encode it in a separate container.
class Animal: Codable {
  var name: String
  init(name: String) { self.name = name }
}

final class Dog: Animal {
  var tricks: [String]
  private enum CodingKeys: CodingKey { case tricks }

  init(name: String, tricks: [String]) {
    self.tricks = tricks
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tricks = try container.decode([String].self, forKey: .tricks)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tricks, forKey: .tricks)
    try super.encode(to: container.superEncoder())
  }
}

/// Shares one object with its superclass.
final class Cat: Animal {
  var lives: Int
  private enum CodingKeys: CodingKey { case lives }

  init(name: String, lives: Int) {
    self.lives = lives
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
  }
}
