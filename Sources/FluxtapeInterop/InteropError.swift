package import FluxtapeDocuments

/// Why a file of another tool cannot be read as a log.
package struct InteropError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file, or the text in one of its members, is not JSON. The offset refers to that text.
    case notJSON(JSONError, member: String?)
    /// The file is JSON, but in no form that the tool imports.
    case unknownForm
  }

  package let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
