#if !RECORDING_COMPILED_OUT
/// Where in the app's source something was recorded.
///
/// Two words until a record is made of it: what is attached to a recorder that is off never pays for the text.
@usableFromInline struct CallSite: Sendable {
  private let fileID: StaticString
  private let line: UInt

  @usableFromInline init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// As a log has it: `Shop/CartView.swift:42`.
  var text: String { "\(fileID):\(line)" }
}

extension CallSite {
  /// The same for each call from the same place.
  struct Key: Hashable {
    /// Where in the program the file's name stands.
    fileprivate let file: UInt
    fileprivate let line: UInt
  }

  /// `nil` if the file has no name.
  var key: Key? {
    guard fileID.hasPointerRepresentation else { return nil }
    return unsafe Key(file: UInt(bitPattern: fileID.utf8Start), line: line)
  }
}
#endif
