import FluxtapeJSON
import FluxtapeLogReading

/// What a what-if run was made of, from the `meta` of its header.
package struct HypotheticalOrigin: Hashable, Sendable {
  /// The member of `meta`.
  package static let key = "hypothetical"

  /// The log that was replayed, as it was named then.
  package let log: String?
  /// The first step that was edited.
  package let step: Int?

  /// `hypothetical: a what-if run of shop.jsonl, edited from step 17 on`
  package var words: String {
    "hypothetical: a what-if run" + (log.map { " of \($0)" } ?? "") + (step.map { ", edited from step \($0) on" } ?? "")
  }
}

extension History {
  /// What the run was made of, if it was not recorded but is the answer to a what-if question.
  package var hypothetical: HypotheticalOrigin? {
    header?.meta?[HypotheticalOrigin.key]?.object.map { HypotheticalOrigin(log: $0["log"]?.string, step: $0["step"]?.int) }
  }
}
