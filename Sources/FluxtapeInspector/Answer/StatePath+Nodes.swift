import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

extension StatePath {
  /// Returns the pointer to this path in `document`, whether or not a value exists there.
  ///
  /// Returns nil if the path selects an element by its contents and no element matches.
  ///
  /// - Complexity: O(length of the path + elements searched).
  func pointer(in document: JSONNode?) -> JSONPointer? {
    var pointer = JSONPointer()
    var node = document
    for part in parts {
      let token: String
      switch part {
      case .member(let key), .token(let key): token = key
      case .element(let index): token = String(index)
      case .elementWith(let key, let wanted):
        guard let list = node, list.kind == .array,
          let index = (0..<list.count).first(where: { list.element(at: $0)?[key]?.value == wanted })
        else { return nil }
        token = String(index)
      }
      pointer = pointer.appending(token)
      node = node?[token]
    }
    return pointer
  }
}
