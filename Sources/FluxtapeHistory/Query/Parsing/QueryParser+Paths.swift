import FluxtapeDocuments
import FluxtapeJSON

extension QueryParser {
  /// Reads a path: `.items[0].qty`, `cart.total`, `"cart#2".total`, `/items/0`, `cart/items/0`.
  mutating func pathPattern() throws(QueryError) -> PathPattern {
    let start = place
    var store: String?
    switch next {
    case ".", "[", "/": break
    case "\"": store = try string()
    default:
      store = identifier()
      if store?.isEmpty == true { throw failure("a path, such as .items[0].qty, cart.total or /items/0") }
    }
    return PathPattern(store: store, parts: try pathParts(), offset: start)
  }

  /// Reads the parts after the store. A single dot is the whole state.
  mutating func pathParts() throws(QueryError) -> [PathPattern.Part] {
    if next == "/" { return try pointer() }
    if next == ".", isEndOfPath(at: place + 1) {
      place += 1
      return []
    }
    var parts: [PathPattern.Part] = []
    while let character = next, character == "." || character == "[" {
      place += 1
      // `jq` and similar tools write `.["a key"]`.
      let isMember = character == "." && !skip("[")
      parts.append(isMember ? try member() : try bracketed())
    }
    return parts
  }

  private func isEndOfPath(at place: Int) -> Bool {
    guard let character = character(at: place) else { return true }
    return !isPathAlone && (character.isWhitespace || ")=!<>~,".contains(character))
  }

  private mutating func member() throws(QueryError) -> PathPattern.Part {
    if next == "\"" { return .one(.member(try string())) }
    // As other tools write `[*]`. A product has a blank before its sign.
    if !isPathAlone, skip("*") { return .every }
    let key = identifier()
    guard !key.isEmpty else { throw failure("a key after the dot, in quotes unless it is a word") }
    return .one(.member(key))
  }

  private mutating func bracketed() throws(QueryError) -> PathPattern.Part {
    let part: PathPattern.Part
    if !isPathAlone, skip("*") {
      part = .every
    } else if next == "\"" {
      let key = try string()
      part = .one(next == "=" ? try match(key) : .member(key))
    } else if next?.isASCIIDigit == true {
      part = .one(.element(try index()))
    } else {
      let key = identifier()
      guard !key.isEmpty else { throw failure("an index, \(isPathAlone ? "" : "'*', ")a key in quotes or key=value") }
      part = .one(try match(key))
    }
    guard skip("]") else { throw failure("']'") }
    return part
  }

  private mutating func match(_ key: String) throws(QueryError) -> StatePath.Part {
    guard skip("=") else { throw failure("'=' and a value") }
    if next == "\"" { return .elementWith(key, .string(try string())) }
    let start = place
    while let character = next, character != "]" { _ = character; place += 1 }
    guard let value = try? JSONValue(parsing: String(characters[start..<place])) else {
      place = start
      throw failure("a JSON value, texts in quotes")
    }
    return .elementWith(key, value)
  }

  private mutating func index() throws(QueryError) -> Int {
    let start = place
    while next?.isASCIIDigit == true { place += 1 }
    guard let index = Int(String(characters[start..<place])) else {
      place = start
      throw failure("a smaller index")
    }
    return index
  }

  /// Reads a JSON Pointer up to white space, a parenthesis or a relation. `~0` and `~1` are part of it.
  private mutating func pointer() throws(QueryError) -> [PathPattern.Part] {
    let start = place
    while let character = next, !isEndOfPath(at: place) || (character == "~" && isEscape) { _ = character; place += 1 }
    do {
      return try JSONPointer(parsing: String(characters[start..<place])).tokens.map { .one(.token($0)) }
    } catch {
      place = start
      throw failure("a JSON Pointer (\(error))")
    }
  }

  private var isEscape: Bool { character(at: place + 1) == "0" || character(at: place + 1) == "1" }

  /// Reads a word of letters, digits, `_`, `-` and `$`; empty if none comes next.
  mutating func identifier() -> String {
    let start = place
    while let character = next, character.unicodeScalars.allSatisfy(StatePath.isIdentifierPart) { place += 1 }
    return String(characters[start..<place])
  }

  /// Reads a text in quotes with JSON's escapes. If the escapes are not JSON, only `\"` is one.
  mutating func string() throws(QueryError) -> String {
    let inside = try quoted()
    return (try? JSONValue(parsing: "\"\(inside)\"").string) ?? inside.replacingEscapedQuotes
  }

  /// Reads a text in quotes whose only escape is `\"`.
  mutating func plainString() throws(QueryError) -> String { try quoted().replacingEscapedQuotes }

  private mutating func quoted() throws(QueryError) -> String {
    let start = place
    place += 1
    while let character = next, character != "\"" { place += character == "\\" ? 2 : 1 }
    guard skip("\"") else {
      place = start
      throw failure("'\"' at the end of this text")
    }
    return String(characters[(start + 1)..<(place - 1)])
  }
}

extension String {
  /// The text with `\"` replaced by a quotation mark.
  fileprivate var replacingEscapedQuotes: String {
    var result = ""
    var rest = self[...]
    while let character = rest.popFirst() {
      if character == "\\", rest.first == "\"" { continue }
      result.append(character)
    }
    return result
  }
}
