#if !RECORDING_COMPILED_OUT
#if canImport(Darwin)
import Darwin
#endif

/// A recorded object, and where its state may be requested outside of a scope.
///
/// Sendable without the compiler's proof: `ask` is called only where ``mayBeAsked(by:)`` permits it.
struct ObservedObject: @unchecked Sendable {
  let ask: () -> Any?
  /// The actor on which the object was attached.
  private let isolation: ObjectIdentifier?
  private let isOfMainActor: Bool
  /// The thread or task that made all records so far.
  private var place = Place.current
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

extension ObservedObject {
  /// A serial execution context: the main thread, a task, or another thread.
  private struct Place {
    let thread: UInt
    let task: Int?
    let isMainThread: Bool

    static var current: Place { Place(thread: SystemFacts.currentThread, task: currentTask, isMainThread: SystemFacts.isMainThread) }

    var isHere: Bool {
      if isMainThread { return thread == SystemFacts.currentThread }
      let task = Self.currentTask
      return self.task == task && (task != nil || thread == SystemFacts.currentThread)
    }

    private static var currentTask: Int? { unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue } }
  }
}

extension SystemFacts {
  /// `false` where there is no cheap test; code there is identified by its task and thread.
  fileprivate static var isMainThread: Bool {
    #if canImport(Darwin)
    pthread_main_np() != 0
    #else
    false
    #endif
  }
}
#endif
