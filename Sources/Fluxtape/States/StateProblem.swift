internal import FluxtapeCoding
internal import FluxtapeLog

/// What a ``SelfCheck`` has found, as the log tells it.
struct StateProblem: Sendable {
  let fault: SelfCheck.Fault
  /// The type of the state.
  let type: String

  init<State>(_ fault: SelfCheck.Fault, with state: State) {
    self.fault = fault
    type = TypeName.of(Swift.type(of: state as Any))
  }

  /// The mark's `problem`.
  func facts(store: String) -> RecordedProblem {
    let kind: RecordedProblem.Kind =
      switch fault {
      case .recorder, .unseen: .recorder
      case .encoding: .encoding
      }
    return RecordedProblem(kind: kind.rawValue, store: store, type: type, version: CompilerVersion.text)
  }

  func text(store: String) -> String {
    switch fault {
    case .recorder:
      """
      the recorder composed a wrong change of '\(type)' in store '\(store)'. It wrote this state whole, and compares states of the type as text \
      from now on. This is a mistake of the recorder, not of the app; please report it with the version of the compiler, \(CompilerVersion.text)
      """
    case .encoding:
      """
      '\(type)' in store '\(store)' encodes one value in two ways: its encode(to:) reads something besides the value, or an object that is \
      declared to be a value is changed in place. Its states can differ without a change. The states of this store are compared as text from now on
      """
    case .unseen:
      """
      the recorder did not see a change of '\(type)' in store '\(store)': its encode(to:) reads something besides the value, an object that is \
      declared to be a value is changed in place, or the recorder is wrong. 'verification: .every(1)' tells which. It wrote this state whole, and \
      compares the states of this store as text from now on
      """
    }
  }
}

/// The compiler that the recorder and the app were built with, as far as a program can know its own.
enum CompilerVersion {
  static var text: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3.3)
      "6.3.3 or later"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2.4)
      "6.2.4 or later"
    #elseif compiler(>=6.2.3)
      "6.2.3"
    #elseif compiler(>=6.2.2)
      "6.2.2"
    #elseif compiler(>=6.2.1)
      "6.2.1"
    #else
      "6.2"
    #endif
  }
}
