import FluxtapeJSON

/// Parses a query, character by character: the meaning of a sign depends on its place.
///
/// ```text
/// alternatives   all ("or" all)*
/// all            term ("and"? term)*
/// term           ("not" | "-" | "!") term | "(" alternatives ")" | name ":" … | operand relation operand | text
/// operand        product ((" + " | " - ") product)*
/// product        factor ((" * " | " / ") factor)*
/// factor         path | "payload" path | "prev" path | "len(" path ")" | "delta(" path ")" | JSON scalar | "[]" | "{}"
///                | number with a unit | time of day | "(" operand ")"
/// ```
struct QueryParser {
  let characters: [Character]
  var place = 0
  var depth = 0
  /// The number of operations between numbers so far.
  var operationCount = 0
  /// Whether the text must be a single path: `[*]` is not allowed, and white space does not end a JSON Pointer.
  let isPathAlone: Bool

  init(_ text: String, isPathAlone: Bool = false) {
    characters = Array(text)
    self.isPathAlone = isPathAlone
  }
}

// MARK: - Structure

extension QueryParser {
  mutating func query() throws(QueryError) -> Condition {
    let condition = try alternatives()
    guard next == nil else { throw failure("a condition or the end, as no '(' is open") }
    return condition
  }

  private mutating func alternatives() throws(QueryError) -> Condition {
    var conditions = [try all()]
    while skipWord("or") { conditions.append(try all()) }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  private mutating func all() throws(QueryError) -> Condition {
    var conditions = [try term()]
    while true {
      skipSpace()
      if next == nil || next == ")" || isAtWord("or") { break }
      _ = skipWord("and")
      conditions.append(try term())
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func term() throws(QueryError) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Query.maximumDepth else { throw failure("at most \(Query.maximumDepth) nested parentheses and negations") }
    skipSpace()
    if skipWord("not") { return .not(try term()) }
    if next == "-" || next == "!", let following = character(at: place + 1),
      !following.isWhitespace, !following.isASCIIDigit, following != "="
    {
      place += 1
      return .not(try term())
    }
    if next == "(" {
      if let comparison = computedComparison() { return comparison }
      return try group()
    }
    return try simpleTerm()
  }

  /// Reads a comparison that begins with a computed operand in parentheses, if one comes next.
  private mutating func computedComparison() -> Condition? {
    var copy = self
    guard let condition = try? copy.comparison(from: place) else { return nil }
    self = copy
    return condition
  }

  private mutating func group() throws(QueryError) -> Condition {
    let start = place
    place += 1
    let condition = try alternatives()
    skipSpace()
    guard skip(")") else { throw QueryError(at: next == nil ? start : place, expected: "')' for this '('") }
    return condition
  }
}

// MARK: - Characters

extension QueryParser {
  var next: Character? { character(at: place) }

  func character(at place: Int) -> Character? { place < characters.count ? characters[place] : nil }

  func failure(_ expected: String, suggestion: String? = nil) -> QueryError {
    QueryError(at: min(place, characters.count), expected: expected, suggestion: suggestion)
  }

  mutating func skipSpace() { while next?.isWhitespace == true { place += 1 } }

  mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    place += 1
    return true
  }

  /// Whether `word` comes next and is not part of a longer word.
  func isAtWord(_ word: String) -> Bool {
    let end = place + word.count
    guard end <= characters.count, characters[place..<end].elementsEqual(word) else { return false }
    return character(at: end).map { $0.isWhitespace || $0 == "(" || $0 == ")" || $0 == "\"" } ?? true
  }

  mutating func skipWord(_ word: String) -> Bool {
    skipSpace()
    guard isAtWord(word) else { return false }
    place += word.count
    return true
  }

  /// Reads up to white space, a quotation mark or a parenthesis.
  mutating func word() -> String {
    let start = place
    while let character = next, !character.isWhitespace, character != "(", character != ")", character != "\"" { place += 1 }
    return String(characters[start..<place])
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
