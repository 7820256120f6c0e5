import FluxtapeDocuments
import FluxtapeJSON

/// Decodes recorded states. Its errors name values that the log lacks.
struct StateDecoding {
  let store: String
  let step: Int?

  func decode<State>(_ json: JSONValue, _ decode: (JSONValue) throws -> State) throws -> State {
    do {
      return try decode(json)
    } catch let error as DecodingError {
      let unknown = UnknownValue.all(in: json)
      guard unknown.isEmpty else { throw ReplayError(.stateHasUnknownValues(store: store, step: step, unknown)) }
      throw ReplayError(.stateNotDecodable(store: store, step: step, DecodingProblem(error)))
    }
  }
}

extension JSONValue {
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ValueDecoder().decode(type, from: self) }
}

/// Why JSON cannot be decoded as a type, and where.
public struct DecodingProblem: Hashable, Sendable {
  /// The place in the JSON, as an RFC 6901 pointer.
  public let pointer: String
  /// What was expected and what was found. It contains no value of the log.
  public let what: String

  init(_ error: DecodingError) {
    let context: DecodingError.Context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context): context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "cannot be read")
      }
    pointer = JSONPointer(tokens: context.codingPath.map { $0.intValue.map { String($0) } ?? $0.stringValue }).description
    what = context.debugDescription
  }
}
