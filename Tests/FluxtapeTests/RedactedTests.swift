import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReplay
import Foundation
import Testing

@testable import Fluxtape

private struct Answer: Codable, Equatable, Hashable, Sendable {
  @Redacted var text = "pl4nted"
  var hints: [Redacted<String>] = [Redacted("pl4nted")]
  var isRight = true
}

private struct Plain {
  @Redacted var text = "pl4nted"
  let nested: [String: Redacted<Int>?] = ["pin": Redacted(4711)]
}

struct RedactedTests {
  @Test func `the value is there for the app`() {
    var answer = Answer()
    answer.text += "!"
    #expect(answer.text == "pl4nted!")
    #expect(answer.hints.first?.wrappedValue == "pl4nted")
    #expect(answer != Answer())
    #expect(Set([Answer(), Answer()]).count == 1)
  }

  @Test func `no way to print or dump shows the value`() {
    var dumped = ""
    dump(Answer(), to: &dumped)
    dump(Plain(), to: &dumped)
    dump(Redacted("pl4nted"), to: &dumped)
    let printed = [
      "\(Answer())", "\(Plain())", "\(Redacted("pl4nted"))", String(reflecting: Answer()), String(reflecting: Plain()),
      String(reflecting: Optional(Redacted("pl4nted"))), "\([Redacted(4711)])", dumped,
    ].joined(separator: "\n")
    #expect(!printed.contains("pl4nted") && !printed.contains("4711"))
    #expect("\(Redacted(1))" == "[redacted]")
    #expect(Mirror(reflecting: Redacted("pl4nted")).children.isEmpty)
  }

  @Test(arguments: [EncodingRules.plain, .hidingSecrets(digestKey: DigestKey(low: 1, high: 2).words)])
  func `a log has a digest, through encode(to:) and through reflection`(rules: EncodingRules) throws {
    let states = ImageComparison(rules: rules)
    func written<Value>(_ value: Value) throws -> JSONValue {
      var bytes: [UInt8] = []
      states.append(value, named: "state", to: &bytes)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("pl4nted"))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("4711"))
      return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    }
    let encoded = try written(Answer())
    #expect(encoded["isRight"] == true)
    let digest = try #require(encoded["text"])
    guard case .redacted = TaggedValue(digest) else {
      Issue.record("\(digest) is no redaction")
      return
    }
    #expect(encoded["hints"]?.array == [digest])
    let reflected = try written(Plain())
    #expect(reflected["text"] == digest)
    #expect(reflected["nested"]?["pin"].flatMap { TaggedValue($0) } != nil)
    #expect(try written(Redacted(true)) != true)
    #expect(try written(Redacted(String?.none)) == .null)
    #expect(try written(Redacted("")) == "")
  }

  @Test func `other encodings have the redaction, and to decode it says so`() throws {
    let data = try JSONEncoder().encode(Answer())
    #expect(!String(decoding: data, as: UTF8.self).contains("pl4nted"))
    #expect {
      try JSONDecoder().decode(Answer.self, from: data)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == "The value is redacted: it was never written." && context.codingPath.map(\.stringValue) == ["text"]
    }
    #expect(throws: DecodingError.self) {
      try ValueDecoder().decode(Redacted<String>.self, from: ["$redacted": "9f2c41d07be3a85c"])
    }
  }

  @Test func `what is not redacted is decoded`() throws {
    #expect(try ValueDecoder().decode(Redacted<String?>.self, from: .null).wrappedValue == nil)
    #expect(try ValueDecoder().decode(Redacted<[Int]>.self, from: []).wrappedValue == [])
    #expect(try ValueDecoder().decode(Redacted<[String: Int]>.self, from: ["a": 1]).wrappedValue == ["a": 1])
  }
}
