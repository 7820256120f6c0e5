/// Why a line is no rule.
public struct CheckRuleError: Error, Hashable, Sendable {
  /// What is wrong with the line.
  public enum Reason: Hashable, Sendable {
    /// No `name:` at the beginning.
    case noName
    /// Neither `never`, `always` nor `after` behind the name.
    case noDemand
    /// No comma between what happens and what must follow.
    case noComma
    /// What stands behind `within` is no time and no number of actions.
    case badLimit(String)
    /// A query in the line has a mistake.
    case query(QueryError)
  }

  /// What is wrong with the line.
  public let reason: Reason
  /// Counted from 1.
  public let lineNumber: Int
  /// The text that ``QueryError/offset`` counts in; else the line.
  public let text: String
}

extension CheckRule {
  /// Reads a file of rules, one a line; `#` begins a comment, blank lines do not count.
  ///
  /// ```text
  /// no debt: never cart.total < 0
  /// signed in: after type:session.loggedIn, session.user != null within 1 actions
  /// loading ends: after catalog.isLoading == true, catalog.isLoading == false within 5s
  /// paid: after type:cart.checkout, type:cart.checkoutSucceeded or type:cart.checkoutFailed within 20 actions
  /// ```
  /// - Parameters:
  ///   - text: What stands in the file.
  ///   - file: What ``CheckRule/place`` names; `nil` for no place.
  /// - Throws: ``CheckRuleError`` for the first line that is none.
  public static func rules(parsing text: String, of file: String? = nil) throws(CheckRuleError) -> [CheckRule] {
    var rules: [CheckRule] = []
    for (place, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingSpace
      guard let first = line.first, first != "#" else { continue }
      let rule = try rule(line, lineNumber: place + 1)
      rules.append(CheckRule(name: rule.name, rule.demand, place: file.map { "\($0): line \(place + 1)" }))
    }
    return rules
  }

  private static func rule(_ line: Substring, lineNumber: Int) throws(CheckRuleError) -> CheckRule {
    func failure(_ reason: CheckRuleError.Reason, _ text: Substring) -> CheckRuleError {
      CheckRuleError(reason: reason, lineNumber: lineNumber, text: String(text))
    }
    func query(_ text: Substring) throws(CheckRuleError) -> Query {
      do { return try Query(parsing: String(text)) } catch { throw failure(.query(error), text) }
    }
    guard let colon = line.firstRange(of: ": "), !line[..<colon.lowerBound].trimmingSpace.isEmpty else { throw failure(.noName, line) }
    let name = String(line[..<colon.lowerBound].trimmingSpace)
    let words = line[colon.upperBound...].trimmingSpace
    guard let space = words.firstIndex(where: \.isWhitespace) else { throw failure(.noDemand, line) }
    let rest = words[space...].trimmingSpace
    switch words[..<space] {
    case "never": return CheckRule(name: name, .never(try query(rest)))
    case "always": return CheckRule(name: name, .always(try query(rest)))
    case "after":
      let (body, limit): (Substring, Limit?)
      do { (body, limit) = try splitLimit(rest) } catch { throw failure(error, line) }
      let commas = body.indices.filter { body[$0] == "," }
      guard let firstComma = commas.first else { throw failure(.noComma, line) }
      // A comma may stand inside a query; the first that leaves two whole ones is meant.
      func parts(_ comma: Substring.Index) -> (Substring, Substring) {
        (body[..<comma].trimmingSpace, body[body.index(after: comma)...].trimmingSpace)
      }
      let comma =
        commas.first {
          let (first, second) = parts($0)
          return (try? Query(parsing: String(first))) != nil && (try? Query(parsing: String(second))) != nil
        } ?? firstComma
      let (first, second) = parts(comma)
      return CheckRule(name: name, .after(try query(first), try query(second), within: limit))
    default: throw failure(.noDemand, line)
    }
  }

  /// Takes `within 5s` or `within 20 actions` from the end.
  private static func splitLimit(_ text: Substring) throws(CheckRuleError.Reason) -> (Substring, Limit?) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let place = words.lastIndex(of: "within"), place > 0, words.count - place <= 3 else { return (text, nil) }
    let limit = words[(place + 1)...].joined()
    let digits = limit.prefix { $0.isASCIIDigit }
    let unit = limit[digits.endIndex...]
    let body = text[..<words[place].startIndex].trimmingSpace
    guard let count = Int(digits), count > 0 else { throw .badLimit(limit) }
    if ["action", "actions"].contains(unit) { return (body, .actions(count)) }
    guard let factor = unit == "µs" ? 1 : Limit.units.first(where: { $0.name == unit })?.factor else { throw .badLimit(limit) }
    let (time, overflow) = count.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw .badLimit(limit) }
    return (body, .time(microseconds: time))
  }
}

extension CheckRule.Limit {
  /// How times are written, the largest unit first, in microseconds.
  static let units: [(name: String, factor: Int)] = [("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000), ("ms", 1_000), ("us", 1)]
}

extension CheckRuleError.Reason: Error {}

extension CheckRuleError: CustomStringConvertible {
  /// What is wrong, and how it is written.
  public var description: String {
    switch reason {
    case .noName: "line \(lineNumber): expected a name and ': ' before the rule, as in 'no debt: never cart.total < 0'"
    case .noDemand: "line \(lineNumber): expected 'never QUERY', 'always QUERY' or 'after QUERY, QUERY within 5s' after the name"
    case .noComma: "line \(lineNumber): expected a comma between what happens and what must follow it"
    case .badLimit(let text): "line \(lineNumber): '\(text)' is not a limit: write 'within 5s' (us, ms, s, min, h) or 'within 20 actions'"
    case .query(let error): "line \(lineNumber): \(error)"
    }
  }
}

extension Substring {
  fileprivate var trimmingSpace: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
