import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// A whole value with its line breaks. It can also show decoded contents.
struct ValueViewer: Sendable {
  /// A form of the value: as it is, decoded JSON or base64, or the changed lines.
  struct Form: Sendable {
    let name: String
    let text: String
    /// Whether each line begins with a sign.
    var isDiff = false
  }

  let title: String
  let forms: [Form]
  private(set) var form = 0
  private(set) var lines: [String] = []
  private(set) var isCut = false
  var window = ListWindow()
  /// The text to find.
  var pattern = ""
  /// The line of the last hit.
  private(set) var found: Int?

  /// The maximum number of bytes shown. The editor shows the rest.
  private static let limit = 256 << 10

  /// - Parameter changes: The changed lines, each with a sign.
  init(_ text: String, changes: String? = nil, title: String, columns: Int, typesetting: Typesetting) {
    self.title = title
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
    wrap(columns: columns, typesetting)
  }

  /// Scrolls to the next line that contains the pattern, from the last hit or from the top of the window.
  ///
  /// - Returns: False if no line contains it.
  mutating func find(isForward: Bool, includingThis: Bool = false, height: Int) -> Bool {
    let wanted = SearchText(pattern)
    guard !pattern.isEmpty, !lines.isEmpty else { return false }
    let here = found ?? min(window.visible(count: lines.count, height: height).lowerBound, lines.count - 1)
    let step = isForward ? 1 : lines.count - 1
    var place = includingThis || found == nil ? here : (here + step) % lines.count
    for _ in lines.indices {
      if wanted.isIn(lines[place]) {
        found = place
        window.reveal(place, count: lines.count, height: height)
        return true
      }
      place = (place + step) % lines.count
    }
    found = nil
    return false
  }

  /// Shows the next form.
  mutating func cycleForm(columns: Int, _ typesetting: Typesetting) {
    form = (form + 1) % forms.count
    window = ListWindow()
    wrap(columns: columns, typesetting)
  }

  /// Wraps the lines for a screen width, and discards the last hit, whose line number may change.
  mutating func wrap(columns: Int, _ typesetting: Typesetting) {
    let text = forms[form].text
    isCut = text.utf8.count > Self.limit
    let width = max(columns - 2, 1)
    found = nil
    lines = []
    var line = ""
    var used = 0
    var bytes = 0
    for character in text {
      bytes += character.utf8.count
      if bytes > Self.limit { break }
      if character.isNewline {
        lines.append(line)
        (line, used) = ("", 0)
        continue
      }
      let shown = character == "\t" ? "    " : String(character)
      let cells = typesetting.width(of: shown)
      if used + cells > width, used > 0 {
        lines.append(line)
        (line, used) = ("", 0)
      }
      line += shown
      used += cells
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
  }
}
