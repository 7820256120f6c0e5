/// Why a text is no path, and where: an offset in characters.
public struct StatePathError: Error, Hashable, Sendable {
  /// What the path lacks, in words.
  public let expected: String
  /// Characters before the mistake.
  public let offset: Int
}

extension StatePathError: CustomStringConvertible {
  public var description: String { "expected \(expected) at character \(offset + 1)" }
}

extension StatePath {
  /// Reads a path.
  ///
  /// - Throws: ``StatePathError`` with what was expected and where.
  /// - Complexity: O(`text.count`).
  public init(parsing text: String) throws(StatePathError) {
    var parser = QueryParser(text, isPathAlone: true)
    do { self = try parser.pathAlone() } catch { throw StatePathError(expected: error.expected, offset: error.offset) }
  }
}

extension QueryParser {
  /// A path without `[*]` that ends where the text does. An empty text is the whole state.
  fileprivate mutating func pathAlone() throws(QueryError) -> StatePath {
    guard next != nil else { return StatePath() }
    let pattern = try pathPattern()
    guard next == nil else { throw failure("'.', '[' or the end") }
    return StatePath(store: pattern.store, parts: pattern.parts.compactMap { if case .one(let part) = $0 { part } else { nil } })
  }
}
