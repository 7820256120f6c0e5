import FluxtapeDocuments
package import FluxtapeJSON

// In a log, keys that begin with `$` have another `$`, so that data never looks like a tag. Output for people and other tools removes it.

extension JSONValue {
  /// The value with the app's keys. Tags stay, as JSON has no other form for them. So does the second `$` of data that would look like a
  /// tag.
  package var plainForm: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.plainForm))
    case .object(let object) where object.isTagOrLooksLikeOne: self
    case .object(let object):
      .object(JSONObject(object.map { JSONObject.Member(key: TaggedValue.unescapedKey($0.key), value: $0.value.plainForm) }))
    default: self
    }
  }
}

extension JSONNode {
  /// Appends the value with the app's keys. For most values, a scan of the bytes is enough.
  func writePlainForm(into bytes: inout [UInt8]) {
    let start = bytes.count
    write(into: &bytes)
    guard bytes[start...].mayHoldEscapedKey else { return }
    bytes.removeSubrange(start...)
    value.plainForm.write(into: &bytes)
  }
}

extension JSONObject {
  /// Whether this is a tag of the log or of `jsan`, or would be one with fewer `$`.
  var isTagOrLooksLikeOne: Bool {
    guard count == 1, let member = first, member.key.utf8.first == UInt8(ascii: "$") else { return false }
    let key = "$" + member.key.drop { $0 == "$" }
    return key == "$jsan" || TaggedValue([key: member.value]) != nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a key in this JSON may begin with `$$`, escaped or not.
  fileprivate var mayHoldEscapedKey: Bool {
    var place = startIndex
    while let found = self[place...].firstIndex(of: UInt8(ascii: "$")) {
      if found > startIndex, self[found - 1] == UInt8(ascii: "\""), found + 1 < endIndex, self[found + 1] == UInt8(ascii: "$") {
        return true
      }
      place = found + 1
    }
    place = startIndex
    while let found = self[place...].firstIndex(of: UInt8(ascii: "\\")) {
      if self[found...].starts(with: Array("\\u0024".utf8)) { return true }
      place = found + 1
    }
    return false
  }
}
