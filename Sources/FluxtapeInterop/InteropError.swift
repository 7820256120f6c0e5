package import FluxtapeJSON

/// Why a file of another tool cannot be read as a log.
package struct InteropError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file, or the text inside one of its members, is no JSON. The offset counts in that text.
    case notJSON(JSONError, member: String?)
    /// JSON, but none of the forms that the tool's own importers know.
    case unknownForm
  }

  package let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
