import FluxtapeLogReading

/// Which program this is, for `fluxtape --version`.
enum Version {
  /// The version of the package, as its tag has it. The page "Changes" says what each one changed.
  static let number = "0.2.0"

  /// Where the program comes from. `.ci/release` writes the commit here, in a checkout of its own.
  private static let origin = "built from sources"

  static let text = "fluxtape \(number), log format \(LogHeader.currentVersion), \(origin)"
}
