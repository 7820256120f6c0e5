extension LogError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .notJSON(let reason): "not JSON: \(reason) at byte \(offset)"
    case .notAnObject(let kind): "a log line is a JSON object, this is \(Self.article(kind)) \(kind)"
    case .notARecord: "no record: there is no 'seq', 'completes' or 'type' that says what it is"
    case .missing(let key): "no record: '\(key)' is missing"
    case .wrongType(let key, let expected): "'\(key)' must be \(expected)"
    case .newerVersion(let version):
      "written in log format \(version), this program reads up to \(LogHeader.currentVersion): install a newer fluxtape"
    case .badPatch(let error): "the patch cannot be read: \(error)"
    }
  }

  private static func article(_ noun: String) -> String { "aeiou".contains(noun.prefix(1)) ? "an" : "a" }
}
