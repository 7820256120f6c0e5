/// What an action is called in a log. Made once, and used for all actions of the same case.
package final class ActionName: Sendable {
  package let type: String
  package let version: Int?
  package let enumCase: String?
  /// All of it as members of a record, in bytes.
  package let members: [UInt8]
  /// The type alone, for records that leave the rest to their cause.
  package let typeMember: [UInt8]

  /// Writes a type, a version and a case as members of a record.
  package typealias MakeMembers = @Sendable (_ type: String, _ version: Int?, _ enumCase: String?) -> [UInt8]

  package init(_ type: String, version: Int? = nil, enumCase: String? = nil, _ makeMembers: MakeMembers) {
    self.type = type
    self.version = version
    self.enumCase = enumCase
    members = makeMembers(type, version, enumCase)
    typeMember = makeMembers(type, nil, nil)
  }

  /// What stands for the key of contents that have no label: the last case, or the type.
  var key: String { enumCase.map { $0.split(separator: ".").last.map(String.init) ?? $0 } ?? type }
}
