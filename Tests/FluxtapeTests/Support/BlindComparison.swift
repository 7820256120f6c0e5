import FluxtapeDocuments
import FluxtapeJSON

@testable import FluxtapeCoding

/// A comparison that is wrong: it misses changes of members with one name, until states are compared as text.
final class BlindComparison: ImageComparison, @unchecked Sendable {
  private let missed: String

  init(rules: EncodingRules, maximumBytes: Int, missing name: String) {
    missed = name
    super.init(rules: rules, maximumBytes: maximumBytes)
  }

  override func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    var patch: [UInt8] = []
    guard let written = super.advance(to: state, named: name, appendingTo: &patch) else { return nil }
    guard !comparesTexts, let operations = (try? JSONValue(parsing: patch))?.array else {
      bytes += patch
      return written
    }
    let seen = operations.filter { $0["path"]?.string?.hasSuffix("/\(missed)") != true }
    JSONValue.array(seen).write(into: &bytes)
    return StatePatch(operationCount: seen.count)
  }
}
