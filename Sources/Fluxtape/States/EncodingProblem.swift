internal import FluxtapeCoding
internal import FluxtapeLog

/// A problem with how a value was recorded, as reported in the log.
struct EncodingProblem: Sendable {
  private enum Cause {
    /// The finding of a ``SelfCheck``.
    case fault(SelfCheck.Fault)
    /// An `encode(to:)` threw an error of this type.
    case thrown(String)
  }

  private let cause: Cause
  /// The type of the state, or the type that could not be encoded.
  let type: String

  init<State>(_ fault: SelfCheck.Fault, with state: State) {
    cause = .fault(fault)
    type = TypeName.of(Swift.type(of: state as Any))
  }

  init(_ failure: EncodingFailure) {
    cause = .thrown(failure.error)
    type = failure.type
  }

  private enum Kind: String {
    /// A patch did not lead to the encoded state. The recorder wrote that state whole.
    case recorder
    /// The app encoded one value twice with different results.
    case encoding
    /// An `encode(to:)` threw, and the recorder encoded the value by reflection.
    case encodeThrew
  }

  private var kind: Kind {
    switch cause {
    case .fault(.recorder): .recorder
    case .fault(.encoding): .encoding
    case .thrown: .encodeThrew
    }
  }

  /// Equal for problems that a log reports once: problems of states once for each store, an `encode(to:)` that throws once for each type.
  func identity(store: String) -> String { "\(kind.rawValue) \(type) \(kind == .encodeThrew ? "" : store)" }

  var level: Recorder.Level { kind == .encodeThrew ? .info : .warning }

  /// The `problem` member of the mark.
  func facts(store: String) -> [UInt8] { MarkFacts.problem(kind.rawValue, store: store, type: type, version: CompilerVersion.text) }

  func text(store: String) -> String {
    switch cause {
    case .fault(.recorder):
      """
      the recorder composed a wrong change of '\(type)' in store '\(store)'. It wrote this state whole, and compares states of the type as text \
      from now on. This is a mistake of the recorder, not of the app; please report it with the version of the compiler, \(CompilerVersion.text)
      """
    case .fault(.encoding):
      """
      '\(type)' in store '\(store)' encodes one value in two ways: its encode(to:) reads something besides the value, or an object that is \
      declared to be a value is changed in place. (If 'verification: .every(1)' does not report it, the recorder missed a change.) It wrote \
      this state whole, and compares the states of this store as text from now on
      """
    case .thrown(let error):
      """
      the encode(to:) of '\(type)' threw '\(error)' in store '\(store)'. The recorder wrote the fields of the value instead, here and wherever \
      it throws again. To choose what is written, add a rule: options.types.encode(\(type).self) { … }
      """
    }
  }
}

/// The compiler that built the recorder and the app, as far as a program can tell.
enum CompilerVersion {
  static var text: String {
    #if compiler(>=6.5)
    "6.5 or later"
    #elseif compiler(>=6.4)
    "6.4"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }
}
