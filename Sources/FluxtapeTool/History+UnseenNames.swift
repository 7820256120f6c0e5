import FluxtapeHistory

extension History {
  /// Warns about stores, types and paths of a query that no step has, which are probably misspelled.
  func warnAboutUnseenNames(in query: Query, log: String) throws {
    for sentence in try sentences(aboutUnseenNamesIn: query) { StandardOutput.warn("fluxtape: \(log): \(sentence)") }
  }
}
