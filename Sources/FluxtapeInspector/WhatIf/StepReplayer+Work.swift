import FluxtapeHistory
import FluxtapeLocking
import FluxtapeReplay

extension StepReplayer {
  /// Replays a run in the background and reports the progress.
  func work(on question: WhatIfQuestion) -> InspectorWork {
    InspectorWork(.replay) { [replay] isCancelled, report in
      let reported = Locked(0)
      do {
        let run = try replay(question.run.history, WhatIf(question.skipped.sorted().map { .skip($0) })) { percent in
          if reported.withLock({ reported in
            defer { reported = max(reported, percent) }
            return percent > reported
          }) {
            report(.replaying(question, percent))
          }
          return !isCancelled()
        }
        report(.replayed(question, Hypothesis(run, to: question)))
      } catch {
        report(.replayFailed(question, "\(error)"))
      }
    }
  }
}
