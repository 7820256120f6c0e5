package import FluxtapeHistory
import FluxtapeScreen

/// Learned rules as a file for `check --rules`, to be reviewed and kept with the source.
package struct LearnedRulesFile: Sendable {
  private let learned: LearnedRules
  private let runCount: Int

  package init(_ learned: LearnedRules, fromRuns count: Int) {
    self.learned = learned
    runCount = count
  }

  package var lines: [String] {
    let heading = [
      "# Learnt from \(runCount.counted("green run")) by 'fluxtape check --learn': what held in all of them.",
      "# Delete what holds by accident, keep the rest with the source, and check with 'fluxtape check LOG… --rules FILE'.",
    ]
    let rules = learned.rules.flatMap { learned in
      [
        "", "# tested at \(learned.steps.counted("action")) of \(learned.runs.counted("run"))",
        // Names and texts come from logs. In a query, `\u` occurs only in quotes.
        "\(learned.rule.name.displayed()): \(learned.rule.demand.text.printableJSON)",
      ]
    }
    let more = learned.leftOut > 0 ? ["", "# left out: \(learned.leftOut.counted("rule")) that say less"] : []
    return heading + rules + more
  }
}
