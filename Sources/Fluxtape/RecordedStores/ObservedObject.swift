#if !RECORDING_COMPILED_OUT
/// A recorded object, and where its state may be requested outside of a scope.
///
/// Sendable without the compiler's proof: `ask` is called only where ``mayBeAsked(by:)`` permits it.
struct ObservedObject: @unchecked Sendable {
  let ask: () -> Any?
  /// The actor on which the object was attached.
  private let isolation: ObjectIdentifier?
  private let isOfMainActor: Bool
  /// The thread or task that made all records so far.
  private var place = ExecutionPlace.current
  private var hasSeveralPlaces = false

  init(isolation: (any Actor)?, asking ask: @escaping () -> Any?) {
    self.ask = ask
    self.isolation = isolation.map(ObjectIdentifier.init)
    isOfMainActor = isolation === MainActor.shared
  }

  /// Notes that the running thread or task records something.
  mutating func noteUse() {
    if !hasSeveralPlaces { hasSeveralPlaces = !place.isHere }
  }

  /// Whether, as far as a recorder can know, no other thread can be using the object now.
  ///
  /// - Parameter caller: The actor to which the running code is isolated.
  func mayBeAsked(by caller: (any Actor)?) -> Bool {
    guard let isolation else { return !hasSeveralPlaces && place.isHere }
    if let caller, ObjectIdentifier(caller) == isolation { return true }
    return isOfMainActor && place.isMainThread && place.isHere
  }
}
#endif
