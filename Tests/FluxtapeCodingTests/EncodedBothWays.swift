import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// Returns the JSON of a value, and expects that the copy which a comparison keeps is written the same.
func encodedBothWays<Value>(
  _ value: Value, _ rules: EncodingRules = .plain, sourceLocation: SourceLocation = #_sourceLocation
) -> JSONValue {
  let text = written(value, under: rules)
  let comparison = ImageComparison(rules: rules)
  var (patch, kept): ([UInt8], [UInt8]) = ([], [])
  // The text of the first state is remembered; that of the second one is written from its copy.
  for _ in 1...2 { _ = comparison.advance(to: value, named: "value", appendingTo: &patch) }
  comparison.appendWhole(to: &kept)
  #expect(String(decoding: kept, as: UTF8.self) == text, sourceLocation: sourceLocation)
  do {
    return try JSONValue(parsing: text)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return .null
  }
}

/// Returns the JSON of a value as a log has it.
func written<Value>(_ value: Value, named name: String = "value", under rules: EncodingRules = .plain) -> String {
  var bytes: [UInt8] = []
  ImageComparison(rules: rules).append(value, named: name, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
