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
  /// Whether the log has the state that the object had when the latest record was complete.
  private var isTold: Bool
  /// Asynchronous work that has begun and not ended: it may change the state without a record.
  private var workInFlight = 0

  init(isolation: (any Actor)?, isTold: Bool, asking ask: @escaping () -> Any?) {
    self.ask = ask
    self.isTold = isTold
    self.isolation = isolation.map(ObjectIdentifier.init)
    isOfMainActor = isolation === MainActor.shared
  }

  /// Notes that the running thread or task records something.
  mutating func noteUse() {
    isTold = false
    if !hasSeveralPlaces { hasSeveralPlaces = !place.isHere }
  }

  mutating func noteTold() { isTold = true }

  mutating func noteWork(_ change: Int) { workInFlight += change }

  /// Whether the log has the latest state as far as the app told it.
  var isUpToDate: Bool { isTold && workInFlight == 0 }

  /// Whether, as far as a recorder can know, no other thread can be using the object now.
  ///
  /// - Parameter caller: The actor to which the running code is isolated.
  func mayBeAsked(by caller: (any Actor)?) -> Bool {
    guard let isolation else { return !hasSeveralPlaces && place.isHere }
    if let caller, ObjectIdentifier(caller) == isolation { return true }
    return isOfMainActor && place.isMainThread && place.isHere
  }
}
