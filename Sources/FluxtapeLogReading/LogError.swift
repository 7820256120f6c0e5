public import FluxtapeDocuments
public import FluxtapeJSON

/// Why a line is no record, and where: ``offset`` counts bytes from the line's beginning.
public struct LogError: Error, Hashable, Sendable {
  /// What is wrong with the line.
  public enum Reason: Hashable, Sendable {
    /// The line is not JSON.
    case notJSON(JSONError.Reason)
    /// This many NUL bytes stand there: the file had grown, and nothing was written.
    case nulBytes(count: Int)
    /// The line is another JSON value than an object.
    case notAnObject(kind: String)
    /// An object that has neither a `seq` nor anything else that would make it a record.
    case notARecord
    /// A member is missing.
    case missing(key: String)
    /// A member has a value of the wrong type.
    case wrongType(key: String, expected: String)
    /// The header names a later version of the format.
    case newerVersion(Int)
    /// The patch is not one of RFC 6902.
    case badPatch(JSONPatchError)
  }

  /// What is wrong with the line.
  public let reason: Reason
  /// Bytes of the line before the mistake.
  public let offset: Int

  /// Creates an error at a place of the line.
  public init(_ reason: Reason, at offset: Int = 0) {
    self.reason = reason
    self.offset = offset
  }
}
