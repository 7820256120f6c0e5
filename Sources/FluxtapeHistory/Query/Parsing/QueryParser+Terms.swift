import FluxtapeJSON

extension QueryParser {
  /// Reads a condition on a field, a comparison or a text to search for.
  mutating func simpleTerm() throws(QueryError) -> Condition {
    guard let first = next else { throw failure("a condition, such as type:cart.*, .total < 0 or \"a text\"") }
    if let relation = relationHere {
      throw failure("a path or value before '\(relation)', such as .total")
    }
    if first == ")" { throw failure("a condition before ')'") }
    for word in ["and", "or"] where isAtWord(word) { throw failure("a condition before '\(word)'") }
    if let name = nameBeforeColon { return try field(name) }
    let start = place
    if first == "/", let expression = try expressionAlone() { return expression }
    if first == "\"", !isQuotedOperand { return .text(TextPattern(literal: try nonEmptyText())) }
    if isBareText { return .text(TextPattern(literal: word())) }
    return try comparison(from: start)
  }

  // MARK: - Fields

  /// The name before a colon, if one comes next.
  private var nameBeforeColon: String? {
    var end = place
    while let character = character(at: end), character.isLetter { end += 1 }
    return end > place && character(at: end) == ":" ? String(characters[place..<end]) : nil
  }

  private mutating func field(_ name: String) throws(QueryError) -> Condition {
    guard let field = QueryField(rawValue: name) else { throw unknownField(name) }
    place += name.count + 1
    switch field {
    case .store: return .store(try namePattern("a store's name, such as cart or cart*"))
    case .type: return .type(try namePattern("an action's type, such as cart.item* or /regex/"))
    case .is: return .trait(try trait())
    case .seq: return .step(try stepRange())
    case .cause: return .cause(try step())
    case .chain: return .chain(try step())
    case .trace: return .trace(try namePattern("the identifier of a trace, such as 4bf92f*"))
    case .changed: return .changed(try pathPattern())
    case .in:
      guard isAtWord("state") else { throw failure("'state', as in in:state \"text\"", suggestion: "state") }
      place += "state".count
      skipSpace()
      guard let next, next != ")" else { throw failure("the text to look for in states") }
      return .stateText(try textPattern())
    }
  }

  private func unknownField(_ name: String) -> QueryError {
    if RowField(rawValue: name) != nil { return failure("'\(name) > …', as '\(name)' is compared", suggestion: "\(name) >") }
    let names = QueryField.allCases.map(\.rawValue)
    return failure(
      "one of \(names.map { $0 + ":" }.joined(separator: " ")), or quotes around a text with a colon",
      suggestion: QueryError.nearest(to: name, among: names).map { $0 + ":" })
  }

  private mutating func namePattern(_ expected: String) throws(QueryError) -> NamePattern {
    if next == "\"" { return .exactly(try string()) }
    if next == "/" { return .expression(TextPattern(try expression())) }
    let start = place
    let text = word()
    guard !text.isEmpty else {
      place = start
      throw failure(expected)
    }
    return NamePattern(glob: text)
  }

  private mutating func trait() throws(QueryError) -> RowTrait {
    let start = place
    let name = word()
    if let trait = RowTrait(rawValue: name) { return trait }
    place = start
    let names = RowTrait.allCases.map(\.rawValue)
    throw failure("one of \(names.joined(separator: " "))", suggestion: QueryError.nearest(to: name, among: names))
  }

  private mutating func step() throws(QueryError) -> Int {
    let start = place
    while next?.isASCIIDigit == true { place += 1 }
    guard let step = Int(String(characters[start..<place])), step >= 1 else {
      place = start
      throw failure("a step number, 1 or more")
    }
    return step
  }

  /// Reads `100..200`, `100..`, `..200` or `100`.
  private mutating func stepRange() throws(QueryError) -> ClosedRange<Int> {
    let first = next == "." ? 1 : try step()
    guard skip("."), skip(".") else {
      if next == "." || next == nil || next?.isWhitespace == true || next == ")", character(at: place - 1) != "." { return first...first }
      throw failure("'..' and the last step, or the end of the number")
    }
    guard let digit = next, digit.isASCIIDigit else { return first...Int.max }
    let start = place
    let last = try step()
    guard last >= first else {
      place = start
      throw failure("a last step that is not before \(first)")
    }
    return first...last
  }

  // MARK: - Texts

  /// Whether the quoted text that comes next is a side of a comparison, or names a store.
  private var isQuotedOperand: Bool {
    var copy = self
    guard (try? copy.string()) != nil else { return false }
    if let next = copy.next, next == "." || next == "[" || next == "/" { return true }
    copy.skipSpace()
    return copy.relationHere != nil
  }

  /// Whether the word that comes next is not part of a comparison.
  private var isBareText: Bool {
    guard let first = next, first.isLetter || first.isNumber || first == "@" || first == "_" || first == "#" else { return false }
    var copy = self
    let word = copy.word()
    guard !word.contains(where: { ".[/=<>!~".contains($0) }) else { return false }
    if copy.next == "(" || copy.next == "\"" { return false }
    if let operation = copy.arithmeticHere {
      // A slash may begin a regular expression.
      if Int(word) != nil, operation != .dividedBy { return false }
      var whole = self
      if (try? whole.comparison(from: place)) != nil { return false }
    }
    copy.skipSpace()
    return copy.relationHere == nil
  }

  mutating func nonEmptyText() throws(QueryError) -> String {
    let start = place
    let text = try string()
    guard text.isEmpty else { return text }
    place = start
    throw failure("a text that is not empty")
  }

  /// Reads `/re/` unless it is a path: a path has a relation after it, perhaps behind an operation.
  private mutating func expressionAlone() throws(QueryError) -> Condition? {
    var copy = self
    if (try? copy.pathPattern()) != nil {
      copy.skipSpace()
      if copy.relationHere != nil { return nil }
      copy = self
      if (try? copy.comparison(from: place)) != nil { return nil }
    }
    guard characters[(place + 1)...].contains("/") else { return nil }
    return .text(TextPattern(try expression()))
  }

  /// Reads a quoted text, a regular expression between slashes, or a word.
  mutating func textPattern() throws(QueryError) -> TextPattern {
    switch next {
    case "\"": TextPattern(literal: try nonEmptyText())
    case "/": TextPattern(try expression())
    default: TextPattern(literal: word())
    }
  }

  /// Reads `/re/`, in which `\/` is a slash.
  mutating func expression() throws(QueryError) -> RegularExpression {
    let start = place
    place += 1
    while let character = next, character != "/" { place += character == "\\" ? 2 : 1 }
    guard next == "/" else {
      place = start
      throw failure("'/' at the end of the regular expression")
    }
    defer { place += 1 }
    return try expression(String(characters[(start + 1)..<place]), at: start + 1)
  }

  func expression(_ text: String, at offset: Int) throws(QueryError) -> RegularExpression {
    guard !text.isEmpty else { throw QueryError(at: offset, expected: "a regular expression that is not empty") }
    do { return try RegularExpression(text) } catch { throw QueryError(at: offset + error.offset, expected: error.expected) }
  }
}
