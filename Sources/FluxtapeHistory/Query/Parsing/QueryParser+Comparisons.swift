import FluxtapeDocuments
import FluxtapeJSON

extension QueryParser {
  /// One side of a comparison while it is parsed.
  private enum Side {
    case operand(Operand)
    case field(RowField)
    /// Microseconds.
    case duration(Int)
  }

  /// The relation, `==` and the like or `~`, that comes next, if any.
  var relationHere: String? {
    for text in ["==", "!=", "<=", ">=", "<", ">", "~"] where characters[min(place, characters.count)...].starts(with: text) { return text }
    return nil
  }

  mutating func comparison(from start: Int) throws(QueryError) -> Condition {
    let left = try side()
    skipSpace()
    guard let text = relationHere else {
      let wrong = next == "=" ? "==" : nil
      throw failure("a comparison (== != < <= > >= ~) here, or quotes around a text to look for", suggestion: wrong)
    }
    let relationPlace = place
    place += text.count
    skipSpace()
    guard let relation = Relation(rawValue: text) else { return try match(left, start: start) }
    let rightPlace = place
    let right = try side()
    return try comparison(left, relation, right, places: (start, relationPlace, rightPlace))
  }

  private mutating func match(_ left: Side, start: Int) throws(QueryError) -> Condition {
    guard case .operand(let operand) = left, !operand.isLiteral else {
      throw QueryError(at: start, expected: "a path before '~'")
    }
    switch next {
    case "/": return .matches(operand, TextPattern(try expression()))
    case "\"":
      let start = place
      return .matches(operand, TextPattern(try expression(try plainString(), at: start + 1)))
    default: throw failure("a regular expression in quotes or between slashes")
    }
  }

  private func comparison(
    _ left: Side, _ relation: Relation, _ right: Side, places: (left: Int, relation: Int, right: Int)
  ) throws(QueryError) -> Condition {
    switch (left, right) {
    case (.operand(let left), .operand(let right)):
      if left.isLiteral, right.isLiteral { throw QueryError(at: places.left, expected: "a path on one side of the comparison") }
      return .comparison(left, relation, right)
    case (.field(let field), let value):
      return .field(field, relation, try number(value, for: field, at: places.right))
    case (let value, .field(let field)):
      return .field(field, relation.mirrored, try number(value, for: field, at: places.left))
    case (.duration, let other): throw unitFailure(comparedWith: other, at: places.right, unitPlace: places.left)
    case (let other, .duration): throw unitFailure(comparedWith: other, at: places.left, unitPlace: places.right)
    }
  }

  /// The error for a time that is compared with something else than a field: `took > 10ms`.
  private func unitFailure(comparedWith other: Side, at place: Int, unitPlace: Int) -> QueryError {
    if case .operand(.value(.after, let path)) = other, let field = path.meantField {
      return QueryError(at: place, expected: "dur or t beside a time", suggestion: field.rawValue)
    }
    return QueryError(at: unitPlace, expected: "a number without a unit: units are for dur and t")
  }

  /// The number to compare a field of the index with.
  private func number(_ side: Side, for field: RowField, at place: Int) throws(QueryError) -> Int {
    switch (field, side) {
    case (.duration, .duration(let time)), (.time, .duration(let time)): return time
    case (.step, .operand(.literal(let value))): if let step = value.int { return step }
    case (_, .operand(.literal(let value))): if value.int == 0 { return 0 }
    default: break
    }
    throw QueryError(at: place, expected: field == .step ? "a step number" : "a time with its unit (us, ms, s, min, h), such as 1.5ms")
  }

  // MARK: - Sides

