import FluxtapeDocuments
import FluxtapeJSON

extension QueryParser {
  /// One side of a comparison while it is parsed.
  private enum Side {
    case operand(Operand)
    case field(RowField)
    /// Microseconds.
    case duration(Int)
    /// A time of day, in microseconds since midnight.
    case clock(Int)
  }

  /// The relation, `==` and the like or `~`, that comes next, if any. One `=` is as good as two.
  var relationHere: String? {
    for text in ["==", "!=", "<=", ">=", "<", ">", "~", "="] where characters[min(place, characters.count)...].starts(with: text) {
      return text
    }
    return nil
  }

  mutating func comparison(from start: Int) throws(QueryError) -> Condition {
    let left = try computedSide()
    skipSpace()
    let isReversed = next == "=" && character(at: place + 1) == "!"
    guard !isReversed, let text = relationHere else {
      throw failure(
        "a comparison (== != < <= > >= ~) here, such as != null, or quotes around a text to look for", suggestion: isReversed ? "!=" : nil)
    }
    let relationPlace = place
    place += text.count
    skipSpace()
    guard let relation = text == "=" ? .equal : Relation(rawValue: text) else { return try match(left, start: start) }
    let rightPlace = place
    let right = try computedSide()
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
      if (left.leaves + right.leaves).allSatisfy(\.isLiteral) {
        throw QueryError(at: places.left, expected: "a path on one side of the comparison")
      }
      return .comparison(left, relation, right)
    case (.field(.time), .clock(let clock)): return .clock(relation, clock)
    case (.clock(let clock), .field(.time)): return .clock(relation.mirrored, clock)
    case (.field(let field), let value):
      return .field(field, relation, try number(value, for: field, at: places.right))
    case (let value, .field(let field)):
      return .field(field, relation.mirrored, try number(value, for: field, at: places.left))
    case (.clock, _): throw QueryError(at: places.right, expected: "t beside a time of day")
    case (_, .clock): throw QueryError(at: places.left, expected: "t beside a time of day")
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
    throw QueryError(
      at: place,
      expected: field == .step
        ? "a step number"
        : "a time with its unit, such as 1.5ms (us, ms, s, min, h)\(field == .time ? ", or a time of day, such as 09:30" : "")")
  }

  // MARK: - Sides

  /// Reads an operand, or several with operations between them, which have white space on both sides.
  private mutating func computedSide() throws(QueryError) -> Side {
    let start = place
    var left = try product()
    while let operation = arithmeticHere, !operation.isProduct {
      left = try computed(left, from: start, operation) { (parser) throws(QueryError) in try parser.product() }
    }
    return left
  }

  private mutating func product() throws(QueryError) -> Side {
    let start = place
    var left = try factor()
    while let operation = arithmeticHere, operation.isProduct {
      left = try computed(left, from: start, operation) { (parser) throws(QueryError) in try parser.factor() }
    }
    return left
  }

  /// Reads a side, or a computed one in parentheses.
  private mutating func factor() throws(QueryError) -> Side {
    guard skip("(") else { return try side() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Query.maximumDepth else { throw failure("at most \(Query.maximumDepth) nested parentheses") }
    skipSpace()
    let inside = try computedSide()
    skipSpace()
    guard skip(")") else { throw failure("')'") }
    return inside
  }

  /// The operation that comes next behind white space.
  var arithmeticHere: Arithmetic? {
    var copy = self
    copy.skipSpace()
    guard copy.place > place, let operation = copy.next.flatMap(Arithmetic.init(rawValue:)) else { return nil }
    return copy.character(at: copy.place + 1)?.isWhitespace == true ? operation : nil
  }

  private mutating func computed(
    _ left: Side, from start: Int, _ operation: Arithmetic, _ read: (inout Self) throws(QueryError) -> Side
  ) throws(QueryError) -> Side {
    skipSpace()
    operationCount += 1
    guard operationCount <= Query.maximumOperations else { throw failure("at most \(Query.maximumOperations) operations") }
    place += 1
    skipSpace()
    let rightPlace = place
    let right = try read(&self)
    guard case .operand(let left) = left else { throw QueryError(at: start, expected: "a path or number before '\(operation.rawValue)'") }
    guard case .operand(let right) = right else {
      throw QueryError(at: rightPlace, expected: "a path or number behind '\(operation.rawValue)'")
    }
    if left.hasMany, right.hasMany {
      throw QueryError(at: rightPlace, expected: "one value, as there are many before it; sum(.items[*], qty * price) multiplies members")
    }
    return .operand(.arithmetic(left, operation, right))
  }

  private mutating func side() throws(QueryError) -> Side {
    guard let first = next else { throw failure("a value or path") }
    if first == "-" || first.isASCIIDigit { return try number() }
    if first == "\"" { return .operand(try quotedOperand()) }
    if first == "[", character(at: place + 1) == "]" { return .operand(try empty(.array([]))) }
    if first == "{", character(at: place + 1) == "}" { return .operand(try empty(.object([:]))) }
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
    // What is absent compares like null.
    case "null", "absent": if !isPathGoingOn { return .operand(.literal(.null)) }
    default: if !isPathGoingOn, let field = RowField(rawValue: name) { return .field(field) }
    }
    place = start
    let (source, path) = try sourcedPath()
    return .operand(.value(source, path))
  }

  private mutating func empty(_ value: JSONValue) throws(QueryError) -> Operand {
    place += 2
    return .literal(value)
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

  /// Reads a JSON number, a number with a unit of time, or a time of day.
  private mutating func number() throws(QueryError) -> Side {
    let start = place
    if let clock = try clock() { return .clock(clock) }
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
    "us": 1, "µs": 1, "μs": 1, "ms": 1e3, "s": 1e6, "min": 60e6, "m": 60e6, "h": 3600e6,
  ]

  /// Reads `9:30`, `09:30:00` or `09:30:00.125`, if one comes next.
  private mutating func clock() throws(QueryError) -> Int? {
    let rest = characters[place...].prefix { $0.isASCIIDigit || $0 == ":" || $0 == "." }
    guard rest.contains(":") else { return nil }
    guard let clock = ClockTime(String(rest)) else { throw failure("a time of day, such as 09:30 or 09:30:00.125") }
    place += rest.count
    return clock.microseconds
  }
}

extension Operand {
  fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }

  /// Whether it may have more than one value.
  fileprivate var hasMany: Bool {
    switch self {
    case .literal, .measure(.sum, _, _), .measure(.duplicates, _, _), .measure(.descents, _, _), .measure(.ascents, _, _): false
    case .value(_, let path), .measure(.length, _, let path), .delta(let path): path.hasMany
    case .arithmetic(let left, _, let right): left.hasMany || right.hasMany
    }
  }
}
