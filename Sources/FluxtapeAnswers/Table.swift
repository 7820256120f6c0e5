import FluxtapeJSON
import FluxtapeScreen

/// Rows of short texts under headings, to be written as aligned text, CSV (RFC 4180) or a Markdown table.
///
/// Cells hold text as recorded; each output format escapes it.
package struct Table: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable { case left, right }

  package struct Column: Hashable, Sendable {
    package var title: String
    package var alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  package var columns: [Column]
  package private(set) var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; missing cells are empty.
  package mutating func append(_ cells: [String]) {
    let missing = columns.count - cells.count
    rows.append(missing == 0 ? cells : Array((cells + Array(repeating: "", count: max(0, missing))).prefix(columns.count)))
  }

  package func rows(_ places: Range<Int>) -> Table {
    var table = self
    table.rows = Array(rows[places])
    return table
  }

  /// The same without titles, which take no room then.
  var untitled: Table {
    var table = Table(columns.map { Column("", $0.alignment) })
    table.rows = rows
    return table
  }

  package var withoutLast: Table { selecting(Array(columns.indices.dropLast())) }

  /// The columns that say anything.
  package var withoutEmpty: Table { selecting(columns.indices.filter { place in rows.contains { !$0[place].isEmpty } }) }

  /// The columns at some places, in that order.
  func selecting(_ places: [Int]) -> Table {
    var table = Table(places.map { columns[$0] })
    table.rows = rows.map { row in places.map { row[$0] } }
    return table
  }
}

// MARK: - Text

extension Table {
  /// The maximum width of a cell, except in the last column.
  package static let widestCell = 48

  /// One line for the headings and one for each row, in columns.
  package var text: [String] { lines([headings] + shownRows) }

  /// Only the rows.
  package var textRows: [String] { lines(shownRows) }

  var widths: [Int] { widths(of: shownRows) }

  /// A cell as it is shown. Beyond ``widestCell``, the width is that.
  private typealias Shown = (text: String, width: Int)

  private static func shown(_ cell: String) -> Shown {
    let text = cell.displayed()
    return (text, Typesetting.unicode.width(of: text, atMost: widestCell))
  }

  private var headings: [Shown] { columns.map { Self.shown($0.title) } }
  private var shownRows: [[Shown]] { rows.map { $0.map(Self.shown) } }

  private func widths(of rows: [[Shown]]) -> [Int] {
    var widths = headings.map(\.width)
    for row in rows { for (place, cell) in row.enumerated() { widths[place] = max(widths[place], cell.width) } }
    return widths
  }

  private func lines(_ rows: [[Shown]]) -> [String] {
    let widths = widths(of: rows)
    return rows.map { row in
      var line = ""
      for (place, cell) in row.enumerated() {
        let isLast = place == row.count - 1
        let padding = String(repeating: " ", count: widths[place] - cell.width)
        switch columns[place].alignment {
        case .left: line += isLast ? cell.text : cell.text + padding + "  "
        case .right: line += padding + cell.text + (isLast ? "" : "  ")
        }
      }
      while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
      return line
    }
  }
}

// MARK: - CSV

extension Table {
  /// The table in RFC 4180 format, without line ends.
  package var csv: [String] { ([columns.map(\.title)] + rows).map { String(decoding: Self.csvLine($0), as: UTF8.self) } }

  /// One line of the table in the same format.
  package static func csvLine(_ cells: [String]) -> [UInt8] {
    var line: [UInt8] = []
    for (place, cell) in cells.enumerated() {
      if place > 0 { line.append(UInt8(ascii: ",")) }
      appendField(cell, to: &line)
    }
    return line
  }

  package static func appendField(_ text: String, to line: inout [UInt8]) {
    if !text.withBytes({ appendPlain($0, to: &line) }) { line.append(contentsOf: csvField(text).utf8) }
  }

  /// - Parameter text: In UTF-8.
  package static func appendField(_ text: ArraySlice<UInt8>, to line: inout [UInt8]) {
    if !appendPlain(text.span, to: &line) { line.append(contentsOf: csvField(String(decoding: text, as: UTF8.self)).utf8) }
  }

  /// Appends the field of a text in which ``csvField(_:)`` would double quotation marks at most.
  /// - Returns: `false` for any other text.
  private static func appendPlain(_ bytes: Span<UInt8>, to line: inout [UInt8]) -> Bool {
    var needsQuotes = false
    var mayBeginFormula = true
    for place in 0..<bytes.count {
      switch bytes[place] {
      case UInt8(ascii: " "): continue
      case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): if mayBeginFormula { return false }
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"): needsQuotes = true
      case UInt8(ascii: ";"), ..<0x20, 0x7F...: return false
      default: break
      }
      mayBeginFormula = false
    }
    let mark = UInt8(ascii: "\"")
    if needsQuotes { line.append(mark) }
    for place in 0..<bytes.count {
      if bytes[place] == mark { line.append(mark) }
      line.append(bytes[place])
    }
    if needsQuotes { line.append(mark) }
    return true
  }

  /// Characters that begin a formula: `=`, `+`, `-` and `@`, their full-width and small forms, which spreadsheets in East Asian languages
  /// treat alike, and the minus sign.
  private static let formulaSigns = Set("=+-@＝＋－＠﹦﹢﹣﹫−".unicodeScalars)

  /// A field that no spreadsheet interprets as a formula: one that would be gets a leading apostrophe, as OWASP recommends ("CSV
  /// Injection"). Numbers stay numbers.
  ///
  /// Spreadsheets in languages with a decimal comma begin a new cell after a semicolon, even in quotes, so each such part is a field here.
  /// By scalars and bytes, see `String.escapingScalars`.
  static func csvField(_ text: String) -> String {
    let cells = text.displayed().unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).map { Substring($0) }
    let field = cells.enumerated().map { withoutFormula($1, isFirst: $0 == 0) }.joined(separator: ";")
    guard field.utf8.contains(where: { ",\"'".utf8.contains($0) }) else { return field }
    return "\"" + field.escapingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  private static func withoutFormula(_ part: Substring, isFirst: Bool) -> String {
    let scalars = part.unicodeScalars
    // The quotation marks of a field hold only its first part together.
    let start = scalars.firstIndex { !$0.properties.isWhitespace && (isFirst || $0 != "\"") }
    guard let start, formulaSigns.contains(scalars[start]) else { return String(part) }
    let formula = String(scalars[start...])
    return Double(formula)?.isFinite == true ? String(part) : String(scalars[..<start]) + "'" + formula
  }
}

// MARK: - Markdown

extension Table {
  /// The table in GitHub's Markdown.
  package var markdown: [String] {
    let rule = columns.map { $0.alignment == .right ? "---:" : "---" }
    return ([columns.map { MarkdownText.escaped($0.title) }, rule] + rows.map { $0.map(MarkdownText.escaped) }).map {
      "| " + $0.joined(separator: " | ") + " |"
    }
  }
}
