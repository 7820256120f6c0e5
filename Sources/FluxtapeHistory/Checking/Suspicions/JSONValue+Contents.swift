import FluxtapeDocuments
import FluxtapeJSON

extension JSONNode {
  /// What tells an element of an array from the others.
  var identity: JSONNode? { Change.identityKeys.lazy.compactMap { member(named: $0) }.first }
}

extension JSONValue {
  /// What tells an element of an array from the others.
  var identity: JSONValue? {
    guard case .object(let object) = self else { return nil }
    return Change.identityKeys.lazy.compactMap { object[$0] }.first
  }

  /// Whether nothing in it is redacted, truncated or opaque.
  var isWhollyRecorded: Bool { !contains { Self.isHidden($0) } }

  private static func isHidden(_ value: JSONValue) -> Bool {
    switch TaggedValue(value) {
    case .redacted, .truncated, .opaque: true
    case .float, nil: false
    }
  }

  /// Whether the value, or one in it, is as asked for. Without recursion: states nest deep, and some threads have small stacks.
  func contains(where isMeant: (JSONValue) -> Bool) -> Bool {
    var waiting = [self]
    while let value = waiting.popLast() {
      if isMeant(value) { return true }
      switch value {
      case .object(let object): waiting += object.lazy.map(\.value)
      case .array(let elements): waiting += elements
      default: break
      }
    }
    return false
  }
}
