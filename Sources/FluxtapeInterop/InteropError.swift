package import FluxtapeDocuments

/// Why a file of another tool cannot be read as a log.
package struct InteropError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file, or the text in one of its members, is not JSON. The offset refers to that text.
    case notJSON(ForeignForm, JSONError, member: String?)
    /// The file is JSON, but in no form that the tool imports.
    case unknownForm
    /// The file looked like this form, and has no record of it.
    case noRecord(ForeignForm)
    /// A declared form that cannot be read; why.
    case declaration(String)
    /// No line has the member that the form declares; the keys that the first one has.
    case notDeclared(option: String, path: String, keys: [String])
  }

  package let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// Whether the user's declaration is wrong, and not the file.
  package var isDeclaration: Bool {
    switch reason {
    case .declaration, .notDeclared: true
    case .notJSON, .unknownForm, .noRecord: false
    }
  }
}
