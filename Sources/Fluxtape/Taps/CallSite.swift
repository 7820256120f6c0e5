/// The place in the app's source where something was recorded.
///
/// It consists of two words; the text is made only for a record, so that disabled recorders never pay for it.
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

extension CallSite {
  /// Equal for calls from the same place.
  struct Key: Hashable {
    /// The address of the file name in the program.
    fileprivate let file: UInt
    fileprivate let line: UInt
  }

  /// `nil` if the file name has no address.
  var key: Key? {
    guard fileID.hasPointerRepresentation else { return nil }
    return unsafe Key(file: UInt(bitPattern: fileID.utf8Start), line: line)
  }
}
