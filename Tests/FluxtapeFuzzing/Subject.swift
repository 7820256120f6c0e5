import Foundation

/// A test with arbitrary bytes. A finding is a trap, in the code itself or by a broken promise.
enum Subject: String, CaseIterable {
  case json, line, patch, query, log

  /// Exits if there is no such subject.
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

/// Traps if a promise is broken, which is a finding.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard !holds else { return }
  // An optimized build omits the message of a trap.
  print("broken promise: \(what())")
  fflush(nil)
  preconditionFailure()
}
