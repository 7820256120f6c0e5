import FluxtapeHistory

extension History {
  /// Warns about paths of a query without a value at any step, which are probably misspelled.
  func warnAboutUnseenPaths(in query: Query, log: String) throws {
    for case .value(let path) in try CheckRule(.never(query)).unseen(in: self) {
      StandardOutput.warn("fluxtape: \(log): \(try sentence(aboutUnseen: path))")
    }
  }
}
