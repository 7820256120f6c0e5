/// Parses a regular expression.
struct RegularExpressionParser {
  private let scalars: [Unicode.Scalar]
  /// For each scalar, the number of characters before it.
  private let offsets: [Int]
  private var place = 0
  private var depth = 0
  private var ignoresCase = false

  private static let maximumDepth = 64
  private static let maximumRepetition = 1000

  init(_ text: String) {
    var (scalars, offsets): ([Unicode.Scalar], [Int]) = ([], [])
    for (offset, character) in text.enumerated() {
      for scalar in character.unicodeScalars {
        scalars.append(scalar)
        offsets.append(offset)
      }
    }
    (self.scalars, self.offsets) = (scalars, offsets + [text.count])
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private func failure(_ expected: String) -> RegularExpressionError {
    RegularExpressionError(offset: offsets[min(place, scalars.count)], expected: expected)
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }
}

// MARK: - Structure

extension RegularExpressionParser {
  mutating func expression() throws(RegularExpressionError) -> RegularExpressionNode {
    if scalars.starts(with: "(?i)".unicodeScalars) {
      ignoresCase = true
      place = 4
    }
    let node = try alternatives()
    guard next == nil else { throw failure("no ')' without its '('") }
    return node
  }

  private mutating func alternatives() throws(RegularExpressionError) -> RegularExpressionNode {
    var nodes = [try sequence()]
    while skip("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(RegularExpressionError) -> RegularExpressionNode {
    var nodes: [RegularExpressionNode] = []
    while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated(try atom())) }
    return .sequence(nodes)
  }

  private mutating func repeated(_ node: RegularExpressionNode) throws(RegularExpressionError) -> RegularExpressionNode {
    let bounds: (least: Int, most: Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{": bounds = try count()
    default: return node
    }
    place += 1
    _ = skip("?")  // lazy quantifiers do not change whether there is a match
    if let next, "*+?{".unicodeScalars.contains(next) { throw failure("something to repeat") }
    return .repeated(node, atLeast: bounds.least, atMost: bounds.most)
  }

  /// Reads the numbers of `{n}`, `{n,}` or `{n,m}`, up to the closing brace.
  private mutating func count() throws(RegularExpressionError) -> (least: Int, most: Int?) {
    place += 1
    let least = try number()
    var most: Int? = least
    if skip(",") { most = next == "}" ? nil : try number() }
    guard next == "}" else { throw failure("'}'") }
    guard most.map({ $0 >= least }) ?? true else { throw failure("a second number that is not smaller") }
    return (least, most)
  }

  private mutating func number() throws(RegularExpressionError) -> Int {
    let start = place
    while let scalar = next, ScalarSet.digit.contains(scalar) { place += 1 }
    let text = String(String.UnicodeScalarView(scalars[start..<place]))
    guard let number = Int(text), number <= Self.maximumRepetition else {
      place = start
      throw failure("a number up to \(Self.maximumRepetition)")
    }
    return number
  }
}

// MARK: - Atoms

extension RegularExpressionParser {
  private mutating func atom() throws(RegularExpressionError) -> RegularExpressionNode {
    guard let scalar = next else { throw failure("a character") }
    if "*+?{".unicodeScalars.contains(scalar) { throw failure("something to repeat") }
    place += 1
    switch scalar {
    case "(": return try group()
    case "[": return set(try bracketed())
    case ".": return .scalar(.anyInLine)
    case "^": return .start
    case "$": return .end
    case "\\":
      if skip("b") { return .wordBoundary(true) }
      if skip("B") { return .wordBoundary(false) }
      return set(try escaped())
    default: return set(.one(scalar))
    }
  }

  private func set(_ set: ScalarSet) -> RegularExpressionNode { .scalar(ignoresCase ? set.inAnyCase : set) }

  private mutating func group() throws(RegularExpressionError) -> RegularExpressionNode {
    let start = place - 1
    if skip("?"), !skip(":") { throw failure("':', as other kinds of groups are not supported") }
    depth += 1
    guard depth <= Self.maximumDepth else { throw failure("at most \(Self.maximumDepth) nested groups") }
    let node = try alternatives()
    depth -= 1
    guard skip(")") else {
      place = next == nil ? start : place
      throw failure("')' for this '('")
    }
    return node
  }

  /// Reads the character or class after a backslash.
  private mutating func escaped() throws(RegularExpressionError) -> ScalarSet {
    guard let scalar = next else { throw failure("a character after the backslash") }
    place += 1
    switch scalar {
    case "d": return .digit
    case "D": return ScalarSet.digit.inverted
    case "w": return .word
    case "W": return ScalarSet.word.inverted
    case "s": return .space
    case "S": return ScalarSet.space.inverted
    case "n": return .one("\n")
    case "r": return .one("\r")
    case "t": return .one("\t")
    case "u": return .one(try codePoint())
    default:
      guard !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
        place -= 1
        throw failure("one of d D w W s S b B n r t u{…}, or a sign")
      }
      return .one(scalar)
    }
  }

  private mutating func codePoint() throws(RegularExpressionError) -> Unicode.Scalar {
    guard skip("{") else { throw failure("'{' and a code point in hexadecimal digits") }
    let start = place
    while let scalar = next, scalar != "}" { _ = scalar; place += 1 }
    let text = String(String.UnicodeScalarView(scalars[start..<place]))
    guard let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init), skip("}") else {
      place = start
      throw failure("a code point in hexadecimal digits and '}'")
    }
    return scalar
  }

  private mutating func bracketed() throws(RegularExpressionError) -> ScalarSet {
    let start = place - 1
    var set = ScalarSet()
    let isInverted = skip("^")
    repeat {
      guard next != nil else {
        place = start
        throw failure("']' for this '['")
      }
      try addMember(to: &set)
    } while !skip("]")
    if ignoresCase { set = set.inAnyCase }
    set.isInverted = isInverted
    return set
  }

  private mutating func addMember(to set: inout ScalarSet) throws(RegularExpressionError) {
    let first = try member()
    guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]", let low = first.single else {
      set.ranges += first.plainRanges
      return
    }
    place += 1
    guard let high = try member().single, high >= low else { throw failure("an ascending range") }
    set.ranges.append(low...high)
  }

  private mutating func member() throws(RegularExpressionError) -> ScalarSet {
    guard let scalar = next else { throw failure("']'") }
    place += 1
    return scalar == "\\" ? try escaped() : .one(scalar)
  }
}

extension ScalarSet {
  fileprivate var single: UInt32? { !isInverted && ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil }
}
