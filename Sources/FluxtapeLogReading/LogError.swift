public import FluxtapeDocuments
import FluxtapeJSON

/// Why a line is not a record, and where: ``offset`` counts bytes from the line's beginning.
public struct LogError: Error, Hashable, Sendable {
  /// What is wrong with the line.
  public enum Reason: Hashable, Sendable {
    /// The line is not JSON.
    case notJSON(JSONError.Reason)
    /// The line has this many NUL bytes: the file grew, but nothing was written there.
    case nulBytes(count: Int)
    /// The line is a JSON value other than an object.
    case notAnObject(kind: String)
    /// The line is an object without `seq` or any other member of a record.
    case notARecord
    /// A member is missing.
    case missing(key: String)
    /// A member has a value of the wrong type.
    case wrongType(key: String, expected: String)
    /// The header names a later version of the format.
    case newerVersion(Int)
    /// The patch is not a valid RFC 6902 patch.
    case badPatch(JSONPatchError)
  }

  /// What is wrong with the line.
  public let reason: Reason
  /// The number of bytes before the mistake.
  public let offset: Int

  /// Creates an error at an offset in the line.
  public init(_ reason: Reason, at offset: Int = 0) {
    self.reason = reason
    self.offset = offset
  }
}
