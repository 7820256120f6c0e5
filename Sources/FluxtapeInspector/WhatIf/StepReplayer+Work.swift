import FluxtapeHistory
import FluxtapeLocking

extension StepReplayer {
  /// Makes a run anew in the background, and tells how far that is.
  func work(on question: WhatIfQuestion) -> InspectorWork {
    InspectorWork(.replay) { [replay] isCancelled, report in
      let told = Locked(0)
      do {
        let made = try replay(question.run.history, question.leftOut) { percent in
          if told.withLock({ told in
            defer { told = max(told, percent) }
            return percent > told
          }) {
            report(.replaying(question, percent))
          }
          return !isCancelled()
        }
        report(.replayed(question, Hypothesis(made, to: question)))
      } catch {
        report(.replayFailed(question, "\(error)"))
      }
    }
  }
}
