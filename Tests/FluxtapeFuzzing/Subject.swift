import Foundation

/// What is tried with bytes that nobody chose. A finding is a trap: of the code itself, or of a promise that does not hold.
enum Subject: String, CaseIterable {
  case json, line, patch, query, log

  /// Ends the program where there is no such subject.
  init(named name: String?) {
    guard let subject = name.flatMap(Subject.init(rawValue:)) else {
      print("Name a subject: \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
      exit(64)
    }
    self = subject
  }

  func check(_ bytes: [UInt8]) {
    switch self {
    case .json: checkJSON(bytes)
    case .line: checkLine(bytes)
    case .patch: checkPatch(bytes)
    case .query: checkQuery(bytes)
    case .log: checkLog(bytes)
    }
  }
}

/// Stops the program where a promise does not hold: that is a finding.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard !holds else { return }
  // An optimized build leaves the reason of a trap out.
  print("broken promise: \(what())")
  fflush(nil)
  preconditionFailure()
}
