import FluxtapeDocuments
import FluxtapeJSON

/// Paths whose values do not count when runs are compared.
struct IgnoredPaths: Sendable {
  /// What compared values are parts of.
  enum Whole: Sendable {
    case payload
    case state(of: String)
  }

  private let paths: [StatePath]

  init(_ paths: [StatePath]) { self.paths = paths }

  var isEmpty: Bool { paths.isEmpty }

  /// Whether a place does not count: a path leads to it, or to what is around it.
  ///
  /// - Parameter wholes: The documents that are compared, as far as they are known. An element that a path names by its identity or key
  ///   counts if one of them has another element at that place.
  func contain(_ pointer: JSONPointer, in whole: Whole, of wholes: [JSONNode?]) -> Bool {
    paths.contains { $0.isOf(whole) && $0.leads(to: pointer.tokens[...], in: wholes.compactMap(\.self)) }
  }

  /// A value without the parts that do not count; elements of arrays are `null` instead.
  ///
  /// - Parameter pointer: Where it stands in its whole.
  func removed(from value: JSONValue, at pointer: JSONPointer = JSONPointer(), in whole: Whole) -> JSONValue {
    let own = paths.filter { $0.isOf(whole) }
    guard !own.isEmpty else { return value }
    return Self.rest(of: value, without: own, at: pointer, in: JSONNode(value), from: pointer.tokens.count) ?? .null
  }

  /// - Parameters:
  ///   - pointer: Where `value` stands in its whole.
  ///   - top: What is known of the whole: the value at its first `depth` tokens.
  /// - Returns: `nil` if the value does not count.
  private static func rest(
    of value: JSONValue, without paths: [StatePath], at pointer: JSONPointer, in top: JSONNode, from depth: Int
  ) -> JSONValue? {
    if paths.contains(where: { $0.leads(to: pointer.tokens[...], in: [top], knownFrom: depth) }) { return nil }
    func part(_ value: JSONValue, _ token: String) -> JSONValue? {
      rest(of: value, without: paths, at: pointer.appending(token), in: top, from: depth)
    }
    switch value {
    case .object(let object):
      return .object(JSONObject(object.compactMap { member in part(member.value, member.key).map { (member.key, $0) } }))
    case .array(let elements): return .array(elements.enumerated().map { part($1, String($0)) ?? .null })
    case .null, .bool, .number, .string: return value
    }
  }
}

extension StatePath {
  /// Whether a path that is to be ignored names a value in the contents of actions: `payload.at`.
  package var isOfPayload: Bool { store == "payload" }

  fileprivate func isOf(_ whole: IgnoredPaths.Whole) -> Bool {
    switch whole {
    case .payload: isOfPayload
    case .state(let name): store == nil || store == name
    }
  }

  /// Whether the path names a place, or what is around it.
  ///
  /// - Parameters:
  ///   - documents: What is known of the wholes, from the token `known` on.
  fileprivate func leads(to tokens: ArraySlice<String>, in documents: [JSONNode], knownFrom known: Int = 0) -> Bool {
    var (rest, values) = (tokens, documents)
    for part in parts {
      guard let token = rest.popFirst() else { return false }
      // What is there in each document; nothing of a document that ends above.
      let isKnown = rest.startIndex > known
      let children = isKnown ? values.compactMap { $0[token] } : []
      switch part {
      case .element(let index): guard String(index) == token else { return false }
      case .elementWith(let key, let wanted):
        let isOne = children.allSatisfy { $0.child(askedFor: key)?.value.isEquivalent(to: wanted) == true }
        guard !children.isEmpty, isOne, JSONPointer.arrayIndex(token) != nil else { return false }
      case .member(let key) where isKnown && values.contains { $0.kind == .array }:
        // The value beside a key.
        guard !children.isEmpty, children.allSatisfy({ $0.isPair(ofKey: key) }), rest.popFirst() == "1" else { return false }
        values = children.compactMap { $0.element(at: 1) }
        continue
      case .member(let key), .token(let key):
        guard key.hasSameBytes(as: token) || values.contains(where: { $0.token(askedFor: key) == token }) else { return false }
      }
      if isKnown { values = children }
    }
    return true
  }
}
