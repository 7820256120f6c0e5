import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

extension ReplayDivergence: CustomStringConvertible {
  /// The maximum number of differences shown.
  private static let shownDifferences = 10
  /// The maximum number of characters shown of a value.
  private static let shownCharacters = 60

  public var description: String {
    var lines = ["Replay diverged at \(step.map { "action \($0)" } ?? "the first state") (\(printable(type)))."]
    for difference in differences.prefix(Self.shownDifferences) {
      let path = (try? JSONPointer(parsing: difference.pointer)).map { StatePath(store: store, $0).description }
      let place = printable(path ?? difference.pointer)
      lines.append("    \(place)   − \(Self.text(difference.recorded))   + \(Self.text(difference.replayed))")
    }
    if differences.count > Self.shownDifferences { lines.append("    … and \(differences.count - Self.shownDifferences) more") }
    lines.append("(Recorded: −, Replayed: +)  \(advice)")
    return lines.joined(separator: "\n")
  }

  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "nothing" }
    let text = printable(value.text)
    return text.count > shownCharacters ? text.prefix(shownCharacters - 1) + "…" : text
  }
}

/// Escapes control and invisible characters in text from a log.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnprintable(scalar) { result += "\\u{\(String(scalar.value, radix: 16))}" } else { result.unicodeScalars.append(scalar) }
  }
  return result
}

func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return true
  default: return false
  }
}
