/// A question about the steps of a log, in Fluxtape's one query language. Terms side by side mean *and*.
///
/// ```text
/// store:cart type:cart.item*                 glob; type:/regex/; -type:tick or not type:tick
/// .items[0].qty > 2    .user.name ~ "^A"     the state after the step, of the step's store; == != < <= > >=; /items/0/qty works too
/// cart.total < 0    len(cart.items) > 0      a path may name its store ("cart#2".total): each store as it stood at that step
/// payload.sku == "p7"    prev.total != .total     the action's contents; the state before
/// changed:.items    changed:cart.items[*].qty     the action changed something at or below this path
/// .items[*].qty > 9    .items[id="p7"].qty > 1    any element; by identity;   delta(.total) < 0
/// dur > 1ms   t > 12.5s   seq:100..200   cause:42   chain:42
/// is:error   "free text"   in:state "text"   (a or b) and not c
/// ```
/// What is not known never holds, and neither does its negation: a state that was not recorded or is not certain, a redacted value. Of a
/// state that is known, a member that is not there compares like `null`; two that are not there do not compare.
public struct Query: Hashable, Sendable {
  /// The query as it was written.
  public let text: String

  package let condition: Condition

  /// Reads a query.
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

  /// Parentheses and negations that may stand inside each other.
  static let maximumDepth = 64
}
