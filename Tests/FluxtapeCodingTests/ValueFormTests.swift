import FluxtapeCoding
import FluxtapeJSON
import Foundation
import Testing

/// A value and its JSON text.
struct FormCase: CustomTestStringConvertible, Sendable {
  let name: String
  let json: String
  let value: @Sendable () -> Any

  init(_ name: String, _ json: String, _ value: @autoclosure @escaping @Sendable () -> Any) {
    self.name = name
    self.json = json
    self.value = value
  }

  var testDescription: String { name }
}

struct ValueFormTests {
  @Test(arguments: scalars + texts + collections + foundation + wrappers)
  func `a value has the form that the format gives it`(_ form: FormCase) {
    #expect(encodedBothWays(form.value()).text == form.json)
  }

  static let scalars: [FormCase] = [
    FormCase("true", "true", true),
    FormCase("false", "false", false),
    FormCase("smallest Int8", "-128", Int8.min),
    FormCase("largest Int64", "9223372036854775807", Int64.max),
    FormCase("largest UInt64", "18446744073709551615", UInt64.max),
    FormCase("beyond a double's integers", "9007199254740993", 9_007_199_254_740_993),
    FormCase("smallest Int128", "-170141183460469231731687303715884105728", Int128.min),
    FormCase("largest UInt128", "340282366920938463463374607431768211455", UInt128.max),
    FormCase("whole double", "3", 3.0),
    FormCase("negative zero", "-0", -0.0),
    FormCase("shortest double", "0.1", 0.1),
    FormCase("sum that is not 0.3", "0.30000000000000004", 0.1 + 0.2),
    FormCase("large double", "1e+300", 1e300),
    FormCase("smallest double", "5e-324", Double.leastNonzeroMagnitude),
    FormCase("shortest float", "0.1", Float(0.1)),
    FormCase("not a number", #"{"$float":"nan"}"#, Double.nan),
    FormCase("signalling not a number", #"{"$float":"nan"}"#, Float.signalingNaN),
    FormCase("infinity", #"{"$float":"inf"}"#, Double.infinity),
    FormCase("negative infinity", #"{"$float":"-inf"}"#, -Float.infinity),
  ]

  static let texts: [FormCase] = [
    FormCase("text", #""a\"b\nc""#, "a\"b\nc"),
    FormCase("composed letter", "\"\u{E9}\"", "\u{E9}"),
    FormCase("decomposed letter", "\"e\u{301}\"", "e\u{301}"),
    FormCase("part of a text", #""bc""#, "abc".dropFirst()),
    FormCase("character", #""👩‍🚀""#, Character("👩‍🚀")),
    FormCase("scalar", #""é""#, Unicode.Scalar(0xE9) as Any),
  ]

  static let collections: [FormCase] = [
    FormCase("strings", #"["b","a"]"#, ["b", "a"]),
    FormCase("integers", "[2,1]", [2, 1]),
    FormCase("doubles", #"[0.5,{"$float":"nan"}]"#, [0.5, .nan]),
    FormCase("optionals", "[1,null]", [1, nil] as [Int?]),
    FormCase("anything", #"[1,"a",null,[true],{}]"#, [1, "a", Int?.none as Any, [true], [String: Int]()] as [Any]),
    FormCase("slice", "[2,3]", [1, 2, 3].dropFirst()),
    FormCase("contiguous array", #"["2001-01-01T00:00:00.000000Z"]"#, ContiguousArray([Date(timeIntervalSinceReferenceDate: 0)])),
    FormCase("dictionary", #"{"":0,"Z":1,"a":2,"é":3}"#, ["é": 3, "a": 2, "Z": 1, "": 0]),
    FormCase("dictionary of anything", #"{"a":[1],"b":{"c":"AQ=="}}"#, ["b": ["c": Data([1])], "a": [1]] as [String: Any]),
    FormCase("keys like tags", #"{"$$$":1,"$$float":"nan"}"#, ["$float": "nan" as Any, "$$": 1]),
    FormCase("integer keys", #"{"-1":"c","10":"b","2":"a"}"#, [2: "a", 10: "b", -1: "c"]),
    FormCase("keys that name themselves", #"{"north":1,"south":2}"#, [NamedKey.south: 2, .north: 1]),
    FormCase("enum keys", #"[["north",1],["south",2]]"#, [Direction.south: 2, .north: 1]),
    FormCase("structured keys", #"[[[1,2],"a"],[[1,3],"b"]]"#, [[1, 3]: "b", [1, 2]: "a"]),
    FormCase("hashable keys, all texts", #"{"a":1,"b":2}"#, ["b" as AnyHashable: 2, "a": 1]),
    FormCase("hashable keys, mixed", #"[["a",1],[true,2]]"#, [true as AnyHashable: 2, "a": 1]),
    FormCase("hashable keys with one name", #"[["1",1],[1,2]]"#, [1 as AnyHashable: 2, "1": 1]),
    FormCase("set of texts", #"["a","b","ä"]"#, Set(["ä", "b", "a"])),
    FormCase("set of numbers, by their bytes", "[1,10,2]", Set([10, 2, 1])),
    FormCase(
      "set of dates", #"["2001-01-01T00:00:00.000000Z","2001-01-01T00:00:01.000000Z"]"#,
      Set([1, 0].map(Date.init(timeIntervalSinceReferenceDate:)))),
    FormCase("key value pairs", #"[["b",1],["b",2]]"#, ["b": 1, "b": 2] as KeyValuePairs),
    FormCase("range", "[1,5]", 1..<5),
  ]

  static let foundation: [FormCase] = [
    FormCase("date", #""2001-01-01T00:00:00.000000Z""#, Date(timeIntervalSinceReferenceDate: 0)),
    FormCase("date before 2001", #""1969-12-31T23:59:59.500000Z""#, Date(timeIntervalSince1970: -0.5)),
    FormCase("distant past", #""0000-12-30T00:00:00.000000Z""#, Date.distantPast),
    FormCase("date beyond the year 9999", "252423993600", Date(timeIntervalSinceReferenceDate: 252_423_993_600)),
    FormCase("date that is none", #"{"$float":"nan"}"#, Date(timeIntervalSinceReferenceDate: .nan)),
    FormCase("data", #""AAH/""#, Data([0, 1, 255])),
    FormCase("empty data", #""""#, Data()),
    FormCase("URL", #""https://example.org/a?b=c#d""#, URL(string: "https://example.org/a?b=c#d") as Any),
    FormCase(
      "relative URL", #"{"relative":"b","base":"https://example.org/a"}"#,
      URL(string: "b", relativeTo: URL(string: "https://example.org/a")) as Any),
    FormCase("UUID", #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any),
    FormCase("decimal", "0.1", Decimal(string: "0.1") as Any),
    FormCase("decimal beyond a double", "-12345678901234567890.123456789", Decimal(string: "-12345678901234567890.123456789") as Any),
    FormCase("decimal that is none", #"{"$float":"nan"}"#, Decimal.nan),
    FormCase(
      "error of a system", #"{"domain":"D","code":4,"message":"no"}"#,
      NSError(domain: "D", code: 4, userInfo: [NSLocalizedDescriptionKey: "no"])),
    FormCase("error without words", #"{"domain":"D","code":4}"#, NSError(domain: "D", code: 4)),
    FormCase(
      "parsed by Foundation", #"{"a":1,"b":true,"c":1.5,"d":null,"e":[1,"x"]}"#,
      (try? JSONSerialization.jsonObject(with: Data(#"{"a":1,"b":true,"c":1.5,"d":null,"e":[1,"x"]}"#.utf8))) as Any),
    FormCase("object text", #""a""#, NSString("a")),
    FormCase("object of the system", #"{"$opaque":"NSLock"}"#, NSLock()),
    FormCase("duration", "[0,1000000000000000000]", Duration.seconds(1)),
  ]

  static let wrappers: [FormCase] = [
    FormCase("nothing", "null", Int?.none as Any),
    FormCase("optional of optional", "1", Int??.some(.some(1)) as Any),
    FormCase("optional of anything", #""a""#, Any?.some("a") as Any),
    FormCase("hashable", "1", AnyHashable(1)),
    FormCase("function", #"{"$opaque":"(Int) -> ()"}"#, { (_: Int) in } as (Int) -> Void),
    FormCase("type", #"{"$opaque":"Array<Int>.Type"}"#, [Int].self),
    FormCase("key path", #""\\TextForm.title""#, \TextForm.title as Any),
    FormCase("key path to a property without storage", #"{"$opaque":"KeyPath<String, Int>"}"#, \String.count as Any),
    FormCase("identity of an object", #"{"$opaque":"ObjectIdentifier"}"#, ObjectIdentifier(Int.self)),
  ]
}

struct TextForm { var title = "" }

enum Direction: String, Codable, Hashable, CaseIterable { case north, south }

enum NamedKey: String, Codable, CodingKeyRepresentable { case north, south }
