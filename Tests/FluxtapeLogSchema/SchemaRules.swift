import FluxtapeDocuments
import FluxtapeJSON
import Foundation

/// The keywords of one schema object, read once.
struct Rules: Sendable {
  indirect enum Rule: Sendable {
    case reference(String)
    case all([Rules])
    case any([Rules])
    case not(Rules)
    case condition(Rules, then: Rules?, otherwise: Rules?)
    case scalar(ScalarRule)
    case items(Rules)
    /// Rules for the members with these names, and for all others.
    case members([String: Rules], others: Rules?)
    case names(Rules)
  }

  private(set) var list: [Rule] = []

  /// A rule that no value satisfies: the schema `false`.
  private static let none = Rules(list: [.not(Rules(list: []))])
}

/// A rule that does not depend on nested values.
enum ScalarRule: Sendable, CustomStringConvertible {
  case types(Set<String>)
  case values([JSONValue])
  case minimum(Int)
  case pattern(NSRegularExpression)
  case required([String])
  /// The names that are required if this one is present.
  case requiredWith(String, [String])
  case memberCount(ClosedRange<Int>)
}

// MARK: - Reading

extension Rules {
  init(_ json: JSONValue) throws {
    if json.bool == false {
      self = Self.none
      return
    }
    guard let schema = json.object else { throw SchemaError(words: "a schema is an object, this is \(json.text)") }
    for member in schema {
      if let rule = try Self.rule(member.key, member.value, in: schema) { list.append(rule) }
    }
  }

  private static func rule(_ keyword: String, _ value: JSONValue, in schema: JSONObject) throws -> Rule? {
    switch keyword {
    case "$schema", "$id", "$defs", "title", "description", "then", "else": nil
    case "$ref": .reference(try text(value))
    case "allOf": .all(try list(value).map(Rules.init))
    case "anyOf": .any(try list(value).map(Rules.init))
    case "not": .not(try Rules(value))
    case "if":
      .condition(try Rules(value), then: try schema["then"].map(Rules.init), otherwise: try schema["else"].map(Rules.init))
    case "items": .items(try Rules(value))
    case "properties":
      .members(try members(value), others: try schema["additionalProperties"].map(Rules.init))
    case "additionalProperties": schema["properties"] == nil ? .members([:], others: try Rules(value)) : nil
    case "propertyNames": .names(try Rules(value))
    case "dependentRequired":
      .all(try pairs(value).map { name, needed in Rules(list: [.scalar(.requiredWith(name, try list(needed).map(text)))]) })
    default: .scalar(try scalarRule(keyword, value))
    }
  }

  private static func scalarRule(_ keyword: String, _ value: JSONValue) throws -> ScalarRule {
    switch keyword {
    case "type": .types(Set(try value.string.map { [$0] } ?? list(value).map(text)))
    case "const": .values([value])
    case "enum": .values(try list(value))
    case "minimum": .minimum(try integer(value))
    case "pattern": .pattern(try NSRegularExpression(pattern: text(value)))
    case "required": .required(try list(value).map(text))
    case "minProperties": .memberCount(try integer(value)...Int.max)
    case "maxProperties": .memberCount(0...(try integer(value)))
    default: throw SchemaError(words: "the keyword '\(keyword)' is not known")
    }
  }

  private static func members(_ value: JSONValue) throws -> [String: Rules] {
    Dictionary(try pairs(value).map { ($0, try Rules($1)) }) { first, _ in first }
  }

  private static func pairs(_ value: JSONValue) throws -> [(String, JSONValue)] {
    guard let object = value.object else { throw SchemaError(words: "not an object: \(value.text)") }
    return object.map { ($0.key, $0.value) }
  }

  private static func list(_ value: JSONValue) throws -> [JSONValue] {
    guard let elements = value.array else { throw SchemaError(words: "not an array: \(value.text)") }
    return elements
  }

  private static func text(_ value: JSONValue) throws -> String {
    guard let text = value.string else { throw SchemaError(words: "not a string: \(value.text)") }
    return text
  }

  private static func integer(_ value: JSONValue) throws -> Int {
    guard let integer = value.int else { throw SchemaError(words: "not an integer: \(value.text)") }
    return integer
  }
}

extension Rules {
  /// All references in the rules, at any depth.
  var references: [String] {
    list.flatMap { rule -> [String] in
      switch rule {
      case .reference(let name): [name]
      case .all(let rules), .any(let rules): rules.flatMap(\.references)
      case .not(let rules), .items(let rules), .names(let rules): rules.references
      case .condition(let condition, let then, let otherwise): [condition, then, otherwise].flatMap { $0?.references ?? [] }
      case .members(let known, let others): known.values.flatMap(\.references) + (others?.references ?? [])
      case .scalar: []
      }
    }
  }
}

// MARK: - Judging

extension ScalarRule {
  /// Whether the value satisfies the rule. A rule about values of one type accepts all others.
  func isKept(by value: JSONValue) -> Bool {
    switch self {
    case .types(let types): types.contains(value.kind) || (types.contains("integer") && value.isInteger)
    case .values(let values): values.contains { value.isEquivalent(to: $0) }
    case .minimum(let least): value.number.map { $0.double >= Double(least) } ?? true
    case .pattern(let pattern):
      value.string.map { pattern.firstMatch(in: $0, range: NSRange(location: 0, length: $0.utf16.count)) != nil } ?? true
    case .required(let names): value.object.map { object in names.allSatisfy { object[$0] != nil } } ?? true
    case .requiredWith(let name, let names):
      value.object.map { object in object[name] == nil || names.allSatisfy { object[$0] != nil } } ?? true
    case .memberCount(let counts): value.object.map { counts.contains($0.count) } ?? true
    }
  }

  var description: String {
    switch self {
    case .types(let types): "is no \(types.sorted().joined(separator: ", "))"
    case .values(let values): "is none of \(values.map(\.text).joined(separator: ", "))"
    case .minimum(let least): "is less than \(least)"
    case .pattern(let pattern): "does not match \(pattern.pattern)"
    case .required(let names): "lacks one of \(names.joined(separator: ", "))"
    case .requiredWith(let name, let names): "has \(name) and lacks one of \(names.joined(separator: ", "))"
    case .memberCount(let counts): "does not have \(counts) members"
    }
  }
}

extension JSONValue {
  /// Whether this is a number without a fraction in any spelling: the type `integer` of a schema.
  fileprivate var isInteger: Bool { number.map { $0.int != nil || $0.double.rounded() == $0.double } ?? false }
}
