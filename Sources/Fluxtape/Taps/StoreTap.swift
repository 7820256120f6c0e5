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
