#if canImport(Darwin)
import Darwin
#endif

/// What runs one piece of code at a time: the main thread, a task, or another thread.
struct ExecutionPlace {
  private let thread: UInt
  private let task: Int?
  let isMainThread: Bool

  static var current: ExecutionPlace {
    ExecutionPlace(thread: SystemFacts.currentThread, task: currentTask, isMainThread: SystemFacts.isMainThread)
  }

  var isHere: Bool {
    if isMainThread { return thread == SystemFacts.currentThread }
    let task = Self.currentTask
    return self.task == task && (task != nil || thread == SystemFacts.currentThread)
  }

  private static var currentTask: Int? { unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue } }
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
