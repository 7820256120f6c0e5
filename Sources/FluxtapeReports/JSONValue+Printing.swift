import FluxtapeDocuments
package import FluxtapeJSON

extension JSONValue {
  /// The value on one line, safe to print: what could drive a terminal or hide in it is escaped. It is the same JSON value.
  package var printableText: String { text.printableJSON }

  /// The value with a line for each member, safe to print.
  package var printablePrettyText: String { prettyText.printableJSON }
}

extension String {
  /// This text, which is JSON, safe to print, and the same JSON.
  ///
  /// JSON's own escapes cover U+0000 to U+001F; the rest of what nobody sees stands in strings only, where `\u` is the same.
  package var printableJSON: String {
    guard unicodeScalars.contains(where: \.drivesOrHides) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.drivesOrHides {
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
  /// Controls (but the line feed between pretty lines), bidi and other format characters, separators of lines.
  fileprivate var drivesOrHides: Bool {
    if value < 0x7F { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
