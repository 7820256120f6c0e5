import FluxtapeHistory

/// A value in a store's state, and from where it is looked at.
package struct ValueQuestion: Hashable, Sendable {
  var run: FixedRun
  var store: String
  /// Without the store.
  var path: StatePath
  /// The row after which the value is meant.
  var row: LinePlace

  /// The path as every command takes it: `cart.total`.
  var address: String { StatePath(store: store, parts: path.parts).description }
}

/// What is wanted of the steps at which a value became another one.
package enum ValueJump: Hashable, Sendable {
  case next(count: Int)
  case previous(count: Int)
  /// To where the value became what it is.
  case origin
}

/// Values whose course through the whole log is shown.
package struct WatchQuestion: Hashable, Sendable {
  var run: FixedRun
  var values: [WatchedValue]
}

package struct WatchedValue: Hashable, Sendable {
  var store: String
  var path: StatePath

  var address: String { StatePath(store: store, parts: path.parts).description }
}
