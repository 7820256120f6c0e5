/// Where one store is recorded: its middleware, its reducer, scopes around its code.
///
/// ```swift
/// let app = recorder.store("app")
/// Store(reducer: app.reducer(appReducer), state: nil, middleware: [app.middleware, thunk])
/// ```
///
/// What is made of a tap holds on to it, as copies of it do. When nothing does any more, the log says `@@DEINIT`: the store is gone. A tap
/// keeps neither the store nor its states alive.
///
/// A tap of a recorder that is off costs next to nothing: wrapped reducers are the reducers themselves, and around other code it takes one
/// comparison.
///
/// A tap never throws, and never traps or hangs the app. Everything on it may be called from any thread.
public struct StoreTap: Sendable {
  #if RECORDING_COMPILED_OUT
  @inlinable var store: RecordedStore? { nil }

  init(_ store: RecordedStore?) {}
  #else
  /// `nil` if nothing is recorded.
  @usableFromInline let store: RecordedStore?

  init(_ store: RecordedStore?) { self.store = store }
  #endif

  /// Whether anything is recorded through the tap.
  @inlinable
  public var isRecording: Bool { store != nil }

  /// The store's name in the log: `cart`, or `cart#2` if another one of that name lived when it was made.
  public var label: String? { store?.label }
}
