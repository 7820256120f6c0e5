internal import Fluxtape

/// A stream or latest value that is a property of a view stream's inputs, state or outputs.
protocol StreamPart: Sendable {
  /// From now on what happens to it is recorded.
  func enter(_ place: StreamPlace)

  /// What the log tells of it; `nil` if it has no latest value.
  var latest: (any Sendable)? { get }

  /// Ends all subscriptions to it.
  func close()
}

/// Where a part belongs.
struct StreamPlace: Sendable {
  private let find: @Sendable () -> StreamCore?
  private let name: String

  init(core: StreamCore, name: String) {
    find = { [weak core] in core }
    self.name = name
  }

  /// `nil` when the view stream is gone.
  private var core: StreamCore? { find() }

  /// Whether an action of the view stream is under way on this thread.
  var isInScope: Bool { core?.isInScope ?? true }

  /// Records `body` as an action of the part's name.
  func scope<Payload: Sendable>(_ payload: Payload, _ site: CallSite, _ body: () -> Void) {
    guard let core else { return body() }
    if Payload.self == Void.self { core.scope(name, site, body) } else { core.scope(name, payload, site, body) }
  }

  /// Records `body` as an action of the part's name, which carries nothing.
  func scope(_ site: CallSite, _ body: () -> Void) {
    guard let core else { return body() }
    core.scope(name, site, body)
  }
}

/// The properties of `value` that are parts, with their names.
func streamParts(of value: Any) -> [(name: String, part: any StreamPart)] {
  Mirror(reflecting: value).children.compactMap { child in
    guard let name = child.label, let part = child.value as? any StreamPart else { return nil }
    return (name, part)
  }
}
