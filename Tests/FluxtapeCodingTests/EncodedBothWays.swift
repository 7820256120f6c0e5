import FluxtapeCoding
import FluxtapeJSON
import Testing

/// Returns the JSON of a value, and expects a writer to write the same.
func encodedBothWays<Value>(
  _ value: Value, _ rules: EncodingRules = .plain, sourceLocation: SourceLocation = #_sourceLocation
) -> JSONValue {
  let json = ValueWriter(rules: rules).json(of: value)
  #expect(written(value, under: rules) == json.text, sourceLocation: sourceLocation)
  return json
}

/// Returns the text that a writer writes for a value.
func written<Value>(_ value: Value, named name: String = "value", under rules: EncodingRules = .plain) -> String {
  var bytes: [UInt8] = []
  ValueWriter(rules: rules).write(value, named: name, appendingTo: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