  private mutating func side() throws(QueryError) -> Side {
    guard let first = next else { throw failure("a value or path") }
    if first == "-" || first.isASCIIDigit { return try number() }
    if first == "\"" { return .operand(try quotedOperand()) }
    if first == "." || first == "[" || first == "/" { return .operand(.value(.after, try pathPattern())) }
    let start = place
    let name = identifier()
    if next == "(", let function = QueryFunction(rawValue: name) {
      switch function {
      case .len: return .operand(try measure(.length))
      case .sum: return .operand(try measure(.sum([])))
      case .duplicates: return .operand(try measure(.duplicates))
      case .descents: return .operand(try measure(.descents))
      case .ascents: return .operand(try measure(.ascents))
      case .delta: return .operand(try delta())
      }
    }
    switch name {
    case "": throw failure("a value or path", suggestion: wordForSign)
    case "true", "false": if !isPathGoingOn { return .operand(.literal(.bool(name == "true"))) }
    case "null": if !isPathGoingOn { return .operand(.literal(.null)) }
    default: if !isPathGoingOn, let field = RowField(rawValue: name) { return .field(field) }
    }
    place = start
    let (source, path) = try sourcedPath()
    return .operand(.value(source, path))
  }

  /// The keyword for an operator of other languages that comes next.
  private var wordForSign: String? {
    switch next {
    case "&": "and"
    case "|": "or"
    case "!": "not"
    default: nil
    }
  }

  private var isPathGoingOn: Bool { next == "." || next == "[" || next == "/" }

  /// Reads a path in the state after the step, or `payload` or `prev` with a path.
  private mutating func sourcedPath() throws(QueryError) -> (ValueSource, PathPattern) {
    let start = place
    switch QuerySource(rawValue: identifier()) {
    case .payload?: return (.payload, PathPattern(parts: try pathParts(), offset: start))
    case .prev?:
      guard isPathGoingOn else { throw failure("'.' and a path in the state before") }
      return (.before, PathPattern(parts: try pathParts(), offset: start))
    case nil:
      place = start
      return (.after, try pathPattern())
    }
  }

  /// Reads a path in parentheses. After the path of a sum may stand the members to multiply: `sum(.items[*], qty * price)`.
  private mutating func measure(_ measure: Measure) throws(QueryError) -> Operand {
    place += 1
    skipSpace()
    let (source, path) = try sourcedPath()
    skipSpace()
    var measure = measure
    if case .sum = measure, skip(",") { measure = .sum(try factors()) }
    guard skip(")") else { throw failure("')'") }
    return .measure(measure, source, path)
  }

  private mutating func factors() throws(QueryError) -> [String] {
    var members: [String] = []
    repeat {
      skipSpace()
      let member = next == "\"" ? try string() : identifier()
      guard !member.isEmpty else { throw failure("the name of a number in each element") }
      members.append(member)
      skipSpace()
    } while skip("*")
    return members
  }

  private mutating func delta() throws(QueryError) -> Operand {
    let start = place + 1
    guard case .measure(_, .after, let path) = try measure(.length) else { throw QueryError(at: start, expected: "a path in the state") }
    return .delta(path)
  }

  private mutating func quotedOperand() throws(QueryError) -> Operand {
    let start = place
    let text = try string()
    guard isPathGoingOn else { return .literal(.string(text)) }
    place = start
    return .value(.after, try pathPattern())
  }

  /// Reads a JSON number, or a number with a unit of time.
  private mutating func number() throws(QueryError) -> Side {
    let start = place
    while let character = next, character.isASCIIDigit || "+-.eE".contains(character) {
      if character == ".", self.character(at: place + 1) == "." { break }
      place += 1
    }
    let text = String(characters[start..<place])
    guard let value = try? JSONValue(parsing: text), case .number(let number) = value else {
      place = start
      throw failure("a JSON number")
    }
    let unitPlace = place
    let unit = identifier()
    if unit.isEmpty { return .operand(.literal(value)) }
    guard let factor = Self.units[unit] else {
      place = unitPlace
      throw failure("a unit (us, ms, s, min, h) or white space")
    }
    let time = (number.double * factor).rounded()
    guard let microseconds = Int(exactly: time) else {
      place = start
      throw failure("a shorter time")
    }
    return .duration(microseconds)
  }

  private static let units: [String: Double] = [
    "us": 1, "µs": 1, "μs": 1, "ms": 1e3, "s": 1e6, "min": 60e6, "h": 3600e6,
  ]
}

extension Operand {
  fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }
}
