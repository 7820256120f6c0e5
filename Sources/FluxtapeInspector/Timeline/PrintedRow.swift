import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A piece of a row as the timeline prints it, such as `cart.checkoutFailed "o-1", …`.
enum PrintedRow {
  /// What stands for contents that a row does not show.
  private static let omissions = ["{…}", "[…]", "…", "{...}", "[...]", "...", "{}", "[]", ","]

  /// Returns a query for all words and values in the piece; nil if there is anything else in it.
  static func query(for piece: String, types: [String]) -> String? {
    var terms: [String] = []
    var rest = piece[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if let omission = omissions.first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(omission.count)
      } else if first == "\"" {
        guard let text = quoted(&rest) else { return nil }
        if !text.isEmpty { terms.append(JSONValue.string(text).text) }
      } else {
        let word = String(rest.prefix { !$0.isWhitespace && $0 != "," && $0 != "\"" })
        rest.removeFirst(word.count)
        if isScalar(word) {
          // The whole value: 4 is in many others.
          terms.append("/^\(word.replacing(".", with: "\\.").replacing("+", with: "\\+"))$/")
        } else if RecordedEffect.Phase(rawValue: word) != nil || isInType(word, types) {
          terms.append(JSONValue.string(word).text)
        } else {
          return nil
        }
      }
    }
    return terms.isEmpty ? nil : terms.joined(separator: " ")
  }

  /// Reads a string, which may be cut at its end; nil without a closing quotation mark.
  private static func quoted(_ rest: inout Substring) -> String? {
    var text = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      if character == "\"" {
        let cut = ["…", "..."].first { text.hasSuffix($0) }
        return String(text.dropLast(cut?.count ?? 0))
      }
      if character == "\\", let escaped = rest.popFirst() { text.append(escaped) } else { text.append(character) }
    }
    return nil
  }

  private static func isScalar(_ word: String) -> Bool { ["true", "false", "null"].contains(word) || Double(word) != nil }

  /// Whether a type has the word, or the name of an effect before `#`.
  private static func isInType(_ word: String, _ types: [String]) -> Bool {
    let name = SearchText(String(word.prefix { $0 != "#" }))
    return !name.text.isEmpty && types.contains(where: name.isIn)
  }
}
