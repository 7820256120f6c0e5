internal import FluxtapeCoding
internal import FluxtapeLocking

/// Records one store: its middleware, its reducer, and scopes around its code.
///
/// ```swift
/// let app = recorder.store("app")
/// Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware, thunk])
/// ```
///
/// Copies of a tap, and the closures made from it, retain it. When the last one is released, the log records `@@DEINIT`: the store has
/// ended. A tap keeps neither the store nor its states alive.
///
/// A tap of a disabled recorder costs next to nothing: a wrapped reducer is the reducer itself, and other calls take one comparison.
///
/// A tap never throws, traps or hangs the app. All its methods may be called from any thread.
public struct StoreTap: Sendable {
  /// `nil` if nothing is recorded.
  @usableFromInline let store: RecordedStore?

  init(_ store: RecordedStore?) { self.store = store }

  /// Whether anything is recorded through the tap.
  @inlinable
  public var isRecording: Bool { store != nil }

  /// The store's name in the log: `cart`, or `cart#2` if another store named `cart` was alive at its creation.
  public var label: String? { store?.label }
}

extension StoreTap: CustomDebugStringConvertible {
  /// The store's name, and which types of its states are compared the slow way, so that an app can help:
  ///
  /// ```text
  /// cart
  /// compared the slow way: Basket is a class
  /// ```
  ///
  /// The recorder skips what did not change where equal bytes prove that. Where they do not, it encodes a value each time. A type becomes
  /// known with its first value. `fluxtape stats` says the same of a log. See ``ValueSemantic`` for a type that the recorder misjudges.
  public var debugDescription: String {
    guard let store else { return "nothing is recorded" }
    // Empty while a state is being encoded: an `encode(to:)` may print the tap.
    let slowTypes = store.states.withLock(within: 0) { $0.slowTypes } ?? []
    return ([store.label] + slowTypes.map { "compared the slow way: \($0.name) \($0.reason)" }).joined(separator: "\n")
  }
}
