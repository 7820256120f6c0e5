#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import FluxtapeHistory

extension ReplayHost {
  /// Answers requests from standard input on standard output until the input ends. Output of the reducers goes to standard error.
  public func run() {
    let answers = dup(STDOUT_FILENO)
    guard answers >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
    defer { close(answers) }
    while let line = readLine(strippingNewline: true) {
      guard SystemOutput.write(Array((answer(to: line) + "\n").utf8)[...], to: answers) == nil else { return }
    }
  }
}
