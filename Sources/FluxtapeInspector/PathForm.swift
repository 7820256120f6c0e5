import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// The syntax of a copied path.
enum PathForm: Hashable, Sendable {
  /// As subcommands take it.
  case path(store: String?)
  case jq
}

/// What a path leads into. It tells elements from members, and may be another document than those on the screen.
enum PathDocument: Sendable {
  case record(LogRecord)
  /// The state that a question is about.
  case state(ValueQuestion)

  /// - Complexity: O(size of the record), or O(patches since the last snapshot).
  var node: JSONNode {
    switch self {
    case .record(let record): (try? JSONNode(parsing: Array(LogLine.record(record).bytes))) ?? .null
    case .state(let question): question.state ?? .null
    }
  }
}

extension PathForm {
  func text(of pointer: JSONPointer, in document: JSONNode) -> String {
    switch self {
    case .path(let store): StatePath(store: store, pointer, in: document).description
    case .jq: Self.jq(pointer, in: document)
    }
  }

  /// `.items[0]."odd key"`
  private static func jq(_ pointer: JSONPointer, in document: JSONNode) -> String {
    guard !pointer.tokens.isEmpty else { return "." }
    var text = ""
    for part in parts(pointer, in: document) {
      if let index = part.index {
        text += (text.isEmpty ? "." : "") + "[\(index)]"
      } else {
        let isName = part.token.utf8.enumerated().allSatisfy { place, byte in
          switch byte {
          case 0x41...0x5A, 0x61...0x7A, 0x5F: true
          case 0x30...0x39: place > 0
          default: false
          }
        }
        text += "." + (isName && !part.token.isEmpty ? part.token : JSONValue.string(part.token).text)
      }
    }
    return text
  }

  private static func parts(_ pointer: JSONPointer, in document: JSONNode) -> [(token: String, index: Int?)] {
    var node: JSONNode? = document
    return pointer.tokens.map { token in
      let index = node?.kind == .array ? JSONPointer.arrayIndex(token) : nil
      node = node?[token]
      return (token, index)
    }
  }
}
