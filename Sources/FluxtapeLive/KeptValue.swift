/// A state or an action of some type.
///
/// Sendable without the compiler's proof: a kept state holds no objects, and an action is handed back to the isolation that it came from.
struct KeptValue: @unchecked Sendable {
  let value: Any
}

/// Why a command was not done.
struct Refusal: Error {
  let reason: String
  /// The stores whose states are lacking.
  var missing: [String] = []

  init(_ reason: String, missing: [String] = []) {
    self.reason = reason
    self.missing = missing
  }
}
