public import FluxtapeJSON

/// Why a line is no record, and where: ``offset`` counts bytes from the line's beginning.
public struct LogError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case notJSON(JSONError.Reason)
    /// This many NUL bytes stand there: the file had grown, and nothing was written.
    case nulBytes(count: Int)
    case notAnObject(kind: String)
    /// An object that has neither a `seq` nor anything else that would make it a record.
    case notARecord
    case missing(key: String)
    case wrongType(key: String, expected: String)
    case newerVersion(Int)
    case badPatch(JSONPatchError)
  }

  public let reason: Reason
  public let offset: Int

  public init(_ reason: Reason, at offset: Int = 0) {
    self.reason = reason
    self.offset = offset
  }
}
