import FluxtapeStores

/// Returns the reducer `(action, state?) -> state`, composed of one reducer for each part of the state.
///
/// - Parameter color: Returns the color of a new shape. A pure reducer uses the color in the action; the one with the bug reads the clock.
func drawingReducer(color: @escaping @Sendable (Shape.Color) -> Shape.Color) -> @Sendable (DrawingAction, Drawing?) -> Drawing {
  { action, state in
    let state = state ?? Drawing()
    return switch action {
    case .counter(let action): Drawing(counter: counterReducer(action, state.counter), shapes: state.shapes)
    case .shapes(let action): Drawing(counter: state.counter, shapes: shapesReducer(action, state.shapes, color))
    }
  }
}

private func counterReducer(_ action: CounterAction, _ count: Int) -> Int {
  switch action {
  case .increased: count + 1
  case .decreased: count - 1
  }
}

private func shapesReducer(_ action: ShapeAction, _ shapes: [Shape], _ color: (Shape.Color) -> Shape.Color) -> [Shape] {
  switch action {
  case .added(let kind, let asked):
    return shapes + [Shape(id: (shapes.map(\.id).max() ?? 0) + 1, kind: kind, color: color(asked))]
  case .moved(let id, let distance):
    return shapes.map { shape in
      var shape = shape
      if shape.id == id { shape.x += distance }
      return shape
    }
  case .removed(let id): return shapes.filter { $0.id != id }
  }
}
