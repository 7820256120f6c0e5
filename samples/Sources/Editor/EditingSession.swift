import Foundation

/// A recorded editing session in the form of the public collection josephg/editing-traces.
struct EditingSession: Decodable {
  struct Transaction: Decodable {
    let patches: [Patch]
  }

  /// Written as `[position, deleted, "inserted"]`, both numbers counted in Unicode scalars.
  struct Patch: Codable, Equatable, Sendable {
    let position: Int
    let deleted: Int
    let inserted: String

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      position = try container.decode(Int.self)
      deleted = try container.decode(Int.self)
      inserted = try container.decode(String.self)
    }
  }

  let startContent: String
  let endContent: String
  let txns: [Transaction]

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
