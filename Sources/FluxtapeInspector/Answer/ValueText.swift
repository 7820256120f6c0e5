import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// A whole value with its line breaks. It can also show decoded contents.
package struct ValueText: Sendable {
  /// A form of the value: as it is, decoded JSON or base64, or the changed lines.
  struct Form: Sendable {
    let name: String
    let text: String
    /// Whether each line begins with a sign.
    var isDiff = false
  }

  private let forms: [Form]
  private var form = 0
  private(set) var lines: [String] = []
  /// The width for which the lines are wrapped.
  private var width = 0

  /// The maximum number of bytes shown. The editor shows the rest.
  private static let limit = 256 << 10

  /// - Parameter changes: The changed lines, each with a sign.
  init(_ text: String, changes: String? = nil) {
    var forms = [Form(name: "as it is", text: text)]
    if text.utf8.count <= Self.limit {
      let inner = (try? JSONValue(parsing: text)).flatMap(\.string) ?? text
      if let json = try? JSONValue(parsing: inner), json.array != nil || json.object != nil, json.prettyText != text {
        forms.append(Form(name: "JSON in it", text: json.prettyText))
      }
      if let decoded = Base64.text(inner) { forms.append(Form(name: "base64 decoded", text: decoded)) }
    }
    if let changes { forms.append(Form(name: "lines that changed", text: changes, isDiff: true)) }
    self.forms = forms
  }

  var hasForms: Bool { forms.count > 1 }

  /// `JSON in it (2/2) 14 lines`
  var title: String {
    (hasForms ? "\(forms[form].name) (\(form + 1)/\(forms.count)) " : "") + lines.count.counted("line")
      + (forms[form].text.utf8.count > Self.limit ? ", cut" : "")
  }

  /// Shows the next form.
  mutating func cycleForm() {
    form = (form + 1) % forms.count
    width = 0
  }

  /// Wraps the lines for a width.
  mutating func wrap(columns: Int, _ typesetting: Typesetting) {
    guard columns != width else { return }
    width = columns
    lines = []
    var line = ""
    var used = 0
    var bytes = 0
    for character in forms[form].text {
      bytes += character.utf8.count
      if bytes > Self.limit { break }
      if character.isNewline {
        lines.append(line)
        (line, used) = ("", 0)
        continue
      }
      let shown = character == "\t" ? "    " : String(character)
      let cells = typesetting.width(of: shown)
      if used + cells > columns - 2, used > 0 {
        lines.append(line)
        (line, used) = ("", 0)
      }
      line += shown
      used += cells
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
  }

  /// The style of an added or removed line.
  func style(of line: String) -> Style {
    guard forms[form].isDiff else { return .text }
    return line.hasPrefix("+") ? .added : line.hasPrefix("-") ? .removed : .dim
  }
}
