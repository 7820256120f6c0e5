import FluxtapeJSON

/// The first log of a run, and the run's number in that log.
///
/// Names that differ only in their Unicode normalization are equal as strings, but not as places.
package struct RunPlace: Hashable, Sendable {
  private let log: ExactText?
  private let number: Int?

  package init(_ paths: [String], _ number: Int?) {
    log = paths.first.map { ExactText(text: $0) }
    self.number = number
  }
}

extension RunListing.Entry {
  /// Identifies the run among others.
  package var place: RunPlace { RunPlace(paths, number) }
}
