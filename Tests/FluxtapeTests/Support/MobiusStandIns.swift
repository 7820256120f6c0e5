// Stand-ins for the types of MobiusCore, as far as the recipes use them.

struct Next<Model, Effect> {
  let model: Model?
  let effects: [Effect]

  static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }
  static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }
}

struct Update<Model, Event, Effect> {
  private let closure: (Model, Event) -> Next<Model, Effect>

  init(_ closure: @escaping (Model, Event) -> Next<Model, Effect>) { self.closure = closure }

  func update(model: Model, event: Event) -> Next<Model, Effect> { closure(model, event) }
}

final class Connection<Value> {
  private let acceptClosure: (Value) -> Void
  private let disposeClosure: () -> Void

  init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
    (self.acceptClosure, self.disposeClosure) = (acceptClosure, disposeClosure)
  }

  func accept(_ value: Value) { acceptClosure(value) }
  func dispose() { disposeClosure() }
}

protocol Connectable<Input, Output> {
  associatedtype Input
  associatedtype Output
  func connect(_ consumer: @escaping (Output) -> Void) -> Connection<Input>
}

struct AnyConnectable<Input, Output>: Connectable {
  private let closure: (@escaping (Output) -> Void) -> Connection<Input>

  init(_ closure: @escaping (@escaping (Output) -> Void) -> Connection<Input>) { self.closure = closure }

  func connect(_ consumer: @escaping (Output) -> Void) -> Connection<Input> { closure(consumer) }
}

enum Mobius {
  struct Builder<Model, Event, Effect> {
    let update: Update<Model, Event, Effect>
    let effectHandler: any Connectable<Effect, Event>

    func start(from model: Model) -> MobiusLoop<Model, Event, Effect> { MobiusLoop(model, self) }
  }

  static func loop<Model, Event, Effect>(
    update: Update<Model, Event, Effect>, effectHandler: some Connectable<Effect, Event>
  ) -> Builder<Model, Event, Effect> { Builder(update: update, effectHandler: effectHandler) }
}

/// Applies an event at once, and its effects afterwards.
final class MobiusLoop<Model, Event, Effect> {
  private(set) var latestModel: Model
  private let update: Update<Model, Event, Effect>
  private var effects: Connection<Effect>?

  init(_ model: Model, _ builder: Mobius.Builder<Model, Event, Effect>) {
    (latestModel, update) = (model, builder.update)
    effects = builder.effectHandler.connect { [unowned self] in dispatchEvent($0) }
  }

  func dispatchEvent(_ event: Event) {
    let next = update.update(model: latestModel, event: event)
    latestModel = next.model ?? latestModel
    next.effects.reversed().forEach { effects?.accept($0) }
  }
}
