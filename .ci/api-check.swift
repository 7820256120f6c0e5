// Compares the API of two builds of a module, by their symbol graphs: whatever one declares, the other one declares, too.
//
//     api-check WITH.symbols.json WITHOUT.symbols.json

import Foundation

struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Fragment: Decodable { let spelling: String }
    struct Availability: Decodable { let isUnconditionallyUnavailable: Bool? }

    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let availability: [Availability]?
    let identifier: Identifier
  }
  struct Identifier: Decodable { let precise: String }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// What is declared and conformed to, one line each, without how it is stored and what cannot be called.
  var declarations: Set<String> {
    let callable = symbols.filter { symbol in
      symbol.availability?.contains { $0.isUnconditionallyUnavailable == true } != true
        && !symbol.identifier.precise.contains("::SYNTHESIZED::")
        && symbol.pathComponents.last != "==(_:_:)" && !Self.elsewhere.contains(symbol.pathComponents[0])
    }
    let paths = Dictionary(callable.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { first, _ in first }
    let conformances = relationships.compactMap { relationship -> String? in
      guard relationship.kind == "conformsTo", let path = paths[relationship.source], let target = relationship.targetFallback,
        !["Swift.Copyable", "Swift.Escapable"].contains(target)
      else { return nil }
      return "\(path): \(target)"
    }
    return Set(conformances).union(
      callable.map { symbol in
        var text = symbol.declarationFragments.map(\.spelling).joined()
        for storage in [" { get set }", " { get }"] where text.hasSuffix(storage) { text.removeLast(storage.count) }
        for (word, other) in [("static let ", "static var "), ("convenience init", "init")] { text.replace(word, with: other) }
        if text.hasPrefix("let ") { text = "var " + text.dropFirst(4) }
        return symbol.pathComponents.joined(separator: ".") + ": " + text
      })
  }

  /// What another module declares where it records.
  private static let elsewhere: Set = ["ValueSemantic"]
}

func declarations(of path: String) throws -> Set<String> {
  try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path))).declarations
}

let (with, without) = (try declarations(of: CommandLine.arguments[1]), try declarations(of: CommandLine.arguments[2]))
for missing in with.subtracting(without).sorted() { print("error: missing without recording: \(missing)") }
for added in without.subtracting(with).sorted() { print("error: only without recording: \(added)") }
print("note: \(with.intersection(without).count) declarations in both builds")
exit(with == without ? 0 : 1)
