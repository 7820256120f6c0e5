import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

/// Types of Foundation are encoded in the form of their own descriptions.
struct FoundationFormTests {
  @Test(arguments: seeds(60)) func `a URL is written as its text, one with a base as both parts`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      guard let base = URL(string: Self.url(&random, isWhole: !random.chance(8))) else { continue }
      var urls = [base, base.appendingPathComponent("a b"), URL(fileURLWithPath: "a/\(random.below(10))", relativeTo: base)]
      if let url = URL(string: Self.url(&random, isWhole: false), relativeTo: base) { urls += [url, url.appendingPathComponent("é")] }
      if let last = urls.last, let url = URL(string: Self.url(&random, isWhole: false), relativeTo: last) { urls.append(url) }
      for url in urls { #expect(try JSONValue(parsing: written(url)) == Self.json(url)) }
    }
  }

  private static func json(_ url: URL) -> JSONValue {
    guard let base = url.baseURL else { return .string(url.absoluteString) }
    return ["relative": .string(url.relativeString), "base": json(base)]
  }

  private static func url(_ random: inout SplitMix64, isWhole: Bool) -> String {
    let scheme = isWhole || random.chance(6) ? random.pick(["http:", "file:", "mailto:", "x-app:"]) : ""
    let authority = random.chance(isWhole ? 2 : 5) ? random.pick(["//a.b", "//u:p@h:80", "//[::1]:8", "//"]) : ""
    let segments = random.list(random.below(6)) { $0.pick(["", ".", "..", "a", "b.c", "d;x=1", "%20", "e:f", "..g", "...", "é"]) }
    let path = (random.chance(2) ? "/" : "") + segments.joined(separator: "/")
    return scheme + authority + path + random.pick(["", "", "?", "?q=1", "?a/b?c"]) + random.pick(["", "", "#", "#f", "#a/../b"])
  }

  private static func text<Value>(_ value: Value) -> String? { (try? JSONValue(parsing: written(value)))?.string }

  /// The parts that `Decimal` encodes, including combinations that no initializer makes.
  private struct DecimalParts: Encodable {
    var exponent: Int32
    var length: UInt32
    var isNegative: Bool
    var isCompact: Bool
    var mantissa: [UInt16]
  }

  @Test(arguments: seeds(100)) func `a decimal number is written with all its digits`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let length = random.below(9)
      let words = random.list(8) { $0.chance(3) ? $0.pick([0, 1, 10, .max]) : UInt16(truncatingIfNeeded: $0.next()) }
      let parts = DecimalParts(
        exponent: Int32(random.below(256) - 128), length: UInt32(length), isNegative: random.chance(2), isCompact: random.chance(2),
        mantissa: words.indices.map { $0 < length ? words[$0] : 0 })
      let decimal = try PropertyListDecoder().decode(Decimal.self, from: PropertyListEncoder().encode(parts))
      // For a zero that is not compact, Foundation prints more zeros than JSON allows.
      let isZero = !decimal.isNaN && parts.mantissa.allSatisfy { $0 == 0 }
      #expect(written(decimal) == (decimal.isNaN ? #"{"$float":"nan"}"# : isZero ? "0" : decimal.description), "\(parts)")
    }
  }

  @Test(arguments: 0..<70) func `data is written as base64`(count: Int) {
    var random = SplitMix64(seed: count)
    let data = Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    #expect(Self.text(data) == data.base64EncodedString())
    #expect(Self.text(data.dropFirst(3)) == data.dropFirst(3).base64EncodedString())
  }

  @Test(arguments: seeds(50)) func `an identifier is written in capitals`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let digits = (0..<32).map { _ in random.pick(Array("0123456789abcdef")) }
    let parts = [8, 4, 4, 4, 12].reduce(into: (rest: digits[...], texts: [String]())) { parts, count in
      parts.texts.append(String(parts.rest.prefix(count)))
      parts.rest = parts.rest.dropFirst(count)
    }
    guard let identifier = UUID(uuidString: parts.texts.joined(separator: "-")) else {
      Issue.record("no identifier")
      return
    }
    #expect(Self.text(identifier) == identifier.uuidString)
  }

  private enum Own {
    struct Date: Encodable { var a = 1 }
  }

  @Test func `a type of the same name that is not Foundation's is written as it says`() {
    #expect(written(Own.Date()) == #"{"a":1}"#)
  }
}
