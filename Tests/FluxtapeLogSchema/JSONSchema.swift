import FluxtapeDocuments
package import FluxtapeJSON
import Foundation

/// A JSON Schema (draft 2020-12) with the keywords that the schema of a log's line uses. Any other keyword is an error and never ignored.
package struct JSONSchema: Sendable {
  private let root: Rules
  /// The definitions under `$defs`, by the text that refers to them.
  private let definitions: [String: Rules]
  /// The embedded schemas with an `$id` under `$defs`, by the text that refers to them.
  private let others: [String: JSONSchema]

  /// Values deeper than this are accepted: states may nest 480 levels, and testing one level tests all.
  private static let deepest = 40

  /// - Throws: ``SchemaError`` if this is not a schema, uses an unknown keyword, or has an unresolved reference.
  package init(_ json: JSONValue) throws {
    root = try Rules(json)
    var definitions: [String: Rules] = [:]
    var others: [String: JSONSchema] = [:]
    for (name, schema) in (json["$defs"]?.object ?? [:]).map({ ($0.key, $0.value) }) {
      if let id = schema["$id"]?.string {
        others.merge(try Self.parts(of: schema, named: id)) { first, _ in first }
      } else {
        definitions["#/$defs/\(name)"] = try Rules(schema)
      }
    }
    (self.definitions, self.others) = (definitions, others)
    for name in ([root] + definitions.values).flatMap(\.references) where definitions[name] == nil && others[name] == nil {
      throw SchemaError(words: "nothing stands at \(name)")
    }
  }

  private init(root: Rules, definitions: [String: Rules], others: [String: JSONSchema]) {
    (self.root, self.definitions, self.others) = (root, definitions, others)
  }

  /// The schema that one of the definitions is.
  package func definition(_ name: String) throws -> JSONSchema {
    let reference = "#/$defs/\(name)"
    guard definitions[reference] != nil else { throw SchemaError(words: "nothing stands at \(reference)") }
    return JSONSchema(root: try Rules(["$ref": .string(reference)]), definitions: definitions, others: others)
  }

  /// An embedded schema and its definitions, by the texts that refer to them.
  private static func parts(of schema: JSONValue, named id: String) throws -> [String: JSONSchema] {
    let definitions = schema["$defs"] ?? [:]
    var parts = [id: try JSONSchema(schema)]
    for member in definitions.object ?? [:] {
      parts["\(id)#/$defs/\(member.key)"] = try JSONSchema(["$ref": .string("#/$defs/\(member.key)"), "$defs": definitions])
    }
    return parts
  }

  /// The first violation in `value`, with its place; `nil` if the value is valid.
  package func fault(in value: JSONValue) -> String? { fault(in: value, by: root, at: Place()) }
}

package struct SchemaError: Error {
  package let words: String
}

// MARK: - Validating

extension JSONSchema {
  private struct Place {
    var pointer = JSONPointer(tokens: [])
    var depth: Int { pointer.tokens.count }

    func below(_ token: String) -> Place { Place(pointer: JSONPointer(tokens: pointer.tokens + [token])) }
  }

  private func fault(in value: JSONValue, by rules: Rules, at place: Place) -> String? {
    guard place.depth < Self.deepest else { return nil }
    for rule in rules.list {
      if let fault = fault(in: value, by: rule, at: place) { return fault }
    }
    return nil
  }

  private func fault(in value: JSONValue, by rule: Rules.Rule, at place: Place) -> String? {
    switch rule {
    case .reference(let name):
      if let other = others[name] {
        other.fault(in: value, by: other.root, at: place)
      } else {
        definitions[name].flatMap { fault(in: value, by: $0, at: place) }
      }
    case .all(let all): all.lazy.compactMap { fault(in: value, by: $0, at: place) }.first
    case .any(let any): faultOfAny(any, in: value, at: place)
    case .not(let rules): fault(in: value, by: rules, at: place) == nil ? "\(place.pointer): must not be so" : nil
    case .condition(let condition, let then, let otherwise):
      (fault(in: value, by: condition, at: place) == nil ? then : otherwise).flatMap { fault(in: value, by: $0, at: place) }
    case .scalar(let rule): rule.isKept(by: value) ? nil : "\(place.pointer): \(rule)"
    case .items(let rules):
      (value.array ?? []).enumerated().lazy.compactMap { fault(in: $0.element, by: rules, at: place.below("\($0.offset)")) }.first
    case .members(let known, let others):
      (value.object ?? [:]).lazy.compactMap { member in
        (known[member.key] ?? others).flatMap { fault(in: member.value, by: $0, at: place.below(member.key)) }
      }.first
    case .names(let rules):
      (value.object ?? [:]).lazy.compactMap { fault(in: .string($0.key), by: rules, at: place.below($0.key)) }.first
    }
  }

  /// The violation of the alternative that matches furthest.
  private func faultOfAny(_ any: [Rules], in value: JSONValue, at place: Place) -> String? {
    var furthest: String?
    for rules in any {
      guard let fault = fault(in: value, by: rules, at: place) else { return nil }
      if fault.split(separator: ":")[0].utf8.count >= furthest?.split(separator: ":")[0].utf8.count ?? 0 { furthest = fault }
    }
    return furthest
  }
}
