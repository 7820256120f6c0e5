import FluxtapeDocuments

extension LogError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .notJSON(let reason): "not JSON: \(reason) at byte \(offset)"
    case .nulBytes(let count):
      "not JSON: \(count.grouped) NUL \(count == 1 ? "byte" : "bytes") at byte \(offset.grouped), where nothing was written"
    case .notAnObject(let kind): "a log line is a JSON object, this is \(Self.article(kind)) \(kind)"
    case .notARecord: "not a record: 'seq', 'completes' or 'type' is missing"
    case .missing(let key): "not a record: '\(key)' is missing"
    case .wrongType(let key, let expected): "'\(key)' must be \(expected)"
    case .newerVersion(let version):
      "written in log format \(version), this program reads up to \(LogHeader.currentVersion): install a newer fluxtape"
    case .badPatch(let error): "bad patch: \(error)"
    }
  }

  private static func article(_ noun: String) -> String { "aeiou".contains(noun.prefix(1)) ? "an" : "a" }
}

extension Int {
  /// The digits in groups of three, separated by commas: `1,000,000`.
  package var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
