import FluxtapeDocuments
package import FluxtapeJSON

extension JSONValue {
  /// The value on one line, safe to print: control and invisible characters are escaped. It is the same JSON value.
  package var printableText: String { text.printableJSON }

  /// The value with one line per member, safe to print.
  package var printablePrettyText: String { prettyText.printableJSON }
}

extension String {
  /// This JSON text made safe to print, with the same value.
  ///
  /// JSON itself escapes U+0000 to U+001F, except white space between values; a carriage return there becomes a space. Other control and
  /// invisible characters occur only in strings, where `\u` is equivalent. So do marks, which would attach to the quote if a string begins
  /// with one.
  package var printableJSON: String {
    guard unicodeScalars.contains(where: { $0.drivesOrHides || $0.isMark || $0 == "\r" }) else { return self }
    var result = ""
    var isAfterQuote = false
    for scalar in unicodeScalars {
      defer { isAfterQuote = scalar == "\"" }
      if scalar == "\r" {
        result += " "
      } else if scalar.drivesOrHides || isAfterQuote && scalar.isMark {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Control characters (except the line feed between pretty lines), bidi and other format characters, line separators.
  fileprivate var drivesOrHides: Bool {
    if value < 0x7F { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether the scalar is drawn on the one before it.
  fileprivate var isMark: Bool {
    // The first combining mark.
    if value < 0x300 { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
