import FluxtapeDecoding
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
