#if !RECORDING_COMPILED_OUT
#if canImport(Darwin)
import Darwin
#endif

/// An object that is recorded, and where its state may be asked for with no scope of it around.
///
/// Sendable without the compiler's proof: `ask` is called only where ``mayBeAsked(by:)`` says so.
struct ObservedObject: @unchecked Sendable {
  let ask: () -> Any?
  /// The actor that the object was attached on.
  private let isolation: ObjectIdentifier?
  private let isOfMainActor: Bool
  /// Where everything was recorded so far.
  private var place = Place.current
  private var hasSeveralPlaces = false

  init(isolation: (any Actor)?, asking ask: @escaping () -> Any?) {
    self.ask = ask
    self.isolation = isolation.map(ObjectIdentifier.init)
    isOfMainActor = isolation === MainActor.shared
  }

  /// Notes that something is recorded here.
  mutating func noteUse() {
    if !hasSeveralPlaces { hasSeveralPlaces = !place.isHere }
  }

  /// Whether no other thread can be at work on the object now, as far as a recorder can know.
  ///
  /// - Parameter caller: The actor that the running code is isolated to.
  func mayBeAsked(by caller: (any Actor)?) -> Bool {
    guard let isolation else { return !hasSeveralPlaces && place.isHere }
    if let caller, ObjectIdentifier(caller) == isolation { return true }
    return isOfMainActor && place.isMainThread && place.isHere
  }
}

extension ObservedObject {
  /// What runs one piece of code at a time: the main thread, a task, or another thread.
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
  /// `false` where there is no cheap way to know: then what runs there is told by its task and thread.
  fileprivate static var isMainThread: Bool {
    #if canImport(Darwin)
    pthread_main_np() != 0
    #else
    false
    #endif
  }
}
#endif
