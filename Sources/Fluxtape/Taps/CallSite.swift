/// The place in the app's source where something was recorded.
///
/// It consists of two words; the text is made only for a record, so that disabled recorders never pay for it. It needs no search for secrets:
/// a `StaticString` is a part of the program.
@usableFromInline struct CallSite: Sendable {
  private let fileID: StaticString
  private let line: UInt

  @usableFromInline init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The form in the log: `Shop/CartView.swift:42`.
  var text: String { "\(fileID):\(line)" }
}
