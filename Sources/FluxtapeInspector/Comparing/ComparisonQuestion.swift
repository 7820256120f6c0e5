import FluxtapeHistory

/// The shown run, and another one to compare it with.
package struct ComparisonQuestion: Hashable, Sendable {
  /// Where the other run is from.
  enum Origin: Hashable, Sendable {
    /// The index of an inspected run.
    case run(Int)
    /// The path of a log that was opened for the comparison.
    case log(String)
  }

  /// The index of the shown run.
  var shownNumber: Int
  var shown: FixedRun
  var origin: Origin
  var other: FixedRun
  /// Paths whose values are left out.
  var ignored: [StatePath]

  /// Differences are told from the shown run's point of view.
  var shownName: String { "this run" }
  /// The other run's name, with its number as `:run` takes it, or the name of its log.
  var otherName: String {
    switch origin {
    case .run(let number): "run \(number + 1)"
    case .log: other.name
    }
  }

  /// The command for the same comparison.
  var command: String {
    switch origin {
    case .run(let number): ":compare \(number + 1)"
    case .log(let path): ":compare \(path)"
    }
  }

  var title: String {
    let without = ignored.map(\.description).joined(separator: ", ")
    return "\(shownName) and \(otherName)" + (without.isEmpty ? "" : ", without \(without)")
  }
}

extension InspectorWork {
  /// Opens a log to compare its run with the shown one.
  static func opening(otherLog path: String, beside log: String?, converting conversion: LogConversion?) -> InspectorWork {
    InspectorWork(.opening) { _, report in
      do throws(HistoryError) {
        let runs = try open(path, beside: log, conversion)
        guard runs.count == 1, let run = runs.first else {
          return report(
            .otherLogOpened(path, nil, "there are \(runs.count) runs in it; for :compare N, open both logs with fluxtape"))
        }
        report(.otherLogOpened(path, FixedRun(run), nil))
      } catch {
        report(.otherLogOpened(path, nil, "\(error.reason)"))
      }
    }
  }

  /// Opens a log; if there is none at the path, the one with that name beside another log.
  private static func open(_ path: String, beside log: String?, _ conversion: LogConversion?) throws(HistoryError) -> [History] {
    do throws(HistoryError) { return try History.open([path], converting: conversion) } catch {
      guard error.reason == .notFound, let near = log.flatMap({ FileArgument.path(path, besideLogAt: $0) }), !LogFolder.isFolder(near)
      else { throw error }
      do throws(HistoryError) { return try History.open([near], converting: conversion) } catch let other {
        throw other.reason == .notFound ? error : other
      }
    }
  }
}
