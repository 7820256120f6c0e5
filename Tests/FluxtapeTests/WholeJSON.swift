import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON

extension JSONValue {
  /// The JSON of a state, encoded anew and with nothing redacted.
  static func whole<State>(_ state: State) -> JSONValue {
    var bytes: [UInt8] = []
    ImageComparison(rules: .plain).append(state, named: "state", to: &bytes)
    return (try? JSONValue(parsing: bytes)) ?? .null
  }
}
