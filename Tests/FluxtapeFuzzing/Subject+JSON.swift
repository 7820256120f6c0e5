import FluxtapeDocuments
import FluxtapeJSON

extension Subject {
  /// Values and nodes accept the same texts as JSON, and read the same from them; written texts can be read back.
  func checkJSON(_ bytes: [UInt8]) {
    let value = Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
    let node = Result { () throws(JSONError) in try JSONNode(parsing: bytes) }
    switch (value, node) {
    case (.success(let value), .success(let node)):
      promise(node.value == value, "the tree holds another value")
      promise((try? JSONValue(parsing: value.bytes)) == value, "what is written reads as another value")
      promise((try? JSONValue(parsing: node.bytes)) == value, "what the tree writes reads as another value")
      promise((try? JSONValue(parsing: Array(value.prettyText.utf8))) == value, "the pretty text reads as another value")
    case (.failure(let one), .failure(let other)):
      promise(one == other, "two reasons: \(one), \(other)")
    default:
      promise(false, "only one of both is JSON: \(value), \(node)")
    }
  }

  /// The input's lines are a document, a patch and another document.
  func checkPatch(_ bytes: [UInt8]) {
    let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    guard texts.count >= 2, let document = try? JSONValue(parsing: texts[0]) else { return }
    if let json = try? JSONValue(parsing: texts[1]) { apply(json, to: document) }
    guard texts.count >= 3, let other = try? JSONValue(parsing: texts[2]) else { return }
    for splicing in [false, true] {
      let difference = JSONPatch.difference(from: document, to: other, splicing: splicing)
      promise((try? difference.applied(to: document))?.isEquivalent(to: other) == true, "the difference makes another document")
      promise((try? JSONPatch(decoding: difference.json)) == difference, "the difference reads as another")
    }
  }

  /// Values and nodes change alike, or fail alike and stay unchanged.
  private func apply(_ json: JSONValue, to document: JSONValue) {
    let tree = Result { () throws(JSONPatchError) in try JSONNode(document).applying(JSONNode(json)) }
    let value = Result { () throws(JSONPatchError) in try JSONPatch(decoding: json).applied(to: document) }
    switch (value, tree) {
    case (.success(let value), .success(let tree)):
      promise(tree.value == value, "the tree became another document")
      if let patch = try? JSONPatch(decoding: json), let plain = try? patch.plain(for: document) {
        promise((try? plain.applied(to: document)) == value, "the plain patch makes another document")
      }
    case (.failure(let one), .failure(let other)):
      promise(one == other, "two reasons: \(one), \(other)")
    default:
      promise(false, "only one of both was changed: \(value), \(tree)")
    }
  }
}
