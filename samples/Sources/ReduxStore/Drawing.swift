/// The whole state, with a part for each sub-reducer.
struct Drawing: Encodable, Equatable, Sendable {
  var counter = 0
  var shapes: [Shape] = []
}

struct Shape: Encodable, Equatable, Sendable {
  enum Kind: String, Encodable, Sendable { case circle, square, triangle }
  enum Color: String, Encodable, Sendable, CaseIterable { case red, 藍, green }

  let id: Int
  let kind: Kind
  var color: Color
  var x = 0
}

enum DrawingAction: Equatable, Sendable {
  case counter(CounterAction)
  case shapes(ShapeAction)
}

enum CounterAction: Equatable, Sendable { case increased, decreased }

enum ShapeAction: Equatable, Sendable {
  case added(Shape.Kind, Shape.Color)
  case moved(id: Int, by: Int)
  case removed(id: Int)
}
