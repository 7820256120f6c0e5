import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON

/// A comparison that is wrong: it misses changes of members with one name, until states are compared as text.
final class BlindComparison: StateComparison {
  private let right: ImageComparison
  private let missed: String

  init(_ right: ImageComparison, missing name: String) { (self.right, missed) = (right, name) }

  func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    var patch: [UInt8] = []
    guard let written = right.advance(to: state, named: name, appendingTo: &patch) else { return nil }
    guard !right.comparesTexts, let operations = (try? JSONValue(parsing: patch))?.array else {
      bytes += patch
      return written
    }
    let seen = operations.filter { $0["path"]?.string?.hasSuffix("/\(missed)") != true }
    JSONValue.array(seen).write(into: &bytes)
    return StatePatch(operationCount: seen.count)
  }

  var hasState: Bool { right.hasState }
  func slowTypes(from place: Int) -> [SlowType] { right.slowTypes(from: place) }
  var stateType: ObjectIdentifier? { right.stateType }
  var comparesTexts: Bool { right.comparesTexts }
  var keepsState: Bool { right.keepsState }
  var dependsOnStack: Bool { right.dependsOnStack }
  func isUnchanged<State>(_ state: State, named name: String) -> Bool { right.isUnchanged(state, named: name) }
  func appendWhole(to bytes: inout [UInt8]) -> Bool { right.appendWhole(to: &bytes) }
  func append<State>(_ state: State, named name: String, to bytes: inout [UInt8]) { right.append(state, named: name, to: &bytes) }
  func forget() { right.forget() }
  func distrust() { right.distrust() }
  func distrustType() { right.distrustType() }
  func takeReleased() -> ReleasedStates { right.takeReleased() }
  func takeFailures() -> [EncodingFailure] { right.takeFailures() }
}
