/// What is bought at once.
public struct Order: Codable, Equatable, Sendable {
  public var id: String
  /// How many of each product.
  public var pieces: [String: Int]
  /// In yen.
  public var total: Int
}
