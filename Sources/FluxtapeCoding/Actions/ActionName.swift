/// The name of an action in a log. Made once and shared by all actions of the same case.
package final class ActionName: Sendable {
  package let type: String
  package let version: Int?
  package let enumCase: String?
  /// The name as encoded members of a record.
  package let members: [UInt8]
  /// The type member alone, for records whose cause has the rest.
  package let typeMember: [UInt8]

  /// Encodes a type, a version and a case as members of a record.
  package typealias MakeMembers = @Sendable (_ type: String, _ version: Int?, _ enumCase: String?) -> [UInt8]

  package init(_ type: String, version: Int? = nil, enumCase: String? = nil, _ makeMembers: MakeMembers) {
    self.type = type
    self.version = version
    self.enumCase = enumCase
    members = makeMembers(type, version, enumCase)
    typeMember = makeMembers(type, nil, nil)
  }

  /// The key used for an unlabeled payload: the last case, or the type.
  var key: String { enumCase.map { $0.split(separator: ".").last.map(String.init) ?? $0 } ?? type }
}
