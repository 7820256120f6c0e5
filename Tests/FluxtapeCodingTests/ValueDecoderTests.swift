import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReplay
import Foundation
import Testing

/// A type, a JSON text that is not one of its values, and the error.
struct RefusalCase: CustomTestStringConvertible, Sendable {
  let json: String
  let path: String
  let message: String
  let decode: @Sendable (JSONValue) throws -> Void

  init<Value: Decodable & SendableMetatype>(_ type: Value.Type, _ json: String, at path: String = "", _ message: String) {
    self.json = json
    self.path = path
    self.message = message
    decode = { _ = try ValueDecoder().decode(Value.self, from: $0) }
  }

  var testDescription: String { "\(json): \(message)" }
}

struct Order: Codable, Equatable {
  struct Line: Codable, Equatable { var sku: String, qty: UInt8, price: Decimal? }
  enum State: Codable, Equatable { case open, shipped(on: Date) }
  var lines: [Line]
  var state: State
}

struct ValueDecoderTests {
  private static let order =
    #"{"lines":[{"sku":"a","qty":1},{"sku":"b","qty":2,"price":null}],"state":{"shipped":{"on":"2001-01-01T00:00:00Z"}}}"#

  @Test(arguments: [
    RefusalCase(Order.self, "[]", "expected object, found array"),
    RefusalCase(Order.self, "null", "expected object, found null"),
    RefusalCase(Order.self, #"{"lines":[]}"#, "no value for key 'state'"),
    RefusalCase(Order.self, #"{"lines":[{"sku":"a","qty":1},{"sku":5,"qty":1}]}"#, at: "lines/1/sku", "expected String, found number"),
    RefusalCase(Order.self, #"{"lines":[{"sku":"a","qty":300}]}"#, at: "lines/0/qty", "the number does not fit UInt8"),
    RefusalCase(Order.self, #"{"lines":[{"sku":"a","qty":1.5}]}"#, at: "lines/0/qty", "the number does not fit UInt8"),
    RefusalCase(
      Order.self, #"{"lines":[{"sku":{"$redacted":"9f"},"qty":1}]}"#, at: "lines/0/sku",
      "expected String, found a value that was redacted when it was recorded"),
    RefusalCase(
      Order.self, #"{"lines":{"$truncated":{"bytes":9,"digest":""}}}"#, at: "lines",
      "expected array, found a value that was left out for its size when it was recorded"),
    RefusalCase(
      Order.self, #"{"lines":[],"state":{"$opaque":"X"}}"#, at: "state",
      "expected object, found a value that could not be encoded when it was recorded, of type X"),
    RefusalCase(
      String?.self, #"{"$opaque":"X"}"#, "expected String, found a value that could not be encoded when it was recorded, of type X"),
    RefusalCase([String: Int].self, #"{"$float":"nan"}"#, "expected object, found object"),
    RefusalCase(Int.self, #"{"$float":"nan"}"#, "expected Int, found object"),
    RefusalCase(Int.self, "1e30", "the number does not fit Int"),
    RefusalCase(Int.self, "true", "expected Int, found boolean"),
    RefusalCase(Double.self, "1e400", "the number does not fit Double"),
    RefusalCase(Float.self, "1e39", "the number does not fit Float"),
    RefusalCase(Bool.self, "1", "expected Bool, found number"),
    RefusalCase(Date.self, #""yesterday""#, "not a date as in RFC 3339"),
    RefusalCase(Date.self, "[]", "expected Double, found array"),
    RefusalCase(Data.self, #""***""#, "not valid base64"),
    RefusalCase(Decimal.self, #""1""#, "expected Decimal, found string"),
    RefusalCase(Decimal.self, "1e400", "the number does not fit Decimal"),
    RefusalCase([Direction: Int].self, #"[["north"]]"#, at: "0", "expected a key and its value, found array"),
    RefusalCase(
      [Direction: Int].self, #"[["north",1],["west",1]]"#, at: "1/0", "Cannot initialize Direction from invalid String value west"),
    RefusalCase(Pair.self, "[1]", at: "1", "the array has no more elements"),
    RefusalCase(Endless.self, "1", "values nest too deep"),
  ]) func `what does not fit is refused, with its place`(_ refusal: RefusalCase) throws {
    let error = #expect(throws: DecodingError.self) { try refusal.decode(JSONValue(parsing: refusal.json)) }
    let context = try #require(error?.context)
    #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/") == refusal.path)
    #expect(context.debugDescription == refusal.message)
  }

  struct Pair: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(Int.self)
      _ = try list.decode(Int.self)
    }
  }

  struct Endless: Decodable {
    init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Endless.self) }
  }

  @Test func `other writers' forms are read`() throws {
    func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
      try ValueDecoder().decode(type, from: JSONValue(parsing: json))
    }
    #expect(try decode(Order.self, Self.order).lines.map(\.qty) == [1, 2])
    #expect(try decode(Int.self, "1e3") == 1000)
    #expect(try decode(Int8.self, "-5.0") == -5)
    #expect(try decode(Date.self, "12.5") == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(try decode(Date.self, #""2001-01-01T09:00:00+09:00""#) == Date(timeIntervalSinceReferenceDate: 0))
    #expect(try decode([String: Int].self, #"{"$unknown":1}"#) == ["$unknown": 1])
    #expect(try decode(Decimal.self, "1.5e3") == 1500)
    #expect(try decode(Float.self, "16777217.0000001") == 16_777_218)
  }

  @Test func `an element that could not be read is not passed over`() throws {
    struct Lenient: Decodable {
      var found: [String] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if try list.decodeNil() {
            found.append("nil")
          } else if let number = try? list.decode(Int.self) {
            found.append("\(number)")
          } else {
            found.append(try list.decode(String.self))
          }
        }
      }
    }
    #expect(try ValueDecoder().decode(Lenient.self, from: [1, .null, "a", 2]).found == ["1", "nil", "a", "2"])
  }

  @Test func `the type of an existential is no part of what is decoded`() throws {
    enum Panel: Decodable { case open }
    struct Home: Decodable { var title: String }
    #expect(try ValueDecoder().decode(Panel.self, from: ["$type": "Panel", "open": [:]]) == .open)
    let home: JSONValue = ["$type": "Home", "title": "Shop"]
    #expect(try ValueDecoder().decode(Home.self, from: home).title == "Shop")
    #expect(try ValueDecoder().decode([String: String].self, from: home) == ["title": "Shop"])
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context): context
    @unknown default: nil
    }
  }
}
