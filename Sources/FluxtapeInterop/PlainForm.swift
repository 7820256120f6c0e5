import FluxtapeDocuments
package import FluxtapeJSON

// Keys that begin with `$` have one more in a log, so that data never looks like a tag. Answers for people and other tools undo it.

extension JSONValue {
  /// The value with its keys as the app has them. Tags stay: they stand for nothing that JSON has. So does the second `$` of what would
  /// else look like a tag.
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
  /// Appends the value with its keys as the app has them. Of most values only the bytes are looked at.
  func writePlainForm(into bytes: inout [UInt8]) {
    let start = bytes.count
    write(into: &bytes)
    guard bytes[start...].mayHoldEscapedKey else { return }
    bytes.removeSubrange(start...)
    value.plainForm.write(into: &bytes)
  }
}

extension JSONObject {
  /// Whether this is a tag of the log or of `jsan`, or would be with fewer `$` before its one key.
  var isTagOrLooksLikeOne: Bool {
    guard count == 1, let member = first, member.key.utf8.first == UInt8(ascii: "$") else { return false }
    let key = "$" + member.key.drop { $0 == "$" }
    return key == "$jsan" || TaggedValue([key: member.value]) != nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a key in this JSON may begin with `$$`, however that is written.
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
