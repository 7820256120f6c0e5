import FluxtapeDocuments
import FluxtapeJSON

/// A path of `jsan`: `$.items[0]["a key"]`.
struct JSANPath {
  private(set) var pointer = JSONPointer()

  /// Returns `nil` if the text is not a valid path.
  init?(_ text: String) {
    var rest = text[...]
    guard rest.popFirst() == "$" else { return nil }
    while let mark = rest.popFirst() {
      switch mark {
      case ".":
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        pointer.tokens.append(String(name))
        rest = rest.dropFirst(name.count)
      case "[":
        guard let token = Self.bracketed(&rest) else { return nil }
        pointer.tokens.append(token)
      default: return nil
      }
    }
  }

  /// Parses up to the closing bracket: an index, or a key as a JSON string.
  private static func bracketed(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let index = rest.prefix { $0 != "]" }
      rest = rest.dropFirst(index.count + 1)
      return Int(index).map { String($0) }
    }
    var end = rest.index(after: rest.startIndex)
    while end < rest.endIndex, rest[end] != "\"" {
      if rest[end] == "\\" { rest.formIndex(after: &end) }
      if end < rest.endIndex { rest.formIndex(after: &end) }
    }
    guard end < rest.endIndex, let key = try? JSONValue(parsing: String(rest[...end])).string else { return nil }
    rest = rest[rest.index(after: end)...]
    return rest.popFirst() == "]" ? key : nil
  }
}
