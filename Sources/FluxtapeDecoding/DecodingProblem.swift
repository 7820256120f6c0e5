internal import FluxtapeDocuments

/// Why JSON cannot be decoded as a type, and where.
public struct DecodingProblem: Hashable, Sendable {
  /// The place in the JSON, as an RFC 6901 pointer.
  public let pointer: String
  /// What was expected and what was found. It contains no value of the log.
  public let what: String

  package init(_ error: DecodingError) {
    let context: DecodingError.Context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context): context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "cannot be read")
      }
    pointer = JSONPointer(tokens: context.codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue }).description
    what = context.debugDescription
  }
}
