import FluxtapeCoding
import FluxtapeJSON
import Testing

/// Returns the JSON of a value, and expects a writer to write the same.
func encodedBothWays<Value>(
  _ value: Value, _ options: ValueEncoder.Options = ValueEncoder.Options(), sourceLocation: SourceLocation = #_sourceLocation
) -> JSONValue {
  let json = ValueEncoder(options: options).encode(value)
  var rules = EncodingRules.plain
  rules.maximumDepth = options.maximumDepth
  rules.userInfo = options.userInfo
  rules.memory = options.memory
  #expect(written(value, under: rules) == json.text, sourceLocation: sourceLocation)
  return json
}

/// Returns the text that a writer writes for a value.
func written<Value>(_ value: Value, named name: String = "value", under rules: EncodingRules = .plain) -> String {
  var bytes: [UInt8] = []
  ValueWriter(rules: rules).write(value, named: name, appendingTo: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
