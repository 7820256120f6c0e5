/// A regular expression that takes time in proportion to the text for any expression: it never backtracks.
///
/// Supported: `.` `[a-z]` `[^…]` `\d \w \s \D \W \S` `\b \B` `^ $` (of the whole text) `( )` `(?: )` `|` `* + ? {n} {n,} {n,m}`, `\n \t \r
/// \u{1F600}`, a backslash before any other punctuation, and `(?i)` at the start to ignore case. Back references and lookaround are not
/// supported, since they need backtracking. It matches anywhere in the text unless `^` or `$` anchors it, and counts Unicode scalars.
///
/// It simulates the automaton with a set of program positions: Ken Thompson, "Regular Expression Search Algorithm", 1968.
package struct RegularExpression: Sendable {
  package let pattern: String
  let program: [Instruction]
  /// A text that every match contains, to search for first.
  let needed: SearchText?

  enum Instruction: Hashable, Sendable {
    case scalar(ScalarSet)
    /// Continues at both places.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    /// At a word boundary, or not at one.
    case wordBoundary(Bool)
    case match
  }

  /// The maximum size of a program after `{n,m}` is expanded: bounds the time for each character of the text.
  static let maximumSize = 10_000

  /// - Throws: ``RegularExpressionError`` with the place and what was expected.
  package init(_ pattern: String) throws(RegularExpressionError) {
    self.pattern = pattern
    var parser = RegularExpressionParser(pattern)
    let node = try parser.expression()
    var compiler = RegularExpressionCompiler()
    guard compiler.compile(node) else { throw RegularExpressionError(offset: 0, expected: "a smaller expression") }
    program = compiler.program + [.match]
    needed = node.longestLiteral.map(SearchText.init(exactly:))
  }
}

extension RegularExpression: Hashable {
  package static func == (left: RegularExpression, right: RegularExpression) -> Bool { left.pattern == right.pattern }
  package func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}

/// Why a text is not a regular expression, and where: an offset in characters.
package struct RegularExpressionError: Error, Hashable, Sendable {
  package let offset: Int
  package let expected: String
}

// MARK: - Matching

extension RegularExpression {
  /// Whether something in `text` matches. O(length of the text · size of the expression).
  package func matches(_ text: String) -> Bool {
    if let needed, !needed.isIn(text) { return false }
    var places = PlaceSet(capacity: program.count)
    var next = PlaceSet(capacity: program.count)
    var previous: Unicode.Scalar?
    var scalars = text.unicodeScalars.makeIterator()
    var scalar = scalars.next()
    while true {
      if add(0, to: &places, between: previous, and: scalar) { return true }
      guard let current = scalar else { return false }
      let following = scalars.next()
      next.removeAll()
      for place in places.members {
        guard case .scalar(let set) = program[place], set.contains(current) else { continue }
        if add(place + 1, to: &next, between: current, and: following) { return true }
      }
      swap(&places, &next)
      previous = current
      scalar = following
    }
  }

  /// Adds a place and those that can be reached from it without a character.
  /// - Returns: Whether the match is one of them.
  private func add(_ place: Int, to places: inout PlaceSet, between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
    var waiting = [place]
    while let place = waiting.popLast() {
      guard places.insert(place) else { continue }
      switch program[place] {
      case .match: return true
      case .scalar: continue
      case .jump(let target): waiting.append(target)
      case .split(let first, let second): waiting += [first, second]
      case .start: if before == nil { waiting.append(place + 1) }
      case .end: if after == nil { waiting.append(place + 1) }
      case .wordBoundary(let wanted):
        let isBoundary = (before.map(ScalarSet.word.contains) ?? false) != (after.map(ScalarSet.word.contains) ?? false)
        if isBoundary == wanted { waiting.append(place + 1) }
      }
    }
    return false
  }

  /// A set of program places that keeps the order of insertion.
  private struct PlaceSet {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    init(capacity: Int) { isMember = Array(repeating: false, count: capacity) }

    mutating func insert(_ place: Int) -> Bool {
      guard !isMember[place] else { return false }
      isMember[place] = true
      members.append(place)
      return true
    }

    mutating func removeAll() {
      for place in members { isMember[place] = false }
      members.removeAll(keepingCapacity: true)
    }
  }
}
