/// The whole state. Each part has its own reducer.
struct Drawing: Codable, Equatable, Sendable {
  var counter = 0
  var shapes: [Shape] = []
}

struct Shape: Codable, Equatable, Sendable {
  enum Kind: String, Codable, Sendable { case circle, square, triangle }
  enum Color: String, Codable, Sendable, CaseIterable { case red, 藍, green }

  let id: Int
  let kind: Kind
  var color: Color
  var x = 0
}

enum DrawingAction: Decodable, Equatable, Sendable {
  case counter(CounterAction)
  case shapes(ShapeAction)
}

enum CounterAction: Decodable, Equatable, Sendable { case increased, decreased }

enum ShapeAction: Decodable, Equatable, Sendable {
  case added(Shape.Kind, Shape.Color)
  case moved(id: Int, by: Int)
  case removed(id: Int)
}
