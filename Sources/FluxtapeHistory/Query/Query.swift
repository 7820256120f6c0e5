/// A condition on the steps of a log in Fluxtape's query language. Adjacent terms mean *and*.
///
/// ```text
/// store:cart type:cart.item*                 glob; type:/regex/; -type:tick or not type:tick
/// .items[0].qty > 2    .user.name ~ "^A"     the state after the step, of the step's store; == != < <= > >=; /items/0/qty works too
/// cart.total < 0    len(cart.items) > 0      a path may name its store ("cart#2".total): each store as it was at that step
/// payload.sku == "p7"    prev.total != .total     the action's contents; the state before
/// changed:.items    changed:cart.items[*].qty     the action changed something at or below this path
/// .items[*].qty > 9    .items[id="p7"].qty > 1    any element; by identity;   .byID["7F0C"].n > 1    by a pair's key;   delta(.total) < 0
/// .total != .rate * .hours + .extras    .items == []    numbers are computed with + - * /, with blanks around them
/// sum(.items[*], qty * price) != .total    duplicates(.items[*].id) > 0    descents(.items[*].at) > 0    ascents(.items[*].at) > 0
/// dur > 1ms   t > 12.5s   t >= 09:30:00   seq:100..200   cause:42   chain:42   trace:4bf92f*
/// is:error   "free text"   in:state "text"   (a or b) and not c
/// ```
/// A time of day is UTC, on the day when the run began. `=` is `==`, `!` and `-` are `not`, `absent` is `null`, and `.items.*` is `.items[*]`.
///
/// A condition on an unknown value never holds, and neither does its negation. Unknown are states that were not recorded or are uncertain,
/// and redacted values. In a known state, an absent member compares like `null`; two absent members do not compare.
public struct Query: Hashable, Sendable {
  /// The query as written.
  public let text: String

  package let condition: Condition

  /// Parses a query.
  ///
  /// - Throws: ``QueryError`` with the place of the first character that does not fit, and what was expected there.
  /// - Complexity: O(`text.count`).
  public init(parsing text: String) throws(QueryError) {
    var parser = QueryParser(text)
    condition = try parser.query()
    self.text = text
  }

  init(_ condition: Condition, text: String) {
    self.condition = condition
    self.text = text
  }

  /// What matches all of some queries; everything if there is none.
  package init(allOf queries: [Query]) {
    self.init(.all(queries.map(\.condition)), text: queries.map { "(\($0.text))" }.joined(separator: " "))
  }

  /// How deep parentheses and negations may nest.
  static let maximumDepth = 64

  /// How many operations between numbers there may be.
  static let maximumOperations = 100
}
